"""The sections of a page that scripts write anew, each between two marks."""


def write(path, name, lines):
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except OSError as error:
        raise SystemExit(f"{path}: {error.strerror}; name a page that has the section '{name}'") from error
    if begin not in text or end not in text:
        raise SystemExit(f"{path} has no section between '{begin}' and '{end}'; add both marks where it belongs")
    before, rest = text.split(begin, 1)
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + begin + "\n" + "\n".join(lines) + "\n" + end + rest.split(end, 1)[1])
