"""PySide6 6.12.0 drops a reference to None in every call that returns void, which ends a
Python 3.11 process within seconds. This fails when a release does it again."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QPointF, QRectF, QTimer
from PySide6.QtGui import QColor, QImage, QPainter

CALLS = 2000


@pytest.mark.usefixtures("qapp")
@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_void_calls_keep_their_reference_to_none() -> None:
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    colour, box, timer = QColor("white"), QRectF(0, 0, 8, 8), QTimer()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        painter.fillRect(box, colour)
        painter.drawLine(QPointF(0, 0), QPointF(8, 8))
        timer.setInterval(1000)
    after = sys.getrefcount(None)
    painter.end()
    assert before - after < CALLS // 10
