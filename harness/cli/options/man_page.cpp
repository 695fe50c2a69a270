#include "harness/cli/options/man_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/options/help.h"
#include "harness/cli/options/option_facts.h"

namespace gcrucible::cli {
namespace {

// Text as roff shows it literally.
std::string roff(std::string_view text) {
  std::string out;
  for (const char each : text) {
    // At the beginning of a line, these two would be requests.
    if ((each == '.' || each == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
    if (each == '\\') {
      out += "\\e";
    } else if (each == '-') {
      out += "\\-";  // can be copied into a shell
    } else if (each == '\n') {
      out += "\n.br\n";
    } else {
      out += each;
    }
  }
  return out;
}

std::string title(const std::string& name, const std::string& version) {
  std::string capitals = name;
  std::transform(capitals.begin(), capitals.end(), capitals.begin(),
                 [](unsigned char each) { return static_cast<char>(std::toupper(each)); });
  return fmt::format(".TH {} 1 \"\" \"gcrucible {}\" \"gcrucible\"\n", roff(capitals), version);
}

std::string entry(const OptionFacts& option) {
  std::string names;
  for (const std::string& name : option.names) {
    if (name.starts_with("-")) names += (names.empty() ? "" : ", ") + ("\\fB" + roff(name)) + "\\fR";
  }
  if (!option.value.empty()) names += (names.empty() ? "\\fI" : " \\fI") + roff(option.value) + "\\fR";
  std::string about = roff(option.about);
  if (!option.usual.empty()) about += "\n.br\nDefault: " + roff(option.usual);
  return fmt::format(".TP\n{}\n{}\n", names, about);
}

std::string options_section(const CLI::App& command) {
  std::string text = ".SH OPTIONS\n";
  for (const OptionFacts& option : option_facts(command)) text += entry(option);
  return text;
}

// The footer of --help: "Exit status: 0 pass, …".
std::string exit_status(const CLI::App& command) {
  std::string text = command.get_footer();
  const std::string_view heading = "Exit status: ";
  const std::size_t at = text.find(heading);
  if (at == std::string::npos) return {};
  return ".SH EXIT STATUS\n" + roff(text.substr(at + heading.size())) + "\n";
}

std::string examples(const std::string& command) {
  std::string text;
  for (const std::string_view line : examples_of(command)) text += roff(line) + "\n";
  return text.empty() ? text : ".SH EXAMPLES\n.nf\n" + text + ".fi\n";
}

}  // namespace

std::string man_page(const CLI::App& app, const std::string& version) {
  std::string text = title("gcrucible", version);
  text += ".SH NAME\ngcrucible \\- test profilers of .NET with a simulated garbage collector\n";
  text += ".SH SYNOPSIS\n.B gcrucible\n.I COMMAND\n[\\fIOPTION\\fR ...]\n";
  text += ".SH DESCRIPTION\n" + roff(app.get_description()) + "\n.SH COMMANDS\n";
  std::string also;
  for (const CLI::App* const command : commands_of(app)) {
    const std::string name = roff(command->get_name());
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", name, roff(command->get_description()));
    also += fmt::format("{}.BR gcrucible\\-{} (1)", also.empty() ? "" : " ,\n", name);
  }
  return text + options_section(app) + examples({}) + ".SH SEE ALSO\n" + also + "\n";
}

std::string man_page_of(const CLI::App& command, const std::string& version) {
  const std::string name = "gcrucible-" + command.get_name();
  std::string text = title(name, version);
  text += fmt::format(".SH NAME\n{} \\- {}\n", roff(name), roff(command.get_description()));
  text += fmt::format(".SH SYNOPSIS\n\\fBgcrucible {}\\fR\n[\\fIOPTION\\fR ...]\n", roff(command.get_name()));
  std::string arguments;
  for (const OptionFacts& argument : argument_facts(command)) {
    text += fmt::format("\\fI{}\\fR{}\n", roff(argument.value), argument.repeats ? " ..." : "");
    arguments += entry(argument);
  }
  if (!arguments.empty()) text += ".SH ARGUMENTS\n" + arguments;
  return text + options_section(command) + examples(command.get_name()) + exit_status(command) +
         ".SH SEE ALSO\n.BR gcrucible (1)\n";
}

}  // namespace gcrucible::cli
