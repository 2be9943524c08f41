"""Corrections end up as training data through the dialog."""

from __future__ import annotations

import json

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox

from app.export_dialog import ExportDialog


def test_the_file_holds_the_boundaries_that_were_set(qtbot, open_window, tmp_path):
    window = open_window
    window.view.set_current(3)
    qtbot.keyClick(window.view, Qt.Key.Key_Space)
    wanted = list(window.session.current.boundaries())
    qtbot.keyClick(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    dialog = ExportDialog(window.session, window)
    qtbot.addWidget(dialog)
    dialog.show()
    assert "boundaries" in dialog.lines.toPlainText()
    out = tmp_path / "labels.jsonl"
    dialog.path.setText(str(out))
    with qtbot.waitSignal(dialog.exported):
        save = dialog.buttons.button(QDialogButtonBox.StandardButton.Save)
        qtbot.mouseClick(save, Qt.MouseButton.LeftButton)
    (line,) = out.read_text(encoding="utf-8").splitlines()
    record = json.loads(line)
    assert [message["role"] for message in record["messages"]] == ["system", "user", "assistant"]
    assert json.loads(record["messages"][2]["content"]) == {"boundaries": wanted}
    assert record["meta"]["kind"] == "boundaries"


def test_nothing_to_export_is_said_and_cannot_be_saved(qtbot, make_window):
    window = make_window()
    dialog = ExportDialog(window.session, window)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.problem.text()
    assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Save).isEnabled()
