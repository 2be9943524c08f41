"""What the program remembers between starts: an INI file, typed on the way out.

QSettings gives strings back after a restart, so every value passes through a type here.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import platformdirs
from PySide6.QtCore import QByteArray, QSettings

from engine.settings import RunSettings

RECENT_FILES = 10
LAYOUT_VERSION = 1


def data_folder() -> Path:
    """Where workspaces live unless a person says otherwise."""
    return Path(platformdirs.user_data_dir("seamline", appauthor=False, ensure_exists=True))


def config_file() -> Path:
    folder = platformdirs.user_config_dir("seamline", appauthor=False, ensure_exists=True)
    return Path(folder) / "seamline.ini"


class Preferences:
    """Typed access to the INI file."""

    def __init__(self, path: Path | None = None) -> None:
        self._store = QSettings(str(path or config_file()), QSettings.Format.IniFormat)

    def text(self, key: str, default: str = "") -> str:
        return str(self._store.value(key, default))

    def number(self, key: str, default: float) -> float:
        try:
            return float(self.text(key, str(default)))
        except ValueError:
            return default

    def flag(self, key: str, default: bool) -> bool:
        return self.text(key, str(default)).lower() in ("true", "1")

    def set(self, key: str, value: Any) -> None:
        self._store.setValue(key, value)

    def blob(self, key: str) -> QByteArray:
        value = self._store.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()

    def recent(self) -> list[Path]:
        """Files opened last, newest first."""
        value = self._store.value("recent", [])
        # A list of one comes back as a plain string.
        names = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        return [Path(name) for name in names if name]

    def remember_file(self, path: Path) -> None:
        names = [str(path), *(str(p) for p in self.recent() if p != path)]
        self._store.setValue("recent", names[:RECENT_FILES])

    def run_settings(self) -> RunSettings:
        """The settings of the next run; a value that no longer fits gives the default."""
        defaults = RunSettings()
        values: dict[str, Any] = {}
        for item in fields(RunSettings):
            default = getattr(defaults, item.name)
            key = f"run/{item.name}"
            if isinstance(default, bool):
                values[item.name] = self.flag(key, default)
            elif isinstance(default, int):
                values[item.name] = int(self.number(key, default))
            elif isinstance(default, float):
                values[item.name] = self.number(key, default)
            else:
                values[item.name] = self.text(key, default)
        return RunSettings(**values)

    def set_run_settings(self, settings: RunSettings) -> None:
        for key, value in settings.to_dict().items():
            self._store.setValue(f"run/{key}", value)

    def sync(self) -> None:
        self._store.sync()
