// `gcrucible record`.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gcrucible::cli {

struct RecordArguments {
  std::vector<std::string> command;
  std::string trace;  // empty: GCRUCIBLE_RECORDER_OUT, else gcrucible-trace.jsonl
  std::string mask;
  std::vector<std::string> environment;  // K=V
  bool server = false;
  bool no_concurrent = false;
  std::string heap_count;  // as typed, like the two below
  std::string conserve_memory;
  std::string hard_limit;
  bool force = false;  // a file that is no trace may be overwritten
  bool quiet = false;
};

// Answers the program's own exit status, 128 and the signal's number where one ended it; 2 for bad arguments,
// a program that cannot be started, and one that succeeded without leaving a trace.
int record_command(const RecordArguments& arguments);

}  // namespace gcrucible::cli
