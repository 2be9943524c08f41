"""Real key presses and mouse events on the real window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from engine.workspace import Workspace


def decisions(window):
    return dict(window.session.current.edits.decisions)


def stored(window):
    session = window.session
    return session.workspace.edits(session.current.key, session.annotator)


def text_of(document) -> str:
    text = document.result.repaired.text
    return "".join(text[chunk.start : chunk.end] for chunk in document.chunks)


def test_space_toggles_and_is_on_disk_at_once(qtbot, open_window):
    window = open_window
    window.view.set_current(3)
    assert 3 not in window.session.current.boundaries()
    qtbot.keyClick(window.view, Qt.Key.Key_Space)
    assert decisions(window) == {3: "added"}
    assert stored(window) == window.session.current.edits
    qtbot.keyClick(window.view, Qt.Key.Key_Space)
    assert decisions(window) == {}
    assert stored(window) == window.session.current.edits


def test_twenty_edits_undone_and_redone_restore_exactly(qtbot, open_window):
    window = open_window
    document = window.session.current
    states = [document.edits]
    plans = [document.chunks]
    for paragraph in range(1, 21):
        window.view.set_current(paragraph)
        qtbot.keyClick(window.view, Qt.Key.Key_Space)
        states.append(document.edits)
        plans.append(document.chunks)
        assert text_of(document) == document.result.repaired.text
    for step in reversed(range(20)):
        qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert document.edits == states[step]
        assert document.chunks == plans[step]
        assert stored(window) == states[step]
    for step in range(1, 21):
        qtbot.keyClick(window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
        assert document.edits == states[step]
        assert document.chunks == plans[step]


def test_alt_down_moves_a_boundary_as_one_undo_step(qtbot, open_window):
    window = open_window
    document = window.session.current
    gap = document.machine[0]
    window.view.set_current(gap)
    for _ in range(3):
        qtbot.keyClick(window.view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert window.view.current == gap + 3
    assert gap + 3 in document.boundaries()
    assert gap not in document.boundaries()
    assert document.undo_stack.count() == 1
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert document.edits.empty
    assert window.view.current == gap


def test_moving_back_home_leaves_no_step(qtbot, open_window):
    window = open_window
    document = window.session.current
    gap = document.machine[0]
    window.view.set_current(gap)
    qtbot.keyClick(window.view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    qtbot.keyClick(window.view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert document.edits.empty
    assert document.undo_stack.count() == 0
    assert stored(window).empty


def test_accept_and_reject_decide_and_go_on(qtbot, open_window):
    window = open_window
    document = window.session.current
    first, second, third = document.machine[:3]
    window.view.set_current(first)
    qtbot.keyClick(window.view, Qt.Key.Key_A)
    assert decisions(window) == {first: "accepted"}
    assert window.view.current == second
    qtbot.keyClick(window.view, Qt.Key.Key_X)
    assert decisions(window) == {first: "accepted", second: "removed"}
    assert window.view.current == third
    qtbot.keyClick(window.view, Qt.Key.Key_U)
    assert decisions(window) == {first: "accepted"}


def test_merge_glues_the_cut_or_says_why_not(qtbot, open_window):
    window = open_window
    document = window.session.current
    limit = document.settings.limit
    pairs = list(zip(document.chunks, document.chunks[1:], strict=False))
    for number, (here, there) in enumerate(pairs):
        before = document.edits
        window.view.set_current(here.first)
        qtbot.keyClick(window.view, Qt.Key.Key_M)
        if here.tokens + there.tokens > limit:
            assert document.edits == before
            assert f"{limit:,}" in window.status.currentMessage()
        else:
            assert there.first not in [chunk.first for chunk in document.chunks]
            qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert len(document.chunks) == len(pairs) + 1, number


def test_edits_survive_closing_and_reopening(qtbot, open_window, make_window):
    window = open_window
    window.view.set_current(2)
    qtbot.keyClick(window.view, Qt.Key.Key_Space)
    qtbot.keyClick(window.view, Qt.Key.Key_J)
    qtbot.keyClick(window.view, Qt.Key.Key_I)
    edits = window.session.current.edits
    assert edits.pins == {3}
    window.close()
    again = make_window()
    with qtbot.waitSignal(again.session.opened, timeout=60_000):
        again.session.resume()
    assert again.session.current.edits == edits
    assert again.view.current == 3


def test_edits_survive_a_new_run(qtbot, open_window):
    window = open_window
    window.view.set_current(2)
    qtbot.keyClick(window.view, Qt.Key.Key_Space)
    edits = window.session.current.edits
    window.preferences.set("run/packer", "greedy")
    with qtbot.waitSignal(window.session.opened, timeout=60_000):
        qtbot.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert window.session.current.settings.packer == "greedy"
    assert window.session.current.edits == edits


def test_done_saves_and_goes_to_the_next_document(qtbot, open_window, tmp_path):
    window = open_window
    other = tmp_path / "other.txt"
    other.write_text("A second document.\n\nIt has two paragraphs.\n", encoding="utf-8")
    first = window.session.current.key
    window.session.add_files([other])
    qtbot.waitUntil(lambda: window.session.current is not None, timeout=60_000)
    window.session.show_document(first)
    qtbot.keyClick(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    reviews = {row.id: row.review for row in window.session.documents()}
    assert reviews[first] == "done"
    assert window.session.wanted != first


def test_a_dropped_file_opens(qtbot, make_window, text_file):
    window = make_window()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(text_file))])
    event = QDropEvent(
        QPointF(50, 50),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    with qtbot.waitSignal(window.session.opened, timeout=60_000):
        window.dropEvent(event)
    assert window.session.current.result.document.name == text_file.name


def test_a_bad_file_says_why_and_the_window_goes_on(qtbot, open_window, tmp_path):
    window = open_window
    bad = tmp_path / "broken.pdf"
    bad.write_bytes(b"%PDF-1.7\n" + b"\x00garbage" * 50)
    with qtbot.waitSignal(window.session.opening, timeout=60_000):
        window.session.add_files([bad])
    qtbot.waitUntil(
        lambda: any(row.state == "failed" for row in window.session.documents()), timeout=60_000
    )
    (row,) = [row for row in window.session.documents() if row.state == "failed"]
    assert "broken.pdf" in row.message
    assert "Traceback" not in row.message
    window.session.show_document(next(r.id for r in window.session.documents() if r.id != row.id))
    assert window.session.current is not None


def test_a_killed_engine_fails_its_file_and_the_next_run_works(qtbot, open_window):
    window = open_window
    engine = window.session.engine
    key = window.session.current.key
    engine._process.kill()
    engine._process.waitForFinished(5000)
    with qtbot.waitSignal(window.session.opened, timeout=60_000):
        window.session.run_again([key])
    assert window.session.current.key == key


def test_one_workspace_opens_once(open_window, make_window):
    import pytest

    from engine.document import SeamlineError

    with pytest.raises(SeamlineError, match="open in another"):
        Workspace.open(Path(open_window.session.workspace.path))


def test_dragging_a_seam_moves_the_boundary_to_another_gap(qtbot, open_window):
    window = open_window
    document = window.session.current
    gap = document.machine[0]
    window.view.set_current(gap - 1)
    window.view.seamMoved.emit(gap, gap + 2)
    assert gap + 2 in document.boundaries()
    assert gap not in document.boundaries()
    assert stored(window) == document.edits


def test_the_context_menu_does_what_the_keys_do(qtbot, open_window):
    window = open_window
    window.view.set_current(3)
    window.view.contextRequested.emit(3, window.view.mapToGlobal(window.view.rect().center()))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    texts = [action.text() for action in menu.actions()]
    assert "Boundary above the paragraph" in texts
    assert "Pin: always cut here" in texts
    next(a for a in menu.actions() if a.text() == "Boundary above the paragraph").trigger()
    assert decisions(window) == {3: "added"}
    menu.close()


def test_clicks_on_a_gap_add_and_a_middle_click_removes(qtbot, open_window):
    window = open_window
    window.view.seamClicked.emit(4)
    assert decisions(window) == {4: "added"}
    window.view.seamRemoveRequested.emit(4)
    assert decisions(window) == {}


def test_the_window_remembers_theme_and_text_size(qtbot, open_window, make_window):
    window = open_window
    dark = window.appearance.dark
    qtbot.keyClick(
        window,
        Qt.Key.Key_D,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    assert window.appearance.dark is not dark
    qtbot.keyClick(window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    size = window.preferences.number("text_size", 0)
    window.close()
    again = make_window()
    assert again.appearance.dark is not dark
    assert again.preferences.number("text_size", 0) == size
    again.appearance.toggle_theme()


def test_recent_files_are_offered(qtbot, open_window, text_file):
    window = open_window
    window.files.show_recent()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert text_file.name in menu.actions()[0].text()
    menu.close()


def test_removing_a_document_can_be_undone(qtbot, open_window):
    window = open_window
    window.view.set_current(2)
    qtbot.keyClick(window.view, Qt.Key.Key_Space)
    edits = window.session.current.edits
    qtbot.keyClick(window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert window.session.documents() == []
    with qtbot.waitSignal(window.session.opened, timeout=60_000):
        window.banner.findChild(QPushButton).click()
    assert window.session.current.edits == edits


def test_a_run_that_fails_leaves_the_earlier_one_and_its_labels(qtbot, open_window, text_file):
    window = open_window
    key = window.session.current.key
    window.view.set_current(2)
    qtbot.keyClick(window.view, Qt.Key.Key_Space)
    edits = window.session.current.edits
    text_file.unlink()
    with qtbot.waitSignal(window.session.engine.failed, timeout=60_000):
        window.session.run_again([key])
    assert text_file.name in window.banner.text
    assert window.session.current.edits == edits
    (row,) = window.session.documents()
    assert row.state == "ready"


def test_asking_twice_for_a_document_opens_it_once(qtbot, open_window, make_window):
    open_window.close()
    window = make_window()
    opened: list[object] = []
    window.session.opened.connect(opened.append)
    (row,) = window.session.documents()
    window.session.show_document(row.id)
    window.session.show_document(row.id)
    qtbot.waitUntil(lambda: window.session.current is not None, timeout=60_000)
    qtbot.wait(300)
    assert len(opened) == 1


def test_an_edit_is_shown_once_however_often_its_document_was(qtbot, open_window, monkeypatch):
    window = open_window
    key = window.session.current.key
    window.session.show_document(key)
    window.session.show_document(key)
    shown: list[int] = []
    monkeypatch.setattr(window, "_show_plan", lambda document: shown.append(1))
    window.session.current.toggle(2)
    assert shown == [1]
