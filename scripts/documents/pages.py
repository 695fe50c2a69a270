"""The documents of the repository, and their text without code and generated parts."""

import functools
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FENCE = re.compile(r"^ *```.*?^ *```$", re.S | re.M)
# A generated part reaches from its mark to the end of the page, or to its other mark.
GENERATED_PART = re.compile(r"<!-- Made from .*|<!-- ([\w-]+): begin -->.*?<!-- \1: end -->", re.S)
GENERATED_FOLDERS = ("docs/rules/",)


def text_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def files(ending, *folders):
    found = []
    for top in folders or [""]:
        for folder, inner, names in os.walk(os.path.join(ROOT, top)):
            inner[:] = sorted(each for each in inner if each != "build" and not each.startswith("."))
            found += [os.path.relpath(os.path.join(folder, each), ROOT)
                      for each in names if each.endswith(ending)]
    return sorted(found)


@functools.cache
def pages():
    return files((".md",))


def is_generated(page):
    return page.startswith(GENERATED_FOLDERS)


def written_by_hand(page):
    """The text of a page that nobody generates; empty for a generated page."""
    if is_generated(page):
        return ""
    # The lines keep their numbers.
    return GENERATED_PART.sub(lambda found: "\n" * found[0].count("\n"), text_of(page))


def links(page):
    """Each relative link of a page outside of code: the link, the file it names, and its anchor or ""."""
    for link in re.findall(r"\]\(([^)\s]+)\)", FENCE.sub("", text_of(page))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        yield link, os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page, anchor


@functools.cache
def anchors(page):
    """The anchors of a page's headings, as GitHub makes them."""
    found = []
    for heading in re.findall(r"^#+ (.*)$", FENCE.sub("", text_of(page)), re.M):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        anchor = re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")
        again = found.count(anchor)
        found.append(f"{anchor}-{again}" if again else anchor)
    return found
