// Man pages and completions: they have all options of --help, and shells can use them.
#include <set>
#include <sstream>

#include "tests/harness/cli/command.h"
#include "tests/support/skip.h"

namespace gcrucible::tests {
namespace {

// The names that --help prints at the beginning of its lines: "-q,--quiet" gives "-q" and "--quiet".
std::set<std::string> options_in(const std::string& help) {
  std::set<std::string> names;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  -")) continue;
    std::istringstream words(line.substr(2, line.find_first_of(" [", 2) - 2));
    for (std::string name; std::getline(words, name, ',');) names.insert(name);
  }
  return names;
}

std::string plain(std::string roff) {
  std::erase(roff, '\\');
  return roff;
}

class ShellFiles {
 public:
  ShellFiles() { REQUIRE(call({"--shell-files", folder()}).status == 0); }
  std::string folder() const { return scratch_.path("share"); }
  std::string text(const std::string& name) const { return text_of_file(folder() + "/" + name); }
  // What bash completes for these words; the last one is incomplete.
  std::string completed(const std::string& words) const {
    return shell("bash",
                 "source " + folder() + "/bash-completion/completions/gcrucible; COMP_WORDS=(" + words +
                     "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _gcrucible; echo \"${COMPREPLY[*]}\"");
  }
  std::string shell(const std::string& name, const std::string& script) const {
    const std::string out = scratch_.path("out");
    const std::string file = scratch_.write("script", script);
    const int status = std::system((name + " " + file + " >" + out + " 2>&1").c_str());
    return text_of_file(out) + (status == 0 ? "" : "failed");
  }

 private:
  Scratch scratch_;
};

}  // namespace

TEST_CASE("shell files: man pages and completions have every option of --help") {
  const ShellFiles files;
  const std::string bash = files.text("bash-completion/completions/gcrucible");
  const std::string zsh = files.text("zsh/site-functions/_gcrucible");
  const std::string fish = files.text("fish/vendor_completions.d/gcrucible.fish");
  for (const std::string command :
       {"run", "record", "test", "explore", "merge", "check", "compare", "rules", "explain", "schema"}) {
    const std::set<std::string> options = options_in(call({command, "--help"}).out);
    REQUIRE(options.contains("--help"));
    const std::string page = plain(files.text("man/man1/gcrucible-" + command + ".1"));
    const std::string completed = files.completed("gcrucible " + command + " -");
    for (const std::string& name : options) {
      INFO(command << " " << name);
      CHECK(contains(page, "fB" + name + "fR"));
      CHECK(contains(" " + completed, " " + name));
      CHECK(contains(zsh, name + "["));
      const std::string flag = name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      CHECK(contains(fish, flag + " "));
    }
    CHECK(contains(files.text("man/man1/gcrucible.1"), ".BR gcrucible\\-" + command + " (1)"));
  }
}

TEST_CASE("shell files: bash completes commands, options and their values") {
  const ShellFiles files;
  CHECK(files.completed("gcrucible ex") == "explore explain\n");
  CHECK(files.completed("gcrucible --v") == "--version\n");
  CHECK(files.completed("gcrucible run --ti") == "--timeout\n");
  CHECK(files.completed("gcrucible run --color ''") == "auto always never\n");
  CHECK(files.completed("gcrucible run --color = al") == "always\n");
  CHECK(files.completed("gcrucible run --on ''") == "simulated coreclr\n");
  CHECK(contains(files.completed("gcrucible run --plant lost"), "lost-object"));
  // Files, which bash completes when there is no word.
  CHECK(files.completed("gcrucible run --profiler -") == "\n");
  CHECK(files.completed("gcrucible record -- ls -") == "\n");
  // Every word that is offered is accepted.
  for (const std::string word : {"auto", "always", "never"}) {
    CHECK(call({"rules", "moved/*", "--color", word}).status == 0);
  }
}

TEST_CASE("shell files: zsh, fish and groff read them without an error") {
  const ShellFiles files;
  const std::string folder = files.folder();
  bool found = false;
  for (const auto& [program, script] :
       {std::pair<std::string, std::string>{"zsh", "zsh -n " + folder + "/zsh/site-functions/_gcrucible"},
        {"fish", "fish -n " + folder + "/fish/vendor_completions.d/gcrucible.fish"},
        {"groff", "for page in " + folder +
                      "/man/man1/*; do groff -man -Tutf8 -ww -K utf8 \"$page\" >/dev/null; done"}}) {
    if (files.shell("bash", "command -v " + program) == "failed") continue;
    found = true;
    INFO(program);
    CHECK(files.shell("bash", "set -e; " + script).empty());
  }
  if (!found) GCRUCIBLE_SKIP("zsh, fish and groff are not installed");
}

TEST_CASE("shell files: a folder that cannot be written is named") {
  const Called called = call({"--shell-files", "/proc/none"});
  CHECK(called.status == 2);
  CHECK(contains(called.err, "/proc/none"));
}

}  // namespace gcrucible::tests
