// Options that several commands share.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "harness/cli/text/terminal.h"
#include "harness/rules/judge/selection.h"

namespace gcrucible::cli {

void add_color(CLI::App& command, ColorChoice& color);
void add_debugger(CLI::App& command, std::string& debugger);
void add_selection(CLI::App& command, rules::Selection& selection);
// `kinds` describes the reports that the command writes.
void add_reports(CLI::App& command, std::vector<std::string>& reports, const std::string& kinds);
// The default of --profiler for commands that play a given scenario.
inline constexpr const char* kProfilerOfScenario =
    "the scenario's, that of CORECLR_PROFILER_PATH and CORECLR_PROFILER, or gcrucible's recorder";
// --profiler, --clsid and --env. `usual` is the default of --profiler.
void add_profiler(CLI::App& command, std::string& library, std::string& clsid,
                  std::vector<std::string>& environment, const std::string& usual);
// The option takes one value each time; the next word is not another value.
void repeated(CLI::Option* option);

}  // namespace gcrucible::cli
