"""Small questions to an lxml tree."""

from __future__ import annotations

from lxml.etree import _Element


def local(element: _Element) -> str:
    """Tag without its namespace or prefix, lower case; "" for comments."""
    tag: object = element.tag
    if not isinstance(tag, str):
        return ""
    if tag.isalnum():
        return tag.lower()
    return tag.rsplit("}", 1)[-1].rsplit(":", 1)[-1].lower()


def text_of(element: _Element) -> str:
    """All text under `element`, tags left out."""
    return "".join(element.itertext())  # type: ignore[arg-type]
