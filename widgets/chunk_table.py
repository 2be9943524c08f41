"""All chunks of the document with their scores, sortable by any column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from engine.document import Chunk, Scores
from widgets.colours import current, ink_on, score_colour

Index = QModelIndex | QPersistentModelIndex

COLUMNS = (
    ("#", "Chunk number"),
    ("Tokens", "Tokens of the chunk as it is handed on"),
    ("Total", "Weighted mean of the rewards"),
    ("Compl.", "Completeness: letters kept, none invented"),
    ("Clarity", "Clarity: freedom from format defects"),
    ("Indep.", "Independence: cuts that are not mid-sentence"),
    ("Size", "Size: how full, and not a fragment"),
    ("¶", "First paragraph"),
    ("Heading", "Heading in force at the chunk's start"),
)
SCORES = {2: "total", 3: "completeness", 4: "clarity", 5: "independence", 6: "size"}
SORT_ROLE = Qt.ItemDataRole.UserRole
ROLES = frozenset(
    (
        Qt.ItemDataRole.DisplayRole,
        SORT_ROLE,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.BackgroundRole,
        Qt.ItemDataRole.ForegroundRole,
        Qt.ItemDataRole.TextAlignmentRole,
    )
)


class ChunkModel(QAbstractTableModel):
    """Rows are chunks in document order."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.chunks: Sequence[Chunk] = ()
        self.scores: Scores | None = None

    def set_plan(self, chunks: Sequence[Chunk], scores: Scores | None) -> None:
        """Show another plan; rows are inserted or removed only where their number changed,
        so that selection and scroll position stay."""
        old, new = len(self.chunks), len(chunks)
        rows = _changed(self, chunks, scores)
        if new > old:
            self.beginInsertRows(QModelIndex(), old, new - 1)
        elif new < old:
            self.beginRemoveRows(QModelIndex(), new, old - 1)
        self.chunks, self.scores = chunks, scores
        if new > old:
            self.endInsertRows()
        elif new < old:
            self.endRemoveRows()
        if rows:
            bottom = self.index(rows.stop - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(rows.start, 0), bottom)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.chunks)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section][0]
        if role == Qt.ItemDataRole.ToolTipRole:
            return COLUMNS[section][1]
        return None

    def _value(self, row: int, column: int) -> int | float | str:
        chunk = self.chunks[row]
        if column in SCORES:
            return self.scores.chunks[row].get(SCORES[column], 0.0) if self.scores else 0.0
        if column == 0:
            return row + 1
        if column == 1:
            return chunk.tokens
        if column == 7:
            return chunk.first
        return " › ".join(chunk.heading_path)

    def data(self, index: Index, role: int = 0) -> Any:
        # A repaint asks about a thousand times; most roles are not ours.
        if role not in ROLES:
            return None
        column = index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if column == 8 else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        value = self._value(index.row(), column)
        if role == SORT_ROLE:
            return value
        if role in (Qt.ItemDataRole.BackgroundRole, Qt.ItemDataRole.ForegroundRole):
            if column != 2:
                return None
            fill = score_colour(current(), float(value))
            return QBrush(fill if role == Qt.ItemDataRole.BackgroundRole else ink_on(fill))
        if column in SCORES:
            return f"{value:.2f}"
        if column == 1:
            forced = " ⚡" if self.chunks[index.row()].forced else ""
            return f"{value:,}{forced}"
        return str(value)


def _changed(model: ChunkModel, chunks: Sequence[Chunk], scores: Scores | None) -> range:
    """The rows, of those both plans have, that show something else in the new one."""
    shared = range(min(len(chunks), len(model.chunks)))
    if model.scores is None or scores is None:
        return shared
    differ = [
        row
        for row in shared
        if chunks[row] != model.chunks[row] or scores.chunks[row] != model.scores.chunks[row]
    ]
    return range(differ[0], differ[-1] + 1) if differ else range(0)


class ChunkTable(QTableView):
    """`picked` carries the number of the chunk a person chose."""

    picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Chunks")
        self._model = ChunkModel(self)
        self._proxy = QSortFilterProxyModel(self)
        self._proxy.setSourceModel(self._model)
        self._proxy.setSortRole(SORT_ROLE)
        self.setModel(self._proxy)
        self.setSortingEnabled(True)
        self.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        # A table takes input methods by default and then swallows single letters.
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        metrics = self.fontMetrics()
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(metrics.height() + 6)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        header.setMinimumSectionSize(3 * metrics.averageCharWidth())
        for column, (title, _tip) in enumerate(COLUMNS[:-1]):
            widest = max(title, "00 000" if column == 1 else "0000", key=len)
            self.setColumnWidth(column, metrics.horizontalAdvance(widest) + 16)
        self._following = False
        self.selectionModel().currentRowChanged.connect(self._on_row)

    def set_plan(self, chunks: Sequence[Chunk], scores: Scores | None) -> None:
        self._following = True
        self._model.set_plan(chunks, scores)
        self._following = False

    def follow(self, chunk: int) -> None:
        """Select `chunk` without saying that a person picked it."""
        index = self._proxy.mapFromSource(self._model.index(chunk, 0))
        self._following = True
        if index.isValid() and index.row() != self.currentIndex().row():
            self.setCurrentIndex(index)
        self._following = False

    def _on_row(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if not self._following and current.isValid():
            self.picked.emit(self._proxy.mapToSource(current).row())
