"""Where the windows of a draft break, and what falls into each."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.document import Document, Span
from engine.repair.assemble import Draft
from engine.tokens import Counter
from engine.windows import break_places, windows

Offsets = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Cuts:
    """Window i is ``raw[i]`` and became ``text[repaired[i]]`` of the draft; `links` are the
    draft's, cut at the windows."""

    raw: tuple[Span, ...]
    repaired: tuple[Span, ...]
    links: Offsets


def cut(document: Document, draft: Draft, counter: Counter, tokens: int) -> Cuts:
    """Windows whose breaks no moved text crosses."""
    places = break_places(document)
    if not len(draft.links):
        if not document.raw:
            return Cuts((), (), draft.links)
        return Cuts(((0, len(document.raw)),), ((0, 0),), draft.links)
    links = draft.links[np.argsort(draft.links[:, 0], kind="stable")]
    allowed, begins, where = _examine(places.at, links, draft)
    spans = windows(document, counter, tokens, places=places.limited(allowed, begins))
    inner = np.array([start for start, _ in spans[1:]], np.int64)
    at = where[np.searchsorted(places.at, inner)].tolist()
    bounds = [0, *at, len(draft.text)]
    repaired = tuple(itertools.pairwise(bounds))
    return Cuts(spans, repaired, _divided(links, inner))


def _examine(
    places: Offsets, links: Offsets, draft: Draft
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_], Offsets]:
    """For each place: whether a window may break there, whether a paragraph begins there,
    and the offset of the break in the repaired text."""
    count = len(links)
    length = len(draft.text)
    following = np.searchsorted(links[:, 0], places, side="left")
    reached = np.concatenate(([0], np.maximum.accumulate(links[:, 3])))
    coming = np.concatenate((np.minimum.accumulate(links[::-1, 2])[::-1], [length]))
    before = np.maximum(following - 1, 0)
    across = (following > 0) & (links[before, 1] > places)
    exact = links[before, 1] - links[before, 0] == links[before, 3] - links[before, 2]
    offset = links[before, 2] + places - links[before, 0]
    # Inside a link the text before the break is all that lies before it in that link.
    reached_there = np.where(across, reached[before], reached[following])
    coming_there = np.where(across, links[before, 3], coming[following])
    ordered = (reached_there <= np.where(across, links[before, 2], coming_there)) & (
        np.where(across, links[before, 3] <= coming[following], True)
    )
    allowed = ordered & (~across | exact)
    begin_at = np.array(draft.begins, np.int64).reshape(-1, 2)
    if not len(begin_at):
        return allowed, np.zeros(len(places), bool), np.where(across, offset, coming_there)
    begin_at = begin_at[np.argsort(begin_at[:, 0], kind="stable")]
    next_raw = np.concatenate((links[:, 0], [-1]))[following]
    index = np.minimum(np.searchsorted(begin_at[:, 0], next_raw), len(begin_at) - 1)
    begins = ~across & (begin_at[index, 0] == next_raw)
    where = np.where(begins, np.minimum(begin_at[index, 1], coming_there), coming_there)
    where = np.where(across, offset, where)
    begins |= following == count
    return allowed, begins, where


def _divided(links: Offsets, breaks: Offsets) -> Offsets:
    """`links` (by raw start) with those that cross a break cut there, by repaired start."""
    for place in breaks.tolist():
        at = int(np.searchsorted(links[:, 0], place, side="left")) - 1
        if at >= 0 and links[at, 1] > place:
            rest = links[at].copy()
            shift = place - int(links[at, 0])
            rest[0], rest[2] = place, rest[2] + shift
            links = np.concatenate((links[: at + 1], rest[None], links[at + 1 :]))
            links[at, 1], links[at, 3] = place, rest[2]
    return links[np.argsort(links[:, 2], kind="stable")]
