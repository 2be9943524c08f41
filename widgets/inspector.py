"""One chunk in full: size, heading path, every reward with its formula, its two cuts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from widgets.colours import current, score_colour
from widgets.view_data import thousands


@dataclass(frozen=True, slots=True)
class RewardItem:
    """One reward: `value` in 0..1 (−1 invalid), its weight, and how it came about."""

    name: str
    value: float
    weight: float
    how: str


@dataclass(frozen=True, slots=True)
class CutCard:
    """One side of the chunk: `title` ("Cut above ¶ 51"), what it is, and its score."""

    title: str
    kind: str
    score: float
    gap: int


@dataclass(frozen=True, slots=True)
class ChunkCard:
    """What the inspector shows. `first`, `last` are paragraphs; `pages` is readable text."""

    number: int
    count: int
    first: int
    last: int
    tokens: int
    limit: int
    heading_path: tuple[str, ...]
    pages: str
    total: float
    items: tuple[RewardItem, ...]
    above: CutCard | None
    below: CutCard | None


EXPLAINED_BELOW = 0.995


class Bar(QWidget):
    """A name, a bar of 0..1 and the number; hatched where the value is invalid."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name, self.text, self.fraction = "", "", 0.0
        self.colour: QColor | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_value(self, name: str, fraction: float, text: str, colour: QColor, tip: str) -> None:
        self.name, self.fraction, self.text, self.colour = name, fraction, text, colour
        self.setToolTip(tip)
        self.setAccessibleName(f"{name} {text}")
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.averageCharWidth() * 30, metrics.height() + 8)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = self.fontMetrics()
        left = metrics.horizontalAdvance("Completeness") + 8
        right = metrics.horizontalAdvance("0 000 tok")
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        row = self.rect()
        align = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(row, Qt.AlignmentFlag.AlignLeft | align, self.name)
        painter.drawText(row, Qt.AlignmentFlag.AlignRight | align, self.text)
        height = max(6, metrics.height() // 2)
        track = QRectF(
            left, (self.height() - height) / 2, max(20, self.width() - left - right - 8), height
        )
        painter.setPen(current().faint)
        painter.setBrush(self.palette().color(QPalette.ColorRole.Base))
        painter.drawRoundedRect(track, 2, 2)
        if self.colour is not None:
            if self.fraction < 0:
                painter.setBrush(Qt.BrushStyle.BDiagPattern)
            else:
                painter.setBrush(self.colour)
                track.setWidth(max(2.0, track.width() * min(1.0, self.fraction)))
            painter.drawRoundedRect(track, 2, 2)


class Inspector(QScrollArea):
    """`jumpRequested` carries the paragraph below a cut the person clicked."""

    jumpRequested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setAccessibleName("Chunk inspector")
        body = QWidget(self)
        self._layout = QVBoxLayout(body)
        self._layout.setContentsMargins(10, 8, 10, 8)
        self._layout.setSpacing(3)
        self._title = QLabel(body)
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 1.25)
        font.setBold(True)
        self._title.setFont(font)
        self._where = self._label(body)
        self._path = self._label(body)
        self._tokens = Bar(body)
        self._total = Bar(body)
        for widget in (self._title, self._where, self._path, self._tokens, self._total):
            self._layout.addWidget(widget)
        self._layout.addSpacing(6)
        self._bars = [Bar(body) for _ in range(5)]
        self._how = [self._label(body) for _ in self._bars]
        for bar, how in zip(self._bars, self._how, strict=True):
            how.setForegroundRole(QPalette.ColorRole.PlaceholderText)
            how.setContentsMargins(0, 0, 0, 4)
            self._layout.addWidget(bar)
            self._layout.addWidget(how)
        self._layout.addSpacing(6)
        self._cuts = [QPushButton(body), QPushButton(body)]
        for button in self._cuts:
            button.setFlat(True)
            button.setStyleSheet("text-align: left; padding: 3px;")
            button.clicked.connect(self._on_cut)
            self._layout.addWidget(button)
        self._layout.addStretch(1)
        self.setWidget(body)
        self._blank = False
        self.set_card(None)

    def _label(self, parent: QWidget) -> QLabel:
        label = QLabel(parent)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def set_card(self, card: ChunkCard | None) -> None:
        """Show a chunk, or that there is none."""
        parts: Sequence[QWidget] = (
            self._where,
            self._path,
            self._tokens,
            self._total,
            *self._bars,
            *self._how,
            *self._cuts,
        )
        # Showing and hiding lays everything out anew, so only what changes is touched.
        if (card is None) != self._blank:
            self._blank = card is None
            for widget in parts:
                widget.setVisible(card is not None)
        if card is None:
            self._title.setText("No chunk")
            return
        colours = current()
        self._title.setText(f"Chunk {card.number} of {card.count}")
        span = f"¶ {card.first}" if card.first == card.last else f"¶ {card.first}–{card.last}"
        self._where.setText(" · ".join(part for part in (span, card.pages) if part))
        self._path.setText(" › ".join(card.heading_path))
        _show(self._path, bool(card.heading_path))
        share = card.tokens / card.limit
        self._tokens.show_value(
            "Tokens",
            share,
            thousands(card.tokens),
            colours.bands[0],
            f"{card.tokens:,} of {card.limit:,} tokens ({share:.0%})",
        )
        weights = sum(item.weight for item in card.items)
        self._total.show_value(
            "Total",
            card.total,
            f"{card.total:.2f}",
            score_colour(colours, card.total),
            f"Σ weight × reward / {weights:g}",
        )
        for bar, how, item in zip(self._bars, self._how, card.items, strict=True):
            tip = f"{item.how}\nweight {item.weight:g}"
            bar.show_value(
                item.name, item.value, f"{item.value:.2f}", score_colour(colours, item.value), tip
            )
            # A perfect reward explains itself; its formula is in the tool tip.
            how.setText(item.how)
            _show(how, item.value < EXPLAINED_BELOW)
        for button, cut in zip(self._cuts, (card.above, card.below), strict=True):
            _show(button, cut is not None)
            if cut is not None:
                button.setText(f"{cut.title}  {cut.score:.2f}\n{cut.kind}")
                button.setProperty("gap", cut.gap)

    def _on_cut(self) -> None:
        self.jumpRequested.emit(self.sender().property("gap"))


def _show(widget: QWidget, shown: bool) -> None:
    if widget.isHidden() == shown:
        widget.setVisible(shown)
