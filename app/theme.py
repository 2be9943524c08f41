"""Light and dark: Fusion with a palette of our own, icons tinted to match.

Qt's own colour scheme switch does nothing on several Linux platforms, so the palette is
set here and the system is only followed where it says what it wants.
"""

from __future__ import annotations

from importlib.resources import files

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QStyleFactory

from widgets import colours

FAMILIES = ("Noto Sans", "DejaVu Sans", "PingFang SC", "Microsoft YaHei UI", "Noto Sans CJK SC")


def system_theme(application: QApplication) -> colours.Theme:
    """What the desktop asks for; light where it says nothing."""
    dark = application.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return "dark" if dark else "light"


def apply(application: QApplication, theme: colours.Theme) -> None:
    """Give the whole program the palette of `theme`."""
    application.setStyle(QStyleFactory.create("Fusion"))
    application.setPalette(colours.palette(theme))


def set_font(application: QApplication) -> None:
    """Prefer Simplified Chinese forms: the default fallback picks Japanese ones."""
    font = QFont(application.font())
    present = set(QFontDatabase.families())
    families = [family for family in FAMILIES if family in present]
    if families:
        font.setFamilies(families)
    application.setFont(font)


def icon(name: str) -> QIcon:
    """The named line icon in the text colour, greyed when disabled."""
    source = files("assets").joinpath("icons", f"{name}.svg").read_text("utf-8")
    palette = QApplication.palette()
    result = QIcon()
    for mode, group in (
        (QIcon.Mode.Normal, QPalette.ColorGroup.Active),
        (QIcon.Mode.Disabled, QPalette.ColorGroup.Disabled),
    ):
        colour = palette.color(group, QPalette.ColorRole.ButtonText)
        for side in (16, 24, 32, 48):
            result.addPixmap(_render(source, colour, QSize(side, side)), mode)
    return result


def application_icon() -> QIcon:
    source = files("assets").joinpath("icons", "seamline.svg").read_text("utf-8")
    result = QIcon()
    for side in (16, 32, 64, 128, 256):
        result.addPixmap(_render(source, QColor("#1A1A1A"), QSize(side, side)))
    return result


def _render(source: str, colour: QColor, size: QSize) -> QPixmap:
    svg = source.replace("currentColor", colour.name())
    pixmap = QPixmap(size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(svg.encode())).render(
        painter, QRectF(0, 0, size.width(), size.height())
    )
    painter.end()
    return pixmap
