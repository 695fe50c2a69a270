"""scripts/release on a small repository: what it refuses, what --dry-run leaves, and what a release changes."""
import datetime
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = sys.argv.pop(1)
CHANGELOG = """# Changelog

## Unreleased

### Added

- A thing.

## 0.1.0 - 2020-01-01

- The beginning.
"""
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
}


class Release(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="gcrucible-release-")
        self.addCleanup(shutil.rmtree, self.folder)
        os.mkdir(self.path("scripts"))
        shutil.copy(os.path.join(SOURCE, "scripts/release"), self.path("scripts/release"))
        self.write("CMakeLists.txt", "project(gcrucible VERSION 0.1.0 LANGUAGES CXX)\n")
        self.write("CHANGELOG.md", CHANGELOG)
        self.git("init", "-q", "-b", "main")
        self.commit()

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def git(self, *words):
        return subprocess.run(["git", *words], cwd=self.folder, env=ENVIRONMENT, check=True, text=True,
                              capture_output=True).stdout

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "a state")

    def release(self, *words):
        return subprocess.run([self.path("scripts/release"), *words], env=ENVIRONMENT, text=True,
                              capture_output=True, check=False)

    def refused(self, reason, *words):
        before = self.git("rev-parse", "HEAD")
        done = self.release(*words)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertRegex(done.stderr, reason)
        self.assertEqual(self.git("rev-parse", "HEAD"), before)
        self.assertEqual(self.git("tag"), "")

    def test_a_release_changes_version_and_changelog_and_is_tagged(self):
        done = self.release("0.2.0", "--no-packages")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("git push origin main v0.2.0", done.stdout)
        self.assertEqual(self.read("CMakeLists.txt"), "project(gcrucible VERSION 0.2.0 LANGUAGES CXX)\n")
        heading = "## Unreleased\n\n## 0.2.0 - " + datetime.date.today().isoformat()
        self.assertEqual(self.read("CHANGELOG.md"), CHANGELOG.replace("## Unreleased", heading))
        self.assertEqual(self.git("status", "--porcelain"), "")
        self.assertEqual(self.git("log", "-1", "--format=%s"), "Release 0.2.0\n")
        self.assertEqual(self.git("cat-file", "-t", "v0.2.0"), "tag\n")
        self.assertEqual(self.git("rev-parse", "v0.2.0^{commit}"), self.git("rev-parse", "HEAD"))
        message = self.git("tag", "-l", "--format=%(contents)", "v0.2.0")
        self.assertEqual(message.rstrip("\n"), "gcrucible 0.2.0\n\n### Added\n\n- A thing.")

    def test_a_dry_run_changes_nothing(self):
        before = self.git("rev-parse", "HEAD")
        done = self.release("0.2.0", "--dry-run")
        self.assertEqual(done.returncode, 0, done.stderr)
        for step in ("0.1.0 becomes 0.2.0", "'git' 'commit'", "cpack", "git tag -a v0.2.0"):
            self.assertIn(step, done.stdout)
        self.assertEqual(self.git("status", "--porcelain") + self.git("tag"), "")
        self.assertEqual(self.git("rev-parse", "HEAD"), before)

    def test_a_failed_build_leaves_no_tag(self):
        done = self.release("0.2.0")  # there is no scripts/setup
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("git reset --hard HEAD~1", done.stderr)
        self.assertEqual(self.git("tag"), "")

    def test_bad_states_are_refused(self):
        self.refused("is no version", "two")
        self.refused("give the new version")
        self.refused("no option '--fast'", "0.2.0", "--fast")
        for low in ("0.1.0", "0.0.9"):
            self.refused("not higher than 0.1.0", low)
        self.git("checkout", "-q", "-b", "other")
        self.refused("the branch is other", "0.2.0")
        self.git("checkout", "-q", "main")
        self.write("new", "file\n")
        self.refused("has changes", "0.2.0")
        os.remove(self.path("new"))

    def test_an_empty_or_long_changelog_is_refused(self):
        self.write("CHANGELOG.md", "## Unreleased\n\n## 0.1.0\n\n- Old.\n")
        self.commit()
        self.refused("is empty", "0.2.0")
        self.write("CHANGELOG.md", CHANGELOG.replace("- A thing.", "- A thing.\n" * 70))
        self.commit()
        self.refused(r"has \d+ lines", "0.2.0")
        self.write("CHANGELOG.md", re.sub("## Unreleased", "## New", CHANGELOG))
        self.commit()
        self.refused("no section 'Unreleased'", "0.2.0")


unittest.main()
