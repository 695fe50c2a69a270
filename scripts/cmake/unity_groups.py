"""Which C++ files may share a translation unit: `unity_groups.py MOST DISTINCT TARGETS` reads a file with a line
for each target, `NAME;FILE;...`. It prints a line for each, with its groups: `FILE|FILE,FILE|...`.

Files that are compiled as one see each other's local names: what stands in unnamed namespaces, `using`, macros.
Two files are kept apart where one of them declares such a name that the other one declares too, or means another
thing by. It may keep apart more than it must; where it joins what it must not, the compiler says so.
DISTINCT are names, with commas, that something else keeps apart.
"""
import functools
import itertools
import re
import sys

# Comments, preprocessor lines (with their continuations), raw strings, strings, characters.
NOT_CODE = re.compile(
    r"""//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*|R"(?P<tag>[^(\s]*)\(.*?\)(?P=tag)"|"(?:\\.|[^"\\\n])*"|"""
    r"""(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'""", re.DOTALL | re.MULTILINE)
TOKEN = re.compile(r"[A-Za-z_]\w*|->|::|\S")
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b", re.MULTILINE)
# Headers whose macros affect all code after them. Only files that include one share a unit.
SYSTEM_OF_MACROS = re.compile(
    r"^[ \t]*#[ \t]*include[ \t]*<(?:windows|winsock2|tlhelp32|psapi|dbghelp)\.h>", re.MULTILINE | re.IGNORECASE)
IDENTIFIER = re.compile(r"[A-Za-z_]\w*$")
# Keywords before the name of a type, and keywords before a name that is local to its file.
TYPES = {"struct", "class", "enum", "union"}
LOCAL = {"static", "constexpr", "const", "constinit"}
# Marks a name that is a variable, not an alias. Variables of functions must not shadow it.
VARIABLE = " variable"


def without_templates(tokens):
    """The tokens outside of `<...>`, as far as that is clear without the meaning of names."""
    kept, depth = [], 0
    for token in tokens:
        if token == "<" and kept and IDENTIFIER.match(kept[-1]):
            depth += 1
        elif token == ">" and depth:
            depth -= 1
        elif not depth:
            kept.append(token)
    return kept


def declared(tokens, unnamed):
    """The name that one declaration at namespace scope brings, local to its file, and what it is another name of.

    None for a name where it brings none; "" and VARIABLE for what the file declares itself.
    """
    tokens = [token for token in without_templates(tokens) if token not in ("template", "inline", "extern")]
    if not tokens or tokens[0] in ("static_assert", "friend") or tokens[:2] == ["using", "namespace"]:
        return None, ""
    if tokens[0] == "namespace":
        return tokens[1], "".join(tokens)
    if tokens[0] == "using":
        return (tokens[1] if "=" in tokens else tokens[-1]), "".join(tokens)
    if tokens[0] in TYPES and "::" in itertools.takewhile(lambda token: token not in (":", "{"), tokens):
        return None, ""  # a member of a class
    if tokens[0] in TYPES:
        names = [token for token in tokens if IDENTIFIER.match(token) and token not in TYPES]
        return (names[0] if names else None), ""
    if not unnamed and not LOCAL & set(tokens):
        return None, ""
    before, end = None, ";"
    for i, token in enumerate(tokens):
        if token in ("(", "=", "[", "{", ";"):
            end = token
            break
        if IDENTIFIER.match(token):
            before = None if i and tokens[i - 1] == "::" else token
    if before is None or before.isupper() or before == "operator":
        return None, ""
    return before, "" if end == "(" else VARIABLE


def local_names(tokens):
    names, statement = {}, []

    def end(tokens):
        name, meaning = declared(tokens, any(scopes))
        names[name] = meaning if names.get(name, meaning) == meaning else ""

    scopes = []  # of the enclosing namespaces: whether it is unnamed
    inside = 0   # depth of other braces
    for token in tokens:
        if inside:
            inside += {"{": 1, "}": -1}.get(token, 0)
            continue
        if token == "{" and statement and statement[0] == "namespace":
            scopes.append(len(statement) == 1)
            statement = []
        elif token == "{":
            end(statement + ["{"])
            statement = []
            inside = 1
        elif token == ";":
            end(statement)
            statement = []
        elif token == "}":
            if scopes:
                scopes.pop()
            statement = []
        else:
            statement.append(token)
    names.pop(None, None)
    return names


def used_names(tokens):
    """What a local name of another file could be mistaken for."""
    names = set()
    for i, token in enumerate(tokens):
        if not IDENTIFIER.match(token) or (i and tokens[i - 1] in (".", "->", "::")):
            continue
        if token[0].isupper() or re.match(r"k[A-Z]", token):
            names.add(token)
    return names


class Source:
    def __init__(self, path, distinct):
        self.path = path
        with open(path, encoding="utf-8") as file:
            text = file.read()
        macros = DEFINE.search(text)
        includes = list(INCLUDE.finditer(text))
        # A macro before an #include is intended for the included file.
        self.alone = bool(macros and includes and macros.start() < includes[-1].start())
        self.has_macros_of_system = bool(SYSTEM_OF_MACROS.search(text))
        tokens = TOKEN.findall(NOT_CODE.sub(lambda match: '""' if match[0][0] in "\"R" else " ", text))
        self.local = local_names(tokens) | dict.fromkeys(DEFINE.findall(text), "")
        for name in distinct:
            self.local.pop(name, None)
        self.used = used_names(tokens) - self.local.keys()
        self.words = set(tokens)

    def hides_from(self, other):
        """Whether a name of its own stands for something else in the other one."""
        for name, meaning in self.local.items():
            alias = meaning not in ("", VARIABLE)
            if name in other.local and not (alias and other.local[name] == meaning):
                return True
            # An alias of a constant or function means the same in every file. An alias of a type does so in
            # most files.
            if name in other.used and not (alias and name[1:2].isupper()):
                return True
            if meaning == VARIABLE and name in other.words:
                return True
        return False

    def clashes(self, other):
        return self.hides_from(other) or other.hides_from(self)


def groups_of(sources, most):
    groups = []
    for source in sources:
        room = [group for group in groups if len(group) < most and not source.alone and not group[0].alone and
                source.has_macros_of_system == group[0].has_macros_of_system and
                not any(source.clashes(other) for other in group)]
        if room:
            room[0].append(source)
        else:
            groups.append([source])
    return groups


def main():
    most, distinct = int(sys.argv[1]), sys.argv[2].split(",")
    read = functools.lru_cache(None)(lambda path: Source(path, distinct))
    with open(sys.argv[3], encoding="utf-8") as file:
        targets = [line.split(";")[1:] for line in file.read().splitlines()]
    for paths in targets:
        groups = groups_of([read(path) for path in paths if path], most)
        print(",".join("|".join(source.path for source in group) for group in groups))


main()
