"""Colour tokens for the light and the dark theme, checked for colour-blind readers.

The pairs that must be told apart (bands, marks, neighbouring score bins) were checked
with the Machado 2009 simulation. Widgets ask `current()` at paint time, so that a change
of the application palette reaches every one of them without a signal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtGui import QColor, QGuiApplication, QPalette

Theme = Literal["light", "dark"]

SCORE_BINS = 5


@dataclass(frozen=True, slots=True)
class Colours:
    """One theme. `scores` run from bad to good."""

    theme: Theme
    base: QColor
    text: QColor
    faint: QColor
    bands: tuple[QColor, QColor]
    scores: tuple[QColor, ...]
    insert: QColor
    delete: QColor
    boundary: QColor

    @property
    def panel(self) -> QColor:
        """The ground of headers, chips and margins: a shade off the base."""
        return blend(self.base, self.text, 0.045)

    @property
    def hairline(self) -> QColor:
        return blend(self.base, self.text, 0.16)

    @property
    def warning(self) -> QColor:
        """Forced cuts and guard failures."""
        return self.scores[0]

    @property
    def focus(self) -> QColor:
        return self.bands[0]


LIGHT = Colours(
    theme="light",
    base=QColor("#FFFFFF"),
    text=QColor("#1A1A1A"),
    faint=QColor("#6B6B6B"),
    bands=(QColor("#0077BB"), QColor("#D55E00")),
    scores=tuple(QColor(c) for c in ("#A50026", "#F67E4B", "#FEDA8B", "#6EA6CD", "#364B9A")),
    insert=QColor("#CFE3FF"),
    delete=QColor("#FFD9CC"),
    boundary=QColor("#882255"),
)
DARK = Colours(
    theme="dark",
    base=QColor("#1E1E1E"),
    text=QColor("#E6E6E6"),
    faint=QColor("#9A9A9A"),
    bands=(QColor("#33BBEE"), QColor("#EE7733")),
    scores=tuple(QColor(c) for c in ("#DD3D2D", "#FDB366", "#EAECCC", "#98CAE1", "#5B8FD0")),
    insert=QColor("#1C3F73"),
    delete=QColor("#6B2A1A"),
    boundary=QColor("#E58AC0"),
)
THEMES: dict[Theme, Colours] = {"light": LIGHT, "dark": DARK}


def blend(ground: QColor, ink: QColor, share: float) -> QColor:
    """`share` of `ink` over `ground`, in sRGB, opaque."""
    return QColor.fromRgbF(
        ground.redF() + (ink.redF() - ground.redF()) * share,
        ground.greenF() + (ink.greenF() - ground.greenF()) * share,
        ground.blueF() + (ink.blueF() - ground.blueF()) * share,
    )


def luminance(colour: QColor) -> float:
    """Relative luminance, 0..1 (WCAG 2.1)."""

    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)

    return (
        0.2126 * linear(colour.redF())
        + 0.7152 * linear(colour.greenF())
        + 0.0722 * linear(colour.blueF())
    )


def contrast(one: QColor, other: QColor) -> float:
    """Contrast ratio, 1..21 (WCAG 2.1)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def ink_on(ground: QColor) -> QColor:
    """Black or white, whichever reads better on `ground`."""
    black, white = QColor("#000000"), QColor("#FFFFFF")
    return black if contrast(ground, black) >= contrast(ground, white) else white


def score_bin(score: float) -> int:
    """The colour bin of a score in 0..1, from 0 (bad) to 4; −1 for an invalid answer."""
    if score < 0:
        return -1
    return min(SCORE_BINS - 1, int(score * SCORE_BINS))


def score_colour(colours: Colours, score: float) -> QColor:
    """The fill of a badge; an invalid score takes the ground of a panel and is hatched."""
    index = score_bin(score)
    return colours.panel if index < 0 else colours.scores[index]


def of(palette: QPalette) -> Colours:
    """The theme a palette belongs to, by the lightness of its base."""
    return DARK if palette.color(QPalette.ColorRole.Base).lightness() < 128 else LIGHT


def current() -> Colours:
    """The theme of the application palette."""
    return of(QGuiApplication.palette())


def palette(theme: Theme) -> QPalette:
    """A complete palette for the Fusion style, so that no colour comes from the system."""
    colours = THEMES[theme]
    role = QPalette.ColorRole
    window = blend(colours.base, colours.text, 0.06)
    button = blend(colours.base, colours.text, 0.09)
    highlight = QColor("#0077BB") if theme == "light" else QColor("#1B6FA8")
    result = QPalette()
    for target, colour in (
        (role.Window, window),
        (role.WindowText, colours.text),
        (role.Base, colours.base),
        (role.AlternateBase, colours.panel),
        (role.Text, colours.text),
        (role.PlaceholderText, colours.faint),
        (role.Button, button),
        (role.ButtonText, colours.text),
        (role.BrightText, QColor("#FFFFFF")),
        (role.ToolTipBase, blend(colours.base, colours.text, 0.03)),
        (role.ToolTipText, colours.text),
        (role.Highlight, highlight),
        (role.HighlightedText, QColor("#FFFFFF")),
        (role.Accent, highlight),
        (role.Link, colours.bands[0]),
        (role.LinkVisited, colours.boundary),
        (role.Light, blend(window, QColor("#FFFFFF"), 0.5 if theme == "light" else 0.14)),
        (role.Midlight, blend(window, QColor("#FFFFFF"), 0.3 if theme == "light" else 0.08)),
        (role.Mid, blend(window, colours.text, 0.25)),
        (role.Dark, blend(window, QColor("#000000"), 0.35)),
        (role.Shadow, QColor("#000000")),
    ):
        result.setColor(target, colour)
    for target in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        result.setColor(QPalette.ColorGroup.Disabled, target, blend(colours.faint, window, 0.35))
    result.setColor(QPalette.ColorGroup.Disabled, role.Highlight, blend(window, colours.text, 0.2))
    return result
