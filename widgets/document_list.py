"""The documents of a workspace: state, progress, edits, filter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from widgets.colours import current, score_colour

Index = QModelIndex | QPersistentModelIndex
ITEM = Qt.ItemDataRole.UserRole
REVIEW_MARKS = {"todo": "○", "working": "◐", "done": "✓", "doubtful": "?"}


@dataclass(frozen=True, slots=True)
class DocumentItem:
    """What one entry shows; `progress` is (stage, done, total) while a run is on."""

    key: int
    name: str
    path: str
    state: str
    review: str
    message: str = ""
    chunks: int = 0
    score: float | None = None
    edits: int = 0
    progress: tuple[str, int, int] | None = None

    @property
    def detail(self) -> str:
        """The second line of the entry."""
        if self.progress is not None:
            stage, done, total = self.progress
            return f"{stage} {done}/{total}" if total else f"{stage}…"
        if self.state == "failed":
            return self.message
        if self.state != "ready":
            return "not run yet"
        parts = [f"{self.chunks} chunk{'s' * (self.chunks != 1)}"]
        if self.edits:
            parts.append(f"{self.edits} edit{'s' * (self.edits != 1)}")
        return " · ".join(parts)


class _Model(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.items: list[DocumentItem] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: Index, role: int = 0) -> Any:
        item = self.items[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return item.name
        if role == ITEM:
            return item
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{item.path}\n{item.detail}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{item.name}, {item.review}, {item.detail}"
        return None

    def set_items(self, items: Sequence[DocumentItem]) -> None:
        if [item.key for item in items] == [item.key for item in self.items]:
            for row, item in enumerate(items):
                if item != self.items[row]:
                    self.items[row] = item
                    self.dataChanged.emit(self.index(row), self.index(row))
            return
        self.beginResetModel()
        self.items = list(items)
        self.endResetModel()


class _Delegate(QStyledItemDelegate):
    """Two lines: mark and name, then what there is to say; a progress line while running."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(120, 2 * option.fontMetrics.height() + 14)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item: DocumentItem = index.data(ITEM)
        self.initStyleOption(option, index)
        option.text = ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        colours = current()
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        role = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text
        strong = option.palette.color(role)
        faint = strong if selected else colours.faint
        area = option.rect.adjusted(8, 5, -8, -5)
        height = option.fontMetrics.height()
        mark = option.fontMetrics.horizontalAdvance("✓ ") + 4
        painter.save()
        painter.setPen(strong)
        top = QRect(area.left(), area.top(), area.width(), height)
        state = "!" if item.state == "failed" else REVIEW_MARKS.get(item.review, "○")
        painter.drawText(top, Qt.AlignmentFlag.AlignLeft, state)
        badge = 0
        if item.score is not None and item.state == "ready":
            text = f"{item.score:.2f}"
            badge = option.fontMetrics.horizontalAdvance(text) + 16
            painter.drawText(top, Qt.AlignmentFlag.AlignRight, text)
            dot = height // 2
            x = area.right() - badge
            painter.setBrush(score_colour(colours, item.score))
            painter.setPen(colours.faint)
            painter.drawRect(x, area.top() + (height - dot) // 2, dot, dot)
            painter.setPen(strong)
        font = QFont(option.font)
        font.setBold(selected)
        painter.setFont(font)
        room = area.width() - mark - badge - 6
        name = painter.fontMetrics().elidedText(item.name, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(top.adjusted(mark, 0, 0, 0), Qt.AlignmentFlag.AlignLeft, name)
        painter.setFont(option.font)
        painter.setPen(faint)
        below = top.translated(mark, height + 2)
        below.setRight(area.right())
        detail = option.fontMetrics.elidedText(
            item.detail, Qt.TextElideMode.ElideRight, below.width()
        )
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, detail)
        if item.progress is not None and item.progress[2]:
            _stage, done, total = item.progress
            line = QRect(area.left() + mark, area.bottom() + 1, area.width() - mark, 2)
            painter.fillRect(line, option.palette.color(QPalette.ColorRole.Mid))
            line.setWidth(int(line.width() * min(1.0, done / total)))
            painter.fillRect(line, colours.bands[0])
        painter.restore()


class DocumentList(QWidget):
    """`picked` (key) on a choice by mouse or keys;
    `contextRequested` (key, global position) on a right click."""

    picked = Signal(object)
    contextRequested = Signal(object, QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText("Filter documents")
        self.filter.setClearButtonEnabled(True)
        self.filter.setAccessibleName("Filter documents")
        self.list = QListView(self)
        self.list.setAccessibleName("Documents")
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._model = _Model(self)
        self._proxy = QSortFilterProxyModel(self)
        self._proxy.setSourceModel(self._model)
        self._proxy.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.list.setModel(self._proxy)
        self.list.setItemDelegate(_Delegate(self.list))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(4)
        layout.addWidget(self.filter)
        layout.addWidget(self.list)
        self._following = False
        self.filter.textChanged.connect(self._proxy.setFilterFixedString)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.customContextMenuRequested.connect(self._on_context)

    def set_items(self, items: Sequence[DocumentItem], current: int | None) -> None:
        """Show `items` with the entry of key `current` selected."""
        self._following = True
        self._model.set_items(items)
        self.filter.setVisible(len(items) > 6 or bool(self.filter.text()))
        for row, item in enumerate(items):
            if item.key == current:
                index = self._proxy.mapFromSource(self._model.index(row))
                if index.isValid() and index != self.list.currentIndex():
                    self.list.setCurrentIndex(index)
        self._following = False

    def key_at(self, index: QModelIndex) -> int | None:
        item = index.data(ITEM)
        return item.key if item is not None else None

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        key = self.key_at(current)
        if key is not None and not self._following:
            self.picked.emit(key)

    def _on_context(self, position: QPoint) -> None:
        key = self.key_at(self.list.indexAt(position))
        if key is not None:
            self.contextRequested.emit(key, self.list.viewport().mapToGlobal(position))
