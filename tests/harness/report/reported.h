// The text for a trace, as `gcrucible run` would print it.
#pragma once

#include <string>
#include <utility>

#include "harness/report/narrator.h"
#include "harness/report/run_report.h"
#include "tests/harness/rules/tale.h"

namespace gcrucible::tests {

inline const report::Style kStyle{.color = false, .utf8 = true, .width = 100, .verbose = false};

// Pictures and callbacks.
inline std::string reported(const std::string& trace, const report::Style& style) {
  std::string text;
  // The traces of the ten objects are short. They omit callbacks that the pictures do not need.
  report::Narrator narrator(style, true, [&](std::string_view piece) { text += piece; });
  rules::Judge judge({.skip = {"masks/allocated-by-class"}}, &narrator);
  read(trace, [&](const trace::Event& event) {
    narrator.take(event);
    judge.take(event);
  });
  // The verdicts close the last collection.
  static_cast<void>(std::move(judge).verdicts());
  narrator.finish();
  return text;
}

// A report of a judged trace, with fixed names.
inline report::RunReport report_of(const std::string& trace) {
  report::RunReport run;
  run.scenario = "/scenarios/ten.yaml";
  run.title = "Ten <objects>";
  run.runtime = "net10";
  run.profiler = "/lib/profiler.so";
  run.replay = "/bin/gcrucible run /scenarios/ten.yaml";
  run.verdicts = judge(trace, {.skip = {"masks/allocated-by-class"}});
  if (run.unexpected_breaks() != 0) run.result = report::Result::kBroken;
  return run;
}

}  // namespace gcrucible::tests
