"""The changes that a mutant may have: one edit of one source file each, in the order of the file.

Left alone: what only the faulty build has (`has(Fault::...)`, `misdeeds::...`).
"""
from dataclasses import dataclass

_SWAPS = {
    "relational": {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="],
                   "!=": ["=="]},
    "arithmetic": {"+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"], "+=": ["-="], "-=": ["+="]},
    "logical": {"&&": ["||"], "||": ["&&"], "&": ["|"], "|": ["&"]},
    "increment": {"++": ["--"], "--": ["++"]},
}
_UNARY_BEFORE = {"(", ",", "=", "return", "&&", "||", "!", "{", "[", "?", ":", ";", "}", ")"}
_NO_EXPRESSION = {"using", "static", "const", "constexpr", "auto", "if", "for", "while", "do", "else",
                  "switch", "case", "default", "class", "struct", "enum", "template", "namespace", "public", "private",
                  "throw", "goto"}


@dataclass(frozen=True)
class Mutant:
    file: str  # relative to the root
    line: int
    column: int
    operator: str
    old: str
    new: str
    text: str  # the source line, without its indent
    start: int
    end: int

    @property
    def name(self):
        return f"{self.file.rsplit('/', 1)[-1]}:{self.line}:{self.column} {self.operator} {self.change}"

    @property
    def change(self):
        def one_line(text):
            return " ".join(text.split())
        return f"{one_line(self.old)} => {one_line(self.new) or 'nothing'}"


def _statement_end(tokens, at):
    """The place after the statement that begins at `at`."""
    if tokens[at].text == "{":
        return tokens[at].mate + 1
    if tokens[at].text in ("if", "for", "while"):
        end = _statement_end(tokens, tokens[at + 1].mate + 1)
        if end < len(tokens) and tokens[end].text == "else":
            end = _statement_end(tokens, end + 1)
        return end
    while tokens[at].text != ";":
        at = tokens[at].mate + 1 if tokens[at].text in ("(", "[", "{") else at + 1
    return at + 1


def _of_the_faulty_build(tokens):
    """Tokens that only the faulty build has code for."""
    without = set()
    for at, token in enumerate(tokens):
        if token.text == "has" and tokens[at + 1].text == "(":
            without.update(range(at, tokens[at + 1].mate + 1))
            if tokens[at - 1].text == "!":
                without.add(at - 1)
        elif token.text == "if" and tokens[at + 1].text == "(" and tokens[at + 2].text == "has":
            stop = tokens[at + 1].mate + 1
            condition = [each.text for each in tokens[at + 2:tokens[at + 1].mate]]
            if "||" not in condition:
                without.update(range(at, _statement_end(tokens, stop)))
        elif token.text == "misdeeds" and tokens[at + 1].text == "::":
            without.update(range(at, _statement_end(tokens, at)))
    return without


def _constants(token):
    if token.text in ("true", "false"):
        return ["false" if token.text == "true" else "true"]
    if token.kind != "number" or not token.text.rstrip("uU").isdigit():
        return []
    value = int(token.text.rstrip("uU"))
    return {0: ["1"], 1: ["0", "2"]}.get(value, [str(value + 1), str(value - 1)])


def _expression_statement(tokens, at):
    """Whether what begins at `at` does something and declares nothing."""
    first = tokens[at]
    if first.text in ("++", "--", "*", "return", "continue", "break"):
        return True
    if first.kind != "word" or first.text in _NO_EXPRESSION:
        return False
    at += 1
    while tokens[at].text in ("::", ".", "->", "(", "["):
        at = tokens[at].mate + 1 if tokens[at].text in ("(", "[") else at + 2
    return tokens[at].text in (";", "=", "+=", "-=", "|=", "&=", "++", "--")


def _last_of_function(tokens, end):
    """Whether its function ends after `end`: a return that is missing there changes no profiler."""
    return tokens[end].text == "}" and tokens[tokens[end].mate].inside in ("namespace", "type", "parentheses")


def _arguments(tokens, at):
    """Places of the top-level arguments after the bracket at `at`, as (first, end)."""
    found, first, place = [], at + 1, at + 1
    while place < tokens[at].mate:
        if tokens[place].text == ",":
            found.append((first, place))
            first = place + 1
        place = tokens[place].mate + 1 if tokens[place].text in ("(", "[", "{") else place + 1
    if first < place:
        found.append((first, place))
    return found


def mutants_of(source, file):
    tokens, found = source.tokens, []
    without = _of_the_faulty_build(tokens)

    def add(operator, first, stop, new):
        start, end = tokens[first].start, tokens[stop - 1].end
        found.append(Mutant(file, source.line_of(start), source.column_of(start), operator,
                            source.text[start:end], new, source.line_text(start), start, end))

    def text(first, stop):
        return source.text[tokens[first].start:tokens[stop - 1].end]

    body = 0  # braces of function bodies around the current token
    bodies = []
    for at, token in enumerate(tokens):
        if token.text == "{" and (token.mate > at) and tokens[at + 1].inside == "body":
            bodies.append(token.mate)
        while bodies and at >= bodies[-1]:
            bodies.pop()
        body = len(bodies)
        if at in without:
            continue
        before = tokens[at - 1].text if at else ""
        for operator, swaps in _SWAPS.items():
            binary = token.spaced and before not in _UNARY_BEFORE
            if token.text in swaps and (binary or operator == "increment"):
                for new in swaps[token.text]:
                    add(operator, at, at + 1, new)
        if token.text == "!" and tokens[at + 1].text != "=":
            add("logical", at, at + 1, "")
        for new in _constants(token):
            add("constant", at, at + 1, new)
        if not body:
            continue
        if token.text == "if" and tokens[at + 1].text == "(":
            first, stop = at + 2, tokens[at + 1].mate
            for place in range(first, stop):
                if tokens[place].text == ";":
                    first = place + 1
            declares = [place for place in range(first, stop) if tokens[place].text == "="]
            if declares:
                name = tokens[declares[0] - 1].text
                add("condition", first, stop, f"{text(first, stop)}; !{name}")
            else:
                add("condition", first, stop, f"!({text(first, stop)})")
        controlled = before == ")" and tokens[tokens[at - 1].mate - 1].text in ("if", "for", "while")
        starts = controlled or before in ("{", "}", ";", "else")
        if starts and token.inside == "body" and _expression_statement(tokens, at):
            end = _statement_end(tokens, at)
            if token.text != "return" or not _last_of_function(tokens, end):
                add("statement", at, end, ";")
        calls = token.text == "(" and tokens[at - 1].kind == "word"
        if calls and before not in ("if", "for", "while", "switch"):
            arguments = _arguments(tokens, at)
            for left, right in zip(arguments, arguments[1:]):
                if text(*left) != text(*right):
                    add("arguments", left[0], right[1], f"{text(*right)}, {text(*left)}")
    return found
