"""C++ as tokens, as far as mutating our own clang-formatted sources needs it."""
import re
from dataclasses import dataclass, field

_TOKEN = re.compile(r"""
    (?P<blank>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<directive>^[ \t]*\#[^\n]*(?:\\\n[^\n]*)*)
  | (?P<string>(?:u8|[uUL])?"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
  | (?P<number>\d[\w.']*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<sign><=>|<<=|>>=|->\*|\.\.\.|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
""", re.X | re.S | re.M)

OPENING = {"(": ")", "[": "]", "{": "}"}


@dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int
    mate: int = -1  # of brackets: the index of the matching token
    inside: str = "namespace"  # the innermost brackets around it: namespace, type, body, list or parentheses
    spaced: bool = False  # blanks on both sides, as clang-format sets them around binary operators


@dataclass
class Source:
    path: str
    text: str
    tokens: list = field(default_factory=list)

    def line_of(self, place):
        return self.text.count("\n", 0, place) + 1

    def column_of(self, place):
        return place - self.text.rfind("\n", 0, place)

    def line_text(self, place):
        return self.text[self.text.rfind("\n", 0, place) + 1:].split("\n", 1)[0].strip()


def _braces(tokens, at):
    """What kind of braces the one at `at` opens."""
    back = at - 1
    while back >= 0 and tokens[back].text not in (";", "{", "}"):
        if tokens[back].text == ")":
            return "body" if tokens[at - 1].text in (")", "const", "override", "noexcept") else "list"
        if tokens[back].text == "namespace":
            return "namespace"
        if tokens[back].text in ("class", "struct", "enum", "union"):
            return "type"
        if tokens[back].text in ("=", "(", ",", "return", "]"):
            return "list"
        back -= 1
    before = tokens[at - 1].text if at > 0 else ""
    return "body" if before in ("else", "do", "{", "}", ";", ":") else "list"


def read(path):
    with open(path, encoding="utf-8") as file:
        source = Source(path, file.read())
    for match in _TOKEN.finditer(source.text):
        if match.lastgroup in ("blank", "directive"):
            continue
        start, end = match.span()
        spaced = source.text[start - 1:start].isspace() and source.text[end:end + 1].isspace()
        source.tokens.append(Token(match.lastgroup, match.group(), start, end, spaced=spaced))
    stack, around = [], ["namespace"]
    for at, token in enumerate(source.tokens):
        token.inside = around[-1]
        if token.text in OPENING:
            stack.append(at)
            around.append(_braces(source.tokens, at) if token.text == "{" else "parentheses")
        elif token.text in OPENING.values() and stack:
            token.mate = stack.pop()
            source.tokens[token.mate].mate = at
            around.pop()
            token.inside = around[-1]
    return source
