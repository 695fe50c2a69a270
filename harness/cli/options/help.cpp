#include "harness/cli/options/help.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <sstream>
#include <utility>

#include "harness/report/style.h"

namespace gcrucible::cli {
namespace {

struct Example {
  std::string_view command;
  std::string_view line;
};
constexpr Example kExamples[] = {
    {"", "gcrucible run --builtin -q"},
    {"", "gcrucible test --profiler ./libmine.so --clsid \"$CLSID\""},
    {"", "gcrucible help run"},
    {"run", "gcrucible run mine.yaml --profiler ./libmine.so --clsid \"$CLSID\""},
    {"run", "gcrucible run scenarios -q -j 0 --report junit=run.xml"},
    {"run", "gcrucible run --builtin 'broken/bracket/*' --fail-fast"},
    {"run", "my-generator | gcrucible run - --trace trace.jsonl.zst"},
    {"record", "gcrucible record -o trace.jsonl -- dotnet app.dll"},
    {"record", "gcrucible record --server --heap-count 4 -- dotnet app.dll"},
    {"test", "gcrucible test --profiler ./libmine.so --clsid \"$CLSID\""},
    {"test", "gcrucible test --profiler ./libmine.so --clsid \"$CLSID\" --time 300 --report junit=test.xml"},
    {"explore", "gcrucible explore scenario.yaml --profiler ./libmine.so --clsid \"$CLSID\""},
    {"merge", "gcrucible merge part-*.json --report html=campaign.html"},
    {"check", "gcrucible check trace.jsonl"},
    {"check", "zcat trace.jsonl.gz | gcrucible check - --only 'moved/*'"},
    {"compare", "gcrucible compare simulated.jsonl real.jsonl"},
    {"rules", "gcrucible rules profiler"},
    {"rules", "gcrucible rules 'moved/*'"},
    {"explain", "gcrucible explain moved/mapping"},
    {"explain", "gcrucible explain MovedReferences2 crash"},
    {"schema", "gcrucible schema > scenario.schema.json"},
    {"help", "gcrucible help run"},
};

constexpr std::string_view kExamplesHead = "Examples:\n";

// CLI11 breaks no lines.
class HelpFormatter : public CLI::Formatter {
 public:
  explicit HelpFormatter(std::size_t width) : width_(width) {
    label("Positionals", "Arguments");
    label("SUBCOMMAND", "COMMAND");
  }

  std::string make_description(const CLI::App* app) const override {
    return paragraphs(app->get_description()) + "\n";
  }
  std::string make_footer(const CLI::App* app) const override { return paragraphs(app->get_footer()); }
  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_name(), command->get_description());
  }
  std::string make_option_name(const CLI::Option* option, bool positional) const override {
    if (positional) return option->get_option_text();
    const std::string name = Formatter::make_option_name(option, positional);
    // CLI11 shows the value of a flag that is given without one, as in "--debugger{gdb}".
    const std::size_t brace = name.find('{');
    return brace == std::string::npos ? name : name.substr(0, brace) + "[=COMMAND]";
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_positional() || option->get_option_text().empty()) return {};
    return " " + option->get_option_text();
  }
  std::string make_option(const CLI::Option* option, bool positional) const override {
    return entry(make_option_name(option, positional) + make_option_opts(option), make_option_desc(option));
  }

 private:
  // Lines that begin with a blank stay as they are, because a user copies them.
  std::string paragraphs(const std::string& text) const {
    std::string out;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      const bool whole = line.empty() || line.starts_with(" ");
      for (const std::string& each : whole ? std::vector{line} : report::wrapped(line, width_))
        out += each + "\n";
    }
    return out;
  }

  std::string entry(const std::string& name, const std::string& about) const {
    constexpr std::size_t kColumn = 30;
    constexpr std::size_t kNarrowColumn = 6;
    constexpr std::size_t kNarrow = 70;
    const std::size_t column = width_ < kNarrow ? kNarrowColumn : kColumn;
    std::string out = "  " + name;
    bool beside = out.size() < column;
    if (!beside || about.empty()) out += "\n";
    for (const std::string& line : report::wrapped(about, width_ - column)) {
      out += std::string(beside ? column - out.size() : column, ' ') + line + "\n";
      beside = false;
    }
    return out;
  }

  std::size_t width_;
};

void add_examples_of(CLI::App& command, const std::string& name) {
  std::string text(kExamplesHead);
  for (const std::string_view line : examples_of(name)) text += "  " + std::string(line) + "\n";
  const std::string footer = command.get_footer();
  command.footer(text + (footer.empty() ? "" : "\n" + footer));
}

}  // namespace

void set_help_width(CLI::App& app, std::size_t width) {
  app.formatter(std::make_shared<HelpFormatter>(width));
}

void add_examples(CLI::App& app) {
  add_examples_of(app, {});
  for (CLI::App* const command : app.get_subcommands({})) add_examples_of(*command, command->get_name());
}

std::vector<std::string_view> examples_of(std::string_view command) {
  std::vector<std::string_view> lines;
  for (const Example& each : kExamples) {
    if (each.command == command) lines.push_back(each.line);
  }
  return lines;
}

std::vector<std::string> with_command_first(std::vector<std::string> words) {
  constexpr std::string_view kFlags[] = {"-q", "--quiet", "-v", "--verbose"};
  std::size_t command = 0;
  while (command < words.size() && words[command].starts_with("-")) {
    const std::string& word = words[command];
    const bool flag = std::ranges::find(kFlags, word) != std::end(kFlags) || word.starts_with("--color=");
    if (!flag && word != "--color") return words;
    command += flag ? 1 : 2;
  }
  if (command >= words.size()) return words;
  std::rotate(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(command),
              words.begin() + static_cast<std::ptrdiff_t>(command) + 1);
  return words;
}

}  // namespace gcrucible::cli
