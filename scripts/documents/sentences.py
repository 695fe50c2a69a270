"""Sentences of pages and of comments, and how many of them are too long.

A sentence ends with a full stop, a question mark or an exclamation mark, and with its paragraph, list item or
table cell. In a table cell and in a list after a colon, it ends with a semicolon too. Code in backquotes is one word,
and so is a path. Blocks of code and generated text have no sentences.

On pages, a whole cell or paragraph may be too long as well, and counts as a long sentence.
"""

import os
import re

from documents import pages

MOST_WORDS = 25
MOST_IN_CELL = 40
MOST_IN_PARAGRAPH = 100
LIST = "scripts/documents/long-sentences.txt"
CODE_FOLDERS = ("sim", "harness", "fixtures", "tests", "bench", "scripts")

ITEM = re.compile(r"^\s*([-*+]|\d+\.)\s+")
# The next sentence may begin with a name in code: kHold, left(), .NET, the program's own name.
BEGINNING = (r"[\"'(\[*_]*(?:[A-Z0-9`…]|\.NET|gcrucible\b|k[A-Z]|\w+\(\)|\w+_\w+|(?:getenv|nullopt|yaml-cpp)\b"
             r"|(?:[\w-]+/)+[\w.-]+|--?[a-z])")
END = re.compile(r"(?<=[.!?])[\"')\]*_]*\s+(?=" + BEGINNING + ")")
SHORT_FORMS = re.compile(r"\b(e\.g|i\.e|etc|vs|cf|no|fig)\.", re.I)


def count_words(text):
    text = re.sub(r"`[^`]*`", "code", text)
    return sum(1 for word in text.split() if re.search(r"\w", word))


def plain(text):
    """Without links, images and short forms whose full stop ends no sentence."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return SHORT_FORMS.sub(lambda found: found[0].replace(".", ""), text)


def split(text):
    """The sentences of one block. The entries of a list after a colon count one by one."""
    found = []
    for sentence in END.split(plain(re.sub(r"\s+", " ", text))):
        is_list = re.search(r":\s.*;\s.*;\s", sentence)
        found += re.split(r";\s", sentence) if is_list else [sentence]
    return [each.strip() for each in found if each.strip()]


def page_blocks(page):
    """(first line, text, whether it is a table cell) of each paragraph, list item, heading and cell."""
    text = pages.written_by_hand(page)
    # Code keeps its lines, so that numbers of lines stay right.
    text = pages.FENCE.sub(lambda found: "\n" * found[0].count("\n"), text)
    text = re.sub(r"<!--.*?-->", lambda found: "\n" * found[0].count("\n"), text, flags=re.S)
    block, begins = [], 0

    def take():
        taken = [(begins, " ".join(block), False)] if block else []
        block.clear()
        return taken

    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        is_row = stripped.startswith("|")
        if not stripped or is_row or stripped.startswith("#") or ITEM.match(line):
            yield from take()
        if is_row:
            cells = re.split(r"(?<!\\)\|", stripped.strip("|"))
            yield from ((number, cell, True) for cell in cells)
        elif stripped.startswith("#"):
            yield number, stripped.lstrip("# "), False
        elif stripped:
            if not block:
                begins = number
            block.append(ITEM.sub("", stripped).lstrip("> "))
    yield from take()


def comment_blocks(path):
    """(first line, text, False) of each run of lines that are comments."""
    mark = "//" if path.endswith((".cpp", ".h")) else "#(?!!)"
    block, begins = [], 0
    for number, line in enumerate(pages.text_of(path).split("\n") + [""], 1):
        found = re.match(rf"\s*{mark} ?(.*)", line)
        text = found[1] if found else ""
        # An item, a row of aligned columns, code, a directive.
        ends = not text.strip() or bool(
            re.match(r"  |\s*(- |\d+\. |NOLINT|clang-format|shellcheck|noqa|\S+ {2,}\S)", text))
        if ends and block:
            yield begins, " ".join(block), False
            block = []
        if text.strip():
            if not block:
                begins = number
            block.append(re.sub(r"^\s*- ", "", text))


def code_files():
    """Sources, scripts, and YAML and CMake files."""
    found = pages.files((".cpp", ".h", ".py", ".yaml", ".cmake", "CMakeLists.txt"), *CODE_FOLDERS)
    return found + [path for path in pages.files("", "scripts", "bench") if "." not in os.path.basename(path)]


def long_sentences(blocks):
    """(line, words, sentence) of each sentence that is too long, and the number of all sentences."""
    found, count = [], 0
    for line, text, is_cell in blocks:
        parts = re.split(r";\s", text) if is_cell else [text]
        for part in parts:
            for sentence in split(part):
                count += 1
                words = count_words(sentence)
                if words > MOST_WORDS:
                    found.append((line, words, sentence))
    return found, count


def long_blocks(blocks):
    """The same of each cell and paragraph that is too long."""
    found = []
    for line, text, is_cell in blocks:
        words = count_words(plain(text))
        if words > (MOST_IN_CELL if is_cell else MOST_IN_PARAGRAPH):
            found.append((line, words, ("a table cell: " if is_cell else "a paragraph: ") + text.strip()))
    return found


def measured():
    """For each file: its long sentences and blocks, and the number of all sentences."""
    result = {}
    for page in pages.pages():
        found, count = long_sentences(page_blocks(page))
        result[page] = found + long_blocks(page_blocks(page)), count
    for path in code_files():
        result[path] = long_sentences(comment_blocks(path))
    return result


def allowed():
    found = {}
    for line in pages.text_of(LIST).splitlines():
        if line and not line.startswith("#"):
            number, path = line.split(None, 1)
            found[path] = int(number)
    return found


def write_list(counts):
    with open(os.path.join(pages.ROOT, LIST), "w", encoding="utf-8") as file:
        file.write("# Sentences of more than 25 words, for each file that has some. The numbers only fall:\n"
                   "# scripts/check-docs sentences --lower writes the smaller ones.\n")
        for path, count in sorted(counts.items()):
            file.write(f"{count:4} {path}\n")


def problems(lower=False, show=None):
    """Compares with the list. `lower` writes smaller numbers; `show` prints the sentences of these files."""
    result, limits = measured(), allowed()
    found, smaller = [], {}
    for path in sorted(set(result) | set(limits)):
        sentences = result[path][0] if path in result else []
        limit = limits.get(path, 0)
        if show is not None and path.startswith(show):
            for line, words, sentence in sentences:
                print(f"{path}:{line}: {words} words: {sentence}")
        if len(sentences) > limit:
            found.append(f"{path}: {len(sentences)} sentences of more than {MOST_WORDS} words, allowed {limit}:")
            found += [f"  {path}:{line}: {words} words: {sentence}" for line, words, sentence in sentences]
        elif len(sentences) < limit and not lower:
            found.append(f"{path}: {len(sentences)} sentences of more than {MOST_WORDS} words, the list says "
                         f"{limit}; scripts/check-docs sentences --lower writes the smaller number")
        smaller[path] = min(limit, len(sentences))
    if lower:
        write_list({path: count for path, count in smaller.items() if count})
    for what, is_page in (("pages", True), ("comments", False)):
        of = [each for path, each in result.items() if path.endswith(".md") == is_page]
        count, long = sum(each[1] for each in of), sum(len(each[0]) for each in of)
        print(f"{what}: {count} sentences, {long} of more than {MOST_WORDS} words")
    return found
