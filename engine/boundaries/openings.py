"""How a paragraph opens, and what stands above it: does it go on or start something?

Cue phrases (Grosz & Sidner 1986; Litman & Passonneau 1995): what opens with a pronoun or a
connective leans on what came before, what opens with "okay" or "next" turns to something
else. So do forms: code, tables and lists belong to the prose above them, a colon announces
what follows, and a speaker's "Yeah." starts nothing. Words are those common in any text of
the language, whatever it is about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from engine.document import Paragraph

BLOCKS = frozenset({"code", "list", "table", "formula"})
OPENING = 60  # code points that are looked at
BRIEF = 48  # bytes of UTF-8: a dozen words, sixteen Han characters

_RUNS_ON = frozenset(":：,，;；、")
_SPEAKER = re.compile(r"[^\W\d_][\w .'’-]{0,30}[:：] ?(?=\S)")
_AROUND = "\"'“”‘’«»„.,;:!?…()[]{}*_`—–-。，、：；！？「」『』（）《》"
_LEANING = frozenset(
    re.split(
        r"\s+",
        # English, German, French, Spanish, Russian; of Chinese and Japanese, which put no
        # spaces between words, the first one or two characters
        """
        he she it they his her its their this that these those such both another some other others
        however but and or also thus therefore hence moreover furthermore additionally then instead
        otherwise similarly likewise consequently nevertheless nonetheless yet meanwhile afterwards
        later there here again because
        er sie ihr ihre sein seine dies diese dieser dieses diesem jedoch aber und oder auch daher
        deshalb somit außerdem zudem ferner dann stattdessen ebenso dennoch trotzdem danach dabei
        il ils elle elles ce cette ces cela sa ses leur leurs cependant mais et ou aussi donc ainsi
        puis toutefois néanmoins ensuite
        él ellos ella ellas esta este esto estas estos su sus pero también además luego después así
        он она оно они это эта этот эти его её их однако но и или также поэтому затем например
        这 這 那 该 該 其 他 她 它 此 但 而 并 並 也 还 還 再 又 即 然而 不过 不過 因此 所以 因为
        因為 同时 同時 另外 例如 比如 于是 於是 接着 然后 然後 之后 之後 同样 同樣 反之 否则 否則
        上述 对此 對此 しか また そし だか それ これ その この
        """.strip(),
    )
)
_TURNING = frozenset(
    re.split(
        r"\s+",
        """ok okay so now right alright well next first let's let’s nun zunächst bon alors
        maintenant bueno ahora итак теперь сначала
        好 好的 那么 那麼 现在 現在 首先 接下 下面 さて では 次に""",
    )
)
_PHRASES = {
    "in": ("addition", "contrast"),
    "for": ("example", "instance"),
    "zum": ("beispiel",),
    "de": ("plus",),
    "en": ("outre",),
    "par": ("exemple",),
    "sin": ("embargo",),
    "por": ("ejemplo", "tanto"),
    "кроме": ("того",),
}
_SPACELESS = "\u3040"  # scripts from here on put no spaces between words


def cues(text: str, paragraphs: Sequence[Paragraph]) -> npt.NDArray[np.float64]:
    """What the openings say for (positive) or against a new topic at each gap, in the
    standard deviations of `engine.boundaries.cohesion.change`, [len(paragraphs)].

    Each sign counts one: finer weights, fitted to texts, were no better on other texts.
    """
    scores = [0.0]
    for above, paragraph in pairwise(paragraphs):
        score = 0.0
        kind = paragraph.kind
        if kind == "prose":
            start = paragraph.start
            score = _opening(text[start : min(paragraph.end, start + OPENING)])
        elif kind in BLOCKS:
            score = -1.0
        if above.kind == "code":
            score -= 1.0
        if text[above.end - 1] in _RUNS_ON:
            score -= 1.0
        scores.append(score)
    return np.array(scores[: len(paragraphs)])


def _opening(opening: str) -> float:
    score = -1.0 if len(opening) <= BRIEF and len(opening.encode()) <= BRIEF else 0.0
    if (":" in opening or "：" in opening) and (speaker := _SPEAKER.match(opening)):
        opening = opening[speaker.end() :]
    words = opening.split(None, 2)
    word = words[0].strip(_AROUND).lower()
    if word >= _SPACELESS:
        for start in (word[:2], word[0]):
            if start in _LEANING:
                return score - 1.0
            if start in _TURNING:
                return score + 1.0
        return score
    if word in _LEANING:
        score -= 1.0
    elif word in _TURNING:
        score += 1.0
    elif word in _PHRASES and len(words) > 1 and words[1].strip(_AROUND) in _PHRASES[word]:
        score -= 1.0
    return score - opening[0].islower()
