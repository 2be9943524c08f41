"""The action table: no key twice in one scope, no letter outside the text view."""

from __future__ import annotations

from collections import Counter

from PySide6.QtGui import QKeySequence

from app.actions import ACTIONS, MENUS


def test_no_key_is_given_twice_in_one_scope(qapp):
    for view in (False, True):
        keys = Counter(
            QKeySequence(key).toString()
            for spec in ACTIONS
            if spec.view == view
            for key in spec.keys
        )
        keys.update([] if view else ["Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Y"])
        assert [key for key, count in keys.items() if count > 1] == []


def test_no_key_is_ambiguous_between_window_and_view(qapp):
    window = {QKeySequence(k).toString() for s in ACTIONS if not s.view for k in s.keys}
    view = {QKeySequence(k).toString() for s in ACTIONS if s.view for k in s.keys}
    assert window & view == set()


def test_window_keys_are_never_bare_letters(qapp):
    for spec in ACTIONS:
        if not spec.view:
            for key in spec.keys:
                assert key.startswith(("Ctrl", "Shift+Esc", "F", "Shift+F")), spec.name


def test_every_action_is_in_a_menu_or_the_view(qapp):
    assert all(spec.menu in MENUS or spec.view for spec in ACTIONS)
