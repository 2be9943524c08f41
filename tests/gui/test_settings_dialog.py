"""The settings dialog keeps what a run needs and says what a method lacks."""

from __future__ import annotations

from importlib import import_module

import pytest
from PySide6.QtCore import Qt

from app.dialogs import SettingsDialog
from engine.document import SeamlineError


def _dialog(qtbot, window) -> SettingsDialog:
    dialog = SettingsDialog(window.session, window)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_the_model_folder_belongs_to_one_method(qtbot, make_window):
    dialog = _dialog(qtbot, make_window())
    assert not dialog.model.isEnabled()
    dialog.method.setCurrentText("embeddings")
    assert dialog.model.isEnabled()


def test_a_folder_without_a_model_is_refused(
    qtbot, make_window, monkeypatch: pytest.MonkeyPatch, tmp_path
):
    module = import_module("engine.boundaries.embeddings")
    monkeypatch.setattr(module, "find_spec", lambda name: name)
    window = make_window()
    dialog = _dialog(qtbot, window)
    dialog.method.setCurrentText("embeddings")
    qtbot.keyClicks(dialog.model, str(tmp_path))
    qtbot.keyClick(dialog.model, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert tmp_path.name in dialog.problem.text()
    assert window.session.preferences.run_settings().method == "headings"
    (tmp_path / "modules.json").write_text("[]")
    qtbot.keyClick(dialog.model, Qt.Key.Key_Return)
    kept = window.session.preferences.run_settings()
    assert (kept.method, kept.embedding_model) == ("embeddings", str(tmp_path))


def test_without_the_library_the_dialog_says_what_to_install(
    qtbot, make_window, monkeypatch: pytest.MonkeyPatch
):
    def missing(_model: str) -> str:
        raise SeamlineError("Install the library.")

    monkeypatch.setattr(import_module("engine.boundaries.embeddings"), "model_folder", missing)
    dialog = _dialog(qtbot, make_window())
    dialog.method.setCurrentText("embeddings")
    dialog.accept()
    assert dialog.problem.text() == "Install the library."
    assert dialog.isVisible()
