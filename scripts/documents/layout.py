"""Markdown of GitHub as mkdocs reads it."""

import re

ITEM = re.compile(r"( *)([-*+]|\d+\.) ")


def four(indent):
    """The indentation in steps of 4 of one in steps of 2 (in bullets) or 3 (in numbered items)."""
    return 0 if indent < 2 else 4 if indent < 4 else 8 if indent < 7 else 12


def as_mkdocs_reads(text):
    lines, fence, in_item, before = [], None, False, ""
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        if fence is not None:
            lines.append(" " * (four(fence) - fence) + line if line else line)
            if line.strip() == "```":
                fence = None
        elif line.lstrip().startswith("```"):
            fence = indent
            lines.append(" " * four(indent) + line.lstrip())
        else:
            item = ITEM.match(line)
            if item and before.strip() and not in_item:
                lines.append("")
            if line.strip() and not item and indent == 0:
                in_item = False
            if item:
                in_item = True
            lines.append(" " * four(indent) + line.lstrip() if in_item and indent else line)
        before = line
    return "\n".join(lines)
