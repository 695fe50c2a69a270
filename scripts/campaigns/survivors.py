"""Why mutants survive: what people have written into survivors.yaml."""


def _plain(text):
    return text[1:-1].replace("''", "'") if text.startswith("'") and text.endswith("'") else text


def read(path):
    """Entries of `- file:`, `line:` (its text), `changes:` (a list below it) and `why:`."""
    entries = []
    with open(path, encoding="utf-8") as file:
        for number, raw in enumerate(file, 1):
            text = raw.rstrip("\n")
            if not text.strip() or text.lstrip().startswith("#"):
                continue
            if text.startswith("- file: "):
                entries.append({"file": text[len("- file: "):], "line": "", "changes": [], "why": ""})
            elif text.startswith("  line: "):
                entries[-1]["line"] = _plain(text[len("  line: "):])
            elif text.startswith("  why: "):
                entries[-1]["why"] = _plain(text[len("  why: "):])
            elif text.startswith("    - "):
                entries[-1]["changes"].append(_plain(text[len("    - "):]))
            elif text != "  changes:":
                raise SystemExit(f"{path}:{number}: neither file, line, changes nor why: {text}")
    return entries


def explain(left, path):
    """The reason of each survivor by its name, and the entries that no survivor needs."""
    entries = read(path)
    reasons, used = {}, set()
    for each in left:
        for at, entry in enumerate(entries):
            same_file = ("/" + each["file"]).endswith("/" + entry["file"])
            if same_file and each["text"] == entry["line"] and each["change"] in entry["changes"]:
                reasons[each["mutant"]] = entry["why"]
                used.add((at, each["change"]))
    stale = [f"{entry['file']}: {change} in {entry['line']}" for at, entry in enumerate(entries)
             for change in entry["changes"] if (at, change) not in used]
    return reasons, stale
