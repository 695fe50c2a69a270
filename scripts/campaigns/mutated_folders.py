"""Mutants of folders of our own libraries, and the tests of the library that kill them.

The smallest test programs that have the folder's tests are linked with the object file of the changed source.
They run until the first failure. What survives is explained in tests/mutants/survivors.yaml.
"""
import collections
import concurrent.futures
import hashlib
import json
import os
import random
import shlex
import subprocess
import sys
import time

import cxx_tokens
import operators
import survivors

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXPLAINED = os.path.join(ROOT, "tests/mutants/survivors.yaml")
# By folder: what to configure, the folder's library, and the test programs.
TESTS = {
    "sim": ("sim", "gcrucible_sim", ("test_sim",)),
    "harness/rules": ("harness/abi;harness/trace;harness/account;harness/program;harness/yaml;"
                      "harness/runtimes;harness/rules", "gcrucible_rules", ("test_probe_texts", "test_rules", "test_findings")),
}
# A mutant that runs this many times as long as the original does not end.
PATIENCE = 10
LEAST_SECONDS = 20


def tests_of(folder):
    for known, tests in TESTS.items():
        if folder == known or folder.startswith(known + "/"):
            return tests
    sys.exit(f"no tests are known for {folder}; there are some for {', '.join(TESTS)}, and folders in them")


def sources_below(folder):
    found = []
    for at, _, names in os.walk(os.path.join(ROOT, folder)):
        found += [os.path.relpath(os.path.join(at, name), ROOT) for name in names if name.endswith(".cpp")]
    return sorted(found)


def mutants_of(folder):
    """All mutants of the sources below the folder. Headers are left out: one has many object files."""
    found = []
    for source in sources_below(folder):
        found += operators.mutants_of(cxx_tokens.read(os.path.join(ROOT, source)), source)
    return found


def name_of(mutant):
    """Files of two folders may have the same name."""
    return os.path.dirname(mutant.file) + "/" + mutant.name


class Programs:
    """The test programs of a folder, and how to build them with another object file."""

    def __init__(self, folder, results, jobs):
        configured, library, targets = tests_of(folder)
        self.results = os.path.join(results, targets[0])
        self.build = os.path.join(self.results, "build")
        # The library's files are units of their own, so that one of them can be replaced.
        flags = ["-DGCRUCIBLE_ONLY=" + configured, "-DGCRUCIBLE_UNITY_EXCEPT=" + library,
                 "-DGCRUCIBLE_TEST_PART=all", "--log-level=WARNING"]
        subprocess.run(["cmake", "--preset", "ci-release", "-B", self.build, *flags], check=True, cwd=ROOT,
                       stdout=subprocess.DEVNULL)
        subprocess.run(["ninja", "-C", self.build, f"-j{jobs}", *targets], check=True,
                       stdout=subprocess.DEVNULL)
        with open(os.path.join(self.build, "compile_commands.json"), encoding="utf-8") as file:
            self.compile = {os.path.relpath(entry["file"], ROOT): shlex.split(entry["command"])
                            for entry in json.load(file)}
        self.links = [self.link_of(target) for target in targets]
        started = time.monotonic()
        for link in self.links:
            state, by = self.run(link[link.index("-o") + 1], 600)
            if state != "survived":
                sys.exit(f"{os.path.basename(link[link.index('-o') + 1])} fails as it is: {by}")
        self.limit = max(LEAST_SECONDS, PATIENCE * (time.monotonic() - started))

    def link_of(self, target):
        """The words of the command that links the target."""
        commands = subprocess.run(["ninja", "-C", self.build, "-t", "commands", target], check=True,
                                  stdout=subprocess.PIPE, text=True).stdout.splitlines()
        # Between the commands before and after linking, which CMake joins with `&&`.
        return next(shlex.split(part) for part in commands[-1].split(" && ") if " -o " in part)

    def object_file(self, source, text, name):
        """The object code of the text in place of the source; None if it does not compile."""
        words = list(self.compile[source])
        out = os.path.join(self.results, name + ".o")
        words[words.index("-o") + 1] = out
        # Beside the source, so that its includes are found. The compiler reads it from a pipe. Not -I: sim/assert.h
        # is not <assert.h>.
        at = words.index("-c")
        words[at:at + 2] = ["-c", "-x", "c++", "-iquote", os.path.dirname(os.path.join(ROOT, source)), "-"]
        done = subprocess.run([*words, "-w", "-g0"], input=text.encode(), cwd=self.build, check=False,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return out if done.returncode == 0 else None

    def linked(self, link, object_file):
        words = list(link)
        words[words.index("-o") + 1] = object_file + ".exe"
        # Before the libraries. Their member of the same source is then not needed.
        first = next(place for place, word in enumerate(words) if word.endswith(".o"))
        words.insert(first, object_file)
        subprocess.run(words, check=True, cwd=self.build)
        return object_file + ".exe"

    def judge(self, object_file):
        """(state, by what) of the changed programs: survived, or killed by the first case that fails."""
        state, by = "survived", ""
        for link in self.links:
            state, by = self.run(self.linked(link, object_file), self.limit)
            if state != "survived":
                break
        return state, by

    def run(self, program, limit):
        """(state, by what) of one program."""
        # Shrinking a counterexample may take minutes, and only the failure counts.
        env = {**os.environ, "RC_PARAMS": "seed=1 max_success=30 noshrink=1"}
        try:
            done = subprocess.run([os.path.join(self.build, program), "--abort"], cwd=self.build, env=env,
                                  check=False, timeout=limit, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT)
        except subprocess.TimeoutExpired:
            return "killed", f"not over after {limit:.0f} s"
        if done.returncode == 0:
            return "survived", ""
        return "killed", first_failure(done.stdout.decode(errors="replace"))


def first_failure(output):
    """The name of the case in Catch2's report."""
    lines = output.splitlines()
    for at, line in enumerate(lines):
        if line.startswith("-----") and at + 2 < len(lines) and lines[at + 2].startswith("-----"):
            return lines[at + 1].strip()
    return lines[-1][:100] if lines else "a crash"


class Trial:
    """Judges mutants one by one."""

    def __init__(self, programs):
        self.programs = programs
        self.originals = {}

    def original(self, source):
        if source not in self.originals:
            with open(os.path.join(ROOT, source), encoding="utf-8") as file:
                text = file.read()
            self.originals[source] = text, self.digest(self.programs.object_file(source, text, "original"))
        return self.originals[source]

    @staticmethod
    def digest(path):
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()

    def judge(self, mutant):
        """(state, by what, code): broken, equivalent, survived or killed."""
        text, code = self.original(mutant.file)
        name = hashlib.sha256(name_of(mutant).encode()).hexdigest()[:12]
        changed = text[:mutant.start] + mutant.new + text[mutant.end:]
        built = self.programs.object_file(mutant.file, changed, name)
        if built is None:
            return "broken", "", ""
        try:
            mutated = self.digest(built)
            if mutated == code:
                return "equivalent", "", mutated
            return (*self.programs.judge(built), mutated)
        finally:
            for path in (built, built + ".exe"):
                if os.path.exists(path):
                    os.remove(path)


def counts_of(results):
    states = collections.Counter(each["state"] for each in results)
    judged = states["killed"] + states["survived"]
    share = f"{100 * states['killed'] / judged:.1f} %" if judged else "-"
    return states, judged, share


def table(results, folders):
    states = ["killed", "survived", "equivalent", "broken"]
    rows = ["| folder | mutants tried | " + " | ".join(states) + " | killed share |",
            "|---" * (len(states) + 3) + "|"]
    for folder in folders:
        own = [each for each in results if each["file"].startswith(folder + "/")]
        counts, _, share = counts_of(own)
        cells = [f"`{folder}`", str(len(own)), *[str(counts[state]) for state in states], share]
        rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows)


def chosen_mutants(arguments):
    folders = [folder.rstrip("/") for folder in arguments.folders]
    chosen = []
    for folder in folders:
        own = mutants_of(folder)
        if not own:
            sys.exit(f"no mutant below {folder}")
        if arguments.sample and arguments.sample < len(own):
            own = random.Random(arguments.seed).sample(own, arguments.sample)
        chosen += sorted(set(own), key=lambda mutant: (mutant.file, mutant.start, mutant.new))
    return folders, chosen


def run(arguments):
    folders, chosen = chosen_mutants(arguments)
    if arguments.list:
        for mutant in chosen:
            print(name_of(mutant))
        return
    results_folder = os.path.abspath(arguments.results or os.path.join(ROOT, "build/mutants"))
    os.makedirs(results_folder, exist_ok=True)
    trials = {}
    for folder in folders:
        targets = tests_of(folder)[2]
        if targets not in trials:
            trials[targets] = Trial(Programs(folder, results_folder, arguments.jobs))
    for mutant in chosen:
        trials[tests_of(mutant.file)[2]].original(mutant.file)

    def judged(mutant):
        state, by, _ = trials[tests_of(mutant.file)[2]].judge(mutant)
        return {"mutant": name_of(mutant), **vars(mutant), "change": mutant.change, "state": state, "by": by}

    results = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for result in pool.map(judged, chosen):
            results.append(result)
            print(f"{len(results)} of {len(chosen)}: {result['mutant']}: {result['state']} {result['by']}",
                  flush=True)
    with open(os.path.join(results_folder, "folders.json"), "w", encoding="utf-8") as file:
        json.dump(results, file, indent=1)
    report(results, folders, arguments)


def report(results, folders, arguments):
    print("\n" + table(results, folders))
    left = [each for each in results if each["state"] == "survived"]
    reasons, _ = survivors.explain(left, EXPLAINED)
    for each in left:
        print(f"\n{each['mutant']}\n  {each['text']}\n  {reasons.get(each['mutant'], 'NOT EXPLAINED')}")
    if arguments.check and len(reasons) < len(left):
        sys.exit(f"{len(left) - len(reasons)} survivors are not explained in tests/mutants/survivors.yaml")
    _, judged, _ = counts_of(results)
    killed = judged - len(left)
    if arguments.at_least and 100 * killed < arguments.at_least * judged:
        sys.exit(f"{killed} of {judged} are killed, which is less than {arguments.at_least} of 100")
