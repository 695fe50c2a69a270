#!/usr/bin/env python3
"""Names that a file uses, but whose header it does not include, not even through others.

  python3 -B scripts/sources/includes.py

Where many files form one translation unit, as in CI, a neighbour's include hides the missing one. Compiling
each file by itself would take a quarter of an hour of both processors. This reads names only, in two seconds.
It knows types, constants and functions that our headers declare outside a class. It finds no missing header of
the standard library, and none for a name that also a header within reach uses.
Status 1 if there are findings.
"""

import collections
import os
import re
import subprocess
import sys

# Where headers stand that sources include by another path, as users of the installed library do.
ROOTS = [("", ""), ("gcrucible/abi/", "harness/abi/"), ("gcrucible/", "harness/library/include/gcrucible/"),
         ("gcrucible/", "harness/abi/gcrucible/")]

NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.S)
INCLUDE = re.compile(r'^#include ["<]([^">]+)[">]', re.M)
NAMESPACE = re.compile(r"^namespace ([\w:]+) \{", re.M)
# What namespaces contain is not indented.
KIND = r"(?:class|struct|enum class|enum|union)"
TYPE = re.compile(rf"^(?:template <[^\n]*>\s*)?{KIND} (?:\[\[[^\]]*\]\] )?(\w+)(?: final)?(?: : [^;{{]*)?\s*\{{", re.M)
ALIAS = re.compile(r"^using (\w+) =", re.M)
CONSTANT = re.compile(r"^(?:inline |extern )*const(?:expr|init)? [^=;({]*?(k[A-Z]\w*)", re.M)
FUNCTION = re.compile(
    r'^(?!return|else|using|namespace)(?:\[\[\w+\]\] |template <[^\n]*>\s+|inline |constexpr |extern "C" )*'
    r"[A-Za-z_][\w:<>,&*\s\[\]]*?[\s&*](\w+)\(", re.M)
ANNOUNCED = re.compile(rf"^(?: *friend )?{KIND} (\w+)[^;{{(]*;", re.M)
INDENTED_TYPE = re.compile(rf"^ +(?:{KIND}|using) (\w+)", re.M)
OWN_TYPE = re.compile(rf"\b(?:{KIND} (\w+)(?![^;{{(]*;)|(?:using|typename) (\w+))")
OWN_CONSTANT = re.compile(r"\b(k[A-Z]\w*)(?:\[[^\]]*\])*\s*(?:=[^=]|\{)")
ENUMERATORS = re.compile(r"\benum\b[^;{]*\{([^}]*)\}")
OWN_NAME = re.compile(r"[\w>&*\]]\s+[&*]*(\w+)\s*[({=]")
USE = re.compile(r"(\.|->|\b\w+::|::)?\b([A-Za-z_]\w*)\b(\()?")


class File:
    def __init__(self, text):
        self.included = INCLUDE.findall(text)
        self.text = NO_CODE.sub(lambda match: '""' if match[0][0] in '"R' else " ", text)
        self.words = set(re.findall(r"\w+", self.text))
        self.spaces = {name.split("::")[-1] for name in NAMESPACE.findall(self.text)}
        self.types = set(TYPE.findall(self.text)) | set(ALIAS.findall(self.text)) | set(CONSTANT.findall(self.text))
        self.functions = set(FUNCTION.findall(self.text))
        self.announced = set(ANNOUNCED.findall(self.text))
        self.indented = set(INDENTED_TYPE.findall(self.text))
        self.own = {name for pair in OWN_TYPE.findall(self.text) for name in pair}
        self.own_constants = set(OWN_CONSTANT.findall(self.text))
        for body in ENUMERATORS.findall(self.text):
            self.own_constants |= set(re.findall(r"\bk[A-Z]\w*", body))
        self.own_functions = set(OWN_NAME.findall(self.text))


class Sources:
    """The files of a project: a dictionary of their texts by path."""

    def __init__(self, texts):
        self.files = {path: File(text) for path, text in texts.items()}
        self.reached = {}
        self.types = collections.defaultdict(set)
        self.functions = collections.defaultdict(set)
        self.spaces = set()
        for path, file in self.files.items():
            if path.endswith(".cpp"):
                continue
            self.spaces |= file.spaces
            for name in file.types:
                self.types[name].add(path)
            for name in file.functions:
                self.functions[name].add(path)

    def path_of(self, included, by):
        candidates = [os.path.join(os.path.dirname(by), included)]
        candidates += [to + included[len(start):] for start, to in ROOTS if included.startswith(start)]
        return next((path for path in candidates if path in self.files), None)

    def reach(self, path):
        """The file and all that it includes, also through others."""
        if path not in self.reached:
            found, open_ = {path}, [path]
            while open_:
                by = open_.pop()
                targets = {self.path_of(each, by) for each in self.files[by].included} - {None}
                open_ += targets - found
                found |= targets
            self.reached[path] = frozenset(found)
        return self.reached[path]

    def declares(self, name, space, by):
        """The headers that may be meant by a type or constant that the file `by` uses."""
        file = self.files[by]
        headers = {path for path in self.types[name] if not space or space in self.files[path].spaces}
        if space:
            return headers
        for path in headers:
            there = self.files[path].spaces
            if not there or there & file.spaces:
                return headers
            if "using namespace" in file.text and any(inner in file.words for inner in there):
                return headers
        return set()

    def missing(self, path):
        """A dictionary: each name without its header, and the headers that declare it."""
        file, reach = self.files[path], self.reach(path)
        others = [self.files[other] for other in reach if other != path]
        inner = set().union(file.indented, *(other.indented for other in others))
        if path.endswith(".h"):
            inner = inner.union(file.announced, *(other.announced for other in others))
        mentioned = set().union(*(other.words for other in others))
        found = {}
        for before, name, call in USE.findall(file.text):
            if before in (".", "->", "::"):
                continue
            space = before[:-2]
            if space and space not in self.spaces:
                continue
            headers = set()
            if name in self.types:
                constant = re.match("k[A-Z]", name)
                if name in file.own or name in inner or (constant and name in file.own_constants | mentioned):
                    continue
                headers = self.declares(name, space, path)
            elif call and name in self.functions:
                wanted = {space} if space else file.spaces
                if not space and name in file.own_functions | mentioned:
                    continue
                headers = {header for header in self.functions[name] if wanted & self.files[header].spaces}
            if headers and not headers & reach:
                found[name] = sorted(headers)
        return found


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
    listed = subprocess.run(["git", "ls-files", "*.h", "*.cpp", "*.inc"], capture_output=True, text=True, check=True)
    texts = {}
    for path in listed.stdout.split():
        with open(path, encoding="utf-8") as file:
            texts[path] = file.read()
    sources = Sources(texts)
    findings = 0
    for path in sources.files:
        for name, headers in sources.missing(path).items():
            findings += 1
            print(f"{path}: uses {name}, but does not include {' or '.join(headers[:3])}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
