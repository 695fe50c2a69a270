"""Runs the commands that pages show, and compares what they print with what the pages show.

A page's blocks without a language are commands or output, in the order of the page. All commands of a page run
in one new folder, with the repository's `fixtures` and `harness`, and `libmine.so`: the profiler of the
tutorial. "…" in an output stands for any text. Each page of FOLDER needs an entry below.
"""

import os
import re
import shlex
import shutil
import subprocess
import tempfile

from documents import pages

FOLDER = "docs/howto/"
CLSID = "{5D0E4C1B-82F7-4A63-9C15-B0E6A3D7F248}"
BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.S | re.M)
FIRST_WORDS = ("gcrucible", "GCRUCIBLE_", "$ ", "g++", "cp ", "mkdir ", "rustc", "cargo", "dotnet", "parallel", "#!",
               "scripts/", "export ", "sed ")
BUILD = "g++ -std=c++20 -shared -fPIC -I. {} -o libmine.so\n"
TABLE = "fixtures/profilers/table/table.cpp"
# The tutorial's mistake, and a campaign that finds it.
FIND = (f"sed 's/id < range/id <= range/' {TABLE} > mine.cpp\n" + BUILD.format("mine.cpp") +
        f"gcrucible test --profiler ./libmine.so --clsid '{CLSID}' --cases 50 || test $? = 1\n")
# A profiler that writes a file.
WRITES = (f"{{ cat {TABLE}; printf '#include <cstdlib>\\n#include <fstream>\\n"
          "static std::ofstream sums(std::getenv(\"MINE_OUT\"));\\nstatic const bool written = bool(sums << 1);\\n'; } "
          "> writes.cpp\nexport MINE_OUT=/dev/null\n" + BUILD.format("writes.cpp"))


class Page:
    """tools: programs without which the page is skipped. setup: commands before those of the page; NAME.yaml in
    `scenarios` is the page's first, second ... block of YAML. statuses: with which the commands may end.
    replaced: (text of the page, text that is run). left_out: beginning of a block -> why nothing runs it.
    masked: numbers depend on the machine or on the number of rules."""

    def __init__(self, tools=(), setup="", scenarios=(), statuses=(0,), replaced=(), left_out=None,
                 masked=False):
        self.tools, self.setup, self.scenarios = tools, setup, scenarios
        self.statuses, self.replaced, self.masked = statuses, replaced, masked
        self.left_out = left_out or {}


# Pages of which a test of the build runs everything.
ELSEWHERE = {
    "docs/tutorial.md": "tests/harness/cli/guide_test.cpp",
    "README.md": "tests/harness/cli/run_test.cpp (scripts/prove-bare: how to install)",
}
PAGES = {
    "docs/howto/attach-and-detach.md": Page(scenarios=("attach.yaml",), setup="gcrucible run attach.yaml\n"),
    "docs/howto/ci.md": Page(
        scenarios=(), setup="mkdir -p tests/scenarios\ncp fixtures/scenarios/ten-objects-move.yaml tests/scenarios\n",
        replaced=[("--time 300", "--time 3")]),
    "docs/howto/compare-with-dotnet.md": Page(
        tools=("dotnet", "bin/player/Player.dll"),
        setup="cp fixtures/scenarios/portable/finalizers/finalizers-of-three-generations.yaml scenario.yaml\n"),
    "docs/howto/cpp.md": Page(),
    "docs/howto/csharp.md": Page(tools=("dotnet",), left_out={"THE PROFILER DIED": "needs a change of the profiler",
                                 "the profiler printed to stderr": "needs a change of the profiler"}),
    "docs/howto/explore-schedules.md": Page(scenarios=("two-heaps.yaml",), statuses=(1,)),
    "docs/howto/many-machines.md": Page(
        left_out={"parallel ": "tests/harness/cli/campaign/parts_test.cpp runs it", "#!/bin/sh": "needs Slurm"}),
    "docs/howto/probe.md": Page(),
    "docs/howto/property-test.md": Page(
        masked=True, setup=WRITES),
    "docs/howto/races.md": Page(
        left_out={"g++ -fsanitize=thread": "tests/harness/cli/schedules/races_test.cpp runs it"}),
    "docs/howto/read-a-finding.md": Page(
        setup=FIND, left_out={"gcrucible run --debugger": "waits for input; tests/harness/cli runs --debugger"}),
    "docs/howto/record-a-program.md": Page(
        tools=("dotnet", "workloads/bin/Workload.dll"), masked=True,
        replaced=[("dotnet app.dll arguments", "dotnet build/release/workloads/bin/Workload.dll gen0"),
                  ("-- ./app", "-- dotnet build/release/workloads/bin/Workload.dll gen0"),
                  (" traces/", " trace.jsonl")]),
    "docs/howto/regression-tests.md": Page(
        setup=FIND + BUILD.format(TABLE) + "mkdir -p tests/scenarios\n"),
    "docs/howto/run-scenarios.md": Page(
        setup="rm fixtures\nmkdir -p fixtures/scenarios\n"
              "cp \"$ROOT\"/fixtures/scenarios/ten-objects-{move,swept}.yaml fixtures/scenarios\n",
        replaced=[("gcrucible run fixtures", "gcrucible run -q fixtures")]),
    "docs/howto/rust.md": Page(tools=("rustc", "cargo"), left_out={"THE PROFILER DIED": "needs a change of the profiler"}),
    "docs/howto/write-a-scenario.md": Page(scenarios=("list.yaml",)),
    "docs/reference/account.md": Page(replaced=[
        ("SCENARIO", "fixtures/scenarios/allocation/account-by-function.yaml"),
        ("FOLDER", "fixtures/scenarios/allocation")]),
    "docs/reference/campaigns.md": Page(
        setup=WRITES + "gcrucible test --profiler ./libmine.so --clsid \"$CLSID\" --cases 20 --forget\n",
        masked=True),
    "docs/reference/run-report.md": Page(
        setup="mkdir scenarios\ncp fixtures/scenarios/ten-objects-move.yaml scenarios\n"),
}


def blocks_of(page):
    """(language, text) of each block, without the indentation of its list."""
    found = []
    for indent, language, text in BLOCK.findall(pages.text_of(page)):
        found.append((language, re.sub(f"^{indent}", "", text, flags=re.M)))
    return found


def is_command(text):
    # "gcrucible record: …" is a message.
    return text.startswith(FIRST_WORDS) and not re.match(r"gcrucible \w+: ", text)


def pattern(part, masked):
    """A regular expression for a part of an output."""
    text = re.escape(part.strip("\n"))
    text = text.replace("…", r"[\s\S]*?")
    return re.sub(r"\d(?:\d|,)*", r"[\\d,]+", text) if masked else text


def parts(output):
    return [part for part in re.split(r"^…\n", output, flags=re.M) if part.strip()]


def script_of(page, entry):
    """The commands of the page as one script, and the outputs that it shows."""
    lines, outputs = [entry.setup], []
    for language, text in blocks_of(page):
        if language or any(text.startswith(each) for each in entry.left_out):
            continue
        if text.startswith("$ "):
            for line in text.splitlines(True):
                (lines if line.startswith("$ ") else outputs).append(line.removeprefix("$ "))
        elif is_command(text):
            lines.append(text)
        else:
            outputs.append(text)
    script = "".join(lines).replace("{XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX}", CLSID)
    for before, after in entry.replaced:
        if before not in script:
            raise ValueError(f"{page}: no command has the text {before!r}")
        script = script.replace(before, after)
    return script, outputs


def link_sources(folder):
    for each in ("fixtures", "harness"):
        os.symlink(os.path.join(pages.ROOT, each), os.path.join(folder, each))


def build_profiler(folder):
    """The path of a new libmine.so."""
    link_sources(folder)
    subprocess.run(["sh", "-ec", BUILD.format(TABLE)], cwd=folder, check=True)
    return os.path.join(folder, "libmine.so")


def prepare(folder, programs, profiler, entry, page):
    link_sources(folder)
    os.makedirs(os.path.join(folder, "build"))
    os.symlink(os.path.dirname(programs), os.path.join(folder, "build/release"))
    yaml = [text for language, text in blocks_of(page) if language == "yaml"]
    for name, text in zip(entry.scenarios, yaml):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    # A copy, because the commands of some pages replace it.
    shutil.copy(profiler, folder)


def missing_tool(entry, programs):
    for tool in entry.tools:
        path = os.path.join(os.path.dirname(programs), tool)
        if not (os.path.exists(path) if "/" in tool else shutil.which(tool)):
            return tool
    return None


def problems_of(page, entry, programs, profiler):
    script, outputs = script_of(page, entry)
    if not script.strip():
        print(f"{page}: no commands" + "".join(f"; {why}" for why in entry.left_out.values()))
        return []
    if tool := missing_tool(entry, programs):
        print(f"{page}: SKIPPED, there is no {tool}")
        return []
    with tempfile.TemporaryDirectory(prefix="gcrucible-docs-") as folder:
        prepare(folder, programs, profiler, entry, page)
        environment = dict(os.environ, PATH=programs + os.pathsep + os.environ["PATH"], LANG="C.UTF-8",
                           COLUMNS="100", CLSID=CLSID, ROOT=pages.ROOT)
        script = re.sub(r"/tmp/", shlex.quote(folder + "/"), script)
        run = subprocess.run(["bash", "-ec", script], cwd=folder, env=environment, capture_output=True,
                             text=True, check=False)
    printed = run.stdout + run.stderr
    found = []
    if run.returncode not in entry.statuses:
        found.append(f"{page}: the commands end with status {run.returncode}:\n{printed}")
    compared = [part.replace("/tmp/", folder + "/") for output in outputs for part in parts(output)]
    for part in compared:
        if not re.search(pattern(part, entry.masked), printed):
            found.append(f"{page}: the commands do not print\n{part}but\n{printed}")
    if not found:
        shown = f", and print its outputs ({len(compared)})" if compared else ""
        print(f"{page}: the commands run{shown}")
    return found


def unknown_pages():
    """Pages with commands that have no entry."""
    found = []
    for page in pages.pages():
        inside = page.startswith((FOLDER, "docs/reference/")) or page in ("README.md", "docs/tutorial.md")
        if not inside or page in PAGES or page in ELSEWHERE:
            continue
        if any(not language and is_command(text) for language, text in blocks_of(page)):
            found.append(f"{page}: shows commands, and scripts/documents/commands.py has no entry for it")
    return found


def problems(programs, only=None):
    found = [] if only else unknown_pages()
    for page, test in ELSEWHERE.items():
        print(f"{page}: {test} runs it")
    with tempfile.TemporaryDirectory(prefix="gcrucible-docs-") as shared:
        profiler = build_profiler(shared)
        for page, entry in PAGES.items():
            if only is None or page == only:
                found += problems_of(page, entry, programs, profiler)
    return found
