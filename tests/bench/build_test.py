#!/usr/bin/env python3
"""bench/build measures a tree of three files, and leaves the tree as it was.

  build_test.py BENCH_BUILD FOLDER
"""
import os
import re
import shutil
import subprocess
import sys

FILES = {
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.25)
project(tiny LANGUAGES CXX)
include_directories(${PROJECT_SOURCE_DIR})
add_executable(gcrucible harness/one.cpp harness/two.cpp sim/three.cpp)
""",
    "CMakePresets.json": """{"version": 6, "configurePresets": [
  {"name": "tiny", "generator": "Ninja", "binaryDir": "${sourceDir}/build/tiny"}]}
""",
    "harness/light.h": "int light();\n",
    "harness/heavy.h": "#include <cstddef>\n#include \"harness/light.h\"\n" +
                       "".join(f"int heavy{i}();\n" for i in range(1000)),
    "harness/one.cpp": "#include \"harness/heavy.h\"\nint main() { return light(); }\n",
    "harness/two.cpp": "#include \"harness/light.h\"\nint light() { return 0; }\n",
    "sim/three.cpp": "#include \"harness/heavy.h\"\nint three() { return 3; }\n",
    "docs/performance.md": "before\n<!-- build: begin -->\nSTALE\n<!-- build: end -->\nafter\n",
}


def check(holds, what, output):
    if not holds:
        sys.exit(f"{what}:\n{output}")


def tree(folder):
    found = {}
    for at, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            with open(path, encoding="utf-8") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def run(bench, folder, *options):
    command = [sys.executable, bench, "--source", folder, "--preset", "tiny", *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def main():
    bench, folder = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    for path, text in FILES.items():
        os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
        with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
            file.write(text)

    status, output = run(bench, folder, "--quick", "--units", "2")
    check(status == 0 and "a sample of 2 of 3 units" in output, "--quick takes a sample", output)
    check("after a change" not in output, "--quick measures no change", output)
    check(tree(folder) == FILES, "the tree is as before", output)

    status, output = run(bench, folder, "--doc")
    check(status == 0, "the whole is measured", output)
    for row in (r"% +2   harness$", r"% +1   sim$", r" 1\d\d\d +2   harness/heavy\.h$",
                r" 1 +3   harness/light\.h$", r" 2   cstddef$", r"clean build: \d+ s",
                r"   harness/one\.cpp$", r"   median$"):
        check(re.search(row, output, re.M), f"a row like {row}", output)
    check(output.index("harness/heavy.h") < output.index("harness/light.h"), "heavy before light", output)
    after = tree(folder)
    doc = after.pop("docs/performance.md")
    check(after.items() == {key: FILES[key] for key in after}.items() and len(after) == len(FILES) - 1,
          "only the document differs", output)
    check(doc.startswith("before\n<!-- build: begin -->\n```\n") and "STALE" not in doc and
          doc.endswith("```\n<!-- build: end -->\nafter\n"), "the result is between the marks", doc)

    with open(os.path.join(folder, "sim/three.cpp"), "w", encoding="utf-8") as file:
        file.write("no code\n")
    status, output = run(bench, folder)
    check(status == 2 and "three.cpp" in output, "what does not compile is status 2", output)


if __name__ == "__main__":
    main()
