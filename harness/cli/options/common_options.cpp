#include "harness/cli/options/common_options.h"

#include <map>
#include <string>
#include <vector>

#include "harness/cli/options/debugger.h"
#include "harness/cli/options/option_facts.h"

namespace gcrucible::cli {

void add_color(CLI::App& command, ColorChoice& color) {
  const std::map<std::string, ColorChoice> words{
      {"auto", ColorChoice::kAuto}, {"always", ColorChoice::kAlways}, {"never", ColorChoice::kNever}};
  command.add_option("--color", color, "auto, always or never")
      ->transform(CLI::CheckedTransformer(words).description(one_of({"auto", "always", "never"})))
      ->option_text("WHEN");
}

void repeated(CLI::Option* option) {
  option->expected(1)->take_all()->allow_extra_args(false);
}

void add_profiler(CLI::App& command, std::string& library, std::string& clsid,
                  std::vector<std::string>& environment, const std::string& usual) {
  command.add_option("--profiler", library, "Profiler library; give --clsid too. Default: " + usual)
      ->option_text("FILE");
  command
      .add_option("--clsid", clsid,
                  "CLSID of the profiler in the library; give both this and --profiler, or none")
      ->option_text("GUID");
  repeated(command.add_option("--env", environment, "Variable for the profiler's process; may be repeated")
               ->option_text("NAME=VALUE"));
}

void add_reports(CLI::App& command, std::vector<std::string>& reports, const std::string& kinds) {
  repeated(command.add_option("--report", reports, kinds)->option_text("KIND=FILE")->delimiter(','));
}

void add_debugger(CLI::App& command, std::string& debugger) {
  command.add_flag("--debugger{" + std::string(kUsualDebugger) + "}", debugger,
                   "Run under a debugger (default: gdb) and judge nothing; for example --debugger='lldb --'");
}

void add_selection(CLI::App& command, rules::Selection& selection) {
  repeated(command.add_option("--only", selection.only, "Judge only the rules that match; may be repeated")
               ->option_text("GLOB"));
  repeated(command.add_option("--skip", selection.skip, "Do not judge the rules that match; may be repeated")
               ->option_text("GLOB"));
}

}  // namespace gcrucible::cli
