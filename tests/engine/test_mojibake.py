"""Text decoded wrongly: what is certain is mended, right text stays as it is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.repair import mojibake
from engine.repair.lines import Line


def mended(text: str) -> str:
    if not mojibake.garbled(text):
        return text
    line = Line(0, len(text), text, 0)
    mojibake.mend(line)
    return line.text


def misread(text: str, times: int = 1) -> str:
    for _ in range(times):
        text = "".join(bytes([b]).decode("cp1252", "ignore") or chr(b) for b in text.encode())
    return text


SAMPLES = [
    "The keeper said “not yet” and closed the gate – slowly.",
    "Łódź płynie powoli, śluza się otwiera, żaden strażnik nie śpi.",
    "Η πύλη ανοίγει στις έξι το πρωί.",
    "Шлюз открывается в шесть часов утра.",
    "水门六点开启，渡口的钟敲两次。",
    "수문은 여섯 시에 열립니다.",
    "Cửa cống mở lúc sáu giờ và người gác ngủ.",
]


@pytest.mark.parametrize("text", SAMPLES)
@pytest.mark.parametrize("times", [1, 2])
def test_misread_text_comes_back(text: str, times: int) -> None:
    assert mended(misread(text, times)) == text


@pytest.mark.parametrize(
    "text", [*SAMPLES, "CAFÉ… MENÜ“ and GRÜ“ on one line", "Ærø, Åland, Çeşme", "naïve café"]
)
def test_right_text_stays(text: str) -> None:
    assert mended(text) == text


@settings(deadline=None, max_examples=100)
@given(st.text(alphabet="abc éüßłшя水“”…–", max_size=40))
def test_text_of_one_hand_is_never_altered(text: str) -> None:
    assert mended(text) == text
