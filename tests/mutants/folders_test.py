#!/usr/bin/env python3
"""scripts/mutants on a folder of a small tree: who dies, who survives, and what is explained.

  folders_test.py SCRIPTS FOLDER
"""
import json
import os
import shutil
import subprocess
import sys

FILES = {
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.25)
project(tiny LANGUAGES CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_library(gcrucible_sim STATIC sim/one.cpp)
add_executable(test_sim main.cpp)
target_link_libraries(test_sim PRIVATE gcrucible_sim)
""",
    "CMakePresets.json": """{"version": 6, "configurePresets": [
  {"name": "ci-release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/ci-release"}]}
""",
    "sim/one.cpp": "int twice(int a) {\n  return a + a;\n}\nint seen(int a) {\n  return a * 7;\n}\n",
    "main.cpp": "int twice(int);\nint seen(int);\n"
                "int main() { return twice(3) == 6 && seen(0) == 0 ? 0 : 1; }\n",
    "tests/mutants/survivors.yaml": "- file: sim/one.cpp\n  line: 'return a * 7;'\n  changes:\n"
                                    "    - '7 => 8'\n  why: 'elsewhere: for the test'\n",
}
EXPECTED = {"+ => -": "killed", "* => /": "survived", "7 => 8": "survived", "7 => 6": "survived"}


def run(folder, *options):
    done = subprocess.run([os.path.join(folder, "scripts/mutants"), "sim", *options], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def main():
    scripts, folder = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    for path, text in FILES.items():
        os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
        with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
            file.write(text)
    shutil.copytree(os.path.join(scripts, "campaigns"), os.path.join(folder, "scripts/campaigns"))
    shutil.copy(os.path.join(scripts, "mutants"), os.path.join(folder, "scripts/mutants"))

    status, output = run(folder)
    assert status == 0, output
    with open(os.path.join(folder, "build/mutants/folders.json"), encoding="utf-8") as file:
        states = {each["change"]: each["state"] for each in json.load(file)}
    assert states == EXPECTED, f"{states}\n{output}"
    assert "| `sim` | 4 | 1 | 3 | 0 | 0 | 25.0 % |" in output, output
    assert output.count("NOT EXPLAINED") == 2 and "elsewhere: for the test" in output, output
    samples = [run(folder, "--list", "--sample", "2", "--seed", "9") for _ in range(2)]
    assert samples[0] == samples[1] and len(samples[0][1].splitlines()) == 2, samples
    assert run(folder, "--check")[0] == 1, "not all are explained"
    assert run(folder, "--at-least", "26")[0] == 1 and run(folder, "--at-least", "25")[0] == 0, "25 of 100"


if __name__ == "__main__":
    main()
