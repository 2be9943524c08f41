"""Lines of a terminal, a log, a program, a configuration or a data file without a fence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.repair.lines import Line

_PROMPT = re.compile(
    r"(?:\$|%|>|>>>|#)\s\S|(?:PS )?[A-Z]:\\[^>]*>|\w+@[\w-]+[:~$ ]\S*\s\S",
)
_LOG = re.compile(
    r"(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\[(?:INFO|WARN|ERROR|DEBUG)|"
    r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |"
    r"(?:error|warning|info|debug|fatal|note|traceback|Exception)\b.{0,3}[:(]|\s*at \w+[\w.$]*\(|"
    r"(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL)\b)",
)
_TERMINAL = re.compile(f"(?:{_PROMPT.pattern})|(?:{_LOG.pattern})")
# What makes a listing of all the lines below it too.
_BEGINS = re.compile(
    r"\$ [A-Za-z./~]|(?:PS )?[A-Z]:\\[^>]*>|\w+@[\w-]+:\S*[$#] |>>> |"
    r"Traceback \(most recent call last\)|"
    r"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) /\S* HTTP/\d|HTTP/\d(?:\.\d)? \d{3}|"
    r"diff --git |@@ -\d|#!/"
)
_CODE = re.compile(
    r"[+-]?\s*(?:"
    r"[\w.\[\]\"']+ {0,3}(?:[-+*/|&]?=|:=|<-) ?\S|"  # an assignment
    r".*[({=].*[;{]$|[})\]]+[;,]?$|.*\{$|"
    r"\"[^\"]+\": ?\S|"
    r"</?[\w-]+[^>]*>|[;/]/? \S|\[[\w .:-]+\]$|"
    r"[\w.]+\([^)]*\);?$|"  # a call
    r"(?:if|elif|else|for|while|try|except|finally|with|def|class)\b.*:$|"
    r"(?:from [\w.]+ )?import [\w.*]+(?: as \w+)?$|"
    r"(?:cd|sudo|git|pip3?|npm|docker|apt(?:-get)?|mkdir|chmod|curl|wget|cargo|\./[\w.-]+) "
    r"[^,.;:!?]*[\w/.-]+$|make$|"
    r"[\w./-]+(?: \S+)* --?[A-Za-z][\w-]*(?:[= ]\S|$)|"  # a command with an option
    r"(?:- )?[\w-]+:(?: [\w\"'.\[{/-]+)?$"  # a key, or a key and its value
    r")"
)
_PLENTY = 0.7  # share of lines with a sign of code from which all are code


def listing(run: Sequence[Line]) -> bool:
    """Whether the lines are a listing, which keeps its line breaks."""
    if len(run) < 2:
        return False
    if _BEGINS.match(run[0].text):
        return True
    signs = sum(_TERMINAL.match(line.text) is not None for line in run)
    if signs >= 2 and signs >= 0.5 * len(run):
        return True
    return _code(run) or _separated(run)


def code_sign(text: str) -> bool:
    """Whether the line looks like one of a program or a configuration."""
    return len(text) <= 200 and _CODE.match(text) is not None


def _code(run: Sequence[Line]) -> bool:
    signs = 0
    for number, line in enumerate(run, 1):
        signs += code_sign(line.text)
        if number >= 4 and signs < 0.3 * number:
            return False  # prose, as most runs are
    return signs >= 2 and signs >= _PLENTY * len(run)


def _separated(run: Sequence[Line]) -> bool:
    """Rows of values parted by commas or semicolons without a space."""
    for sign in ",;":
        count = run[0].text.count(sign)
        if count >= 2 and sign + " " not in run[0].text:
            return all(
                line.text.count(sign) == count and sign + " " not in line.text for line in run
            )
    return False
