// `gcrucible record`.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gcrucible::cli {

// A program that a signal has ended has this status and the signal's number, as in a shell.
inline constexpr int kSignalled = 128;

struct RecordArguments {
  std::vector<std::string> command;
  std::string trace;  // empty: GCRUCIBLE_RECORDER_OUT, otherwise gcrucible-trace.jsonl
  std::string mask;
  std::string profiler;                  // "lifetime"; empty: the recorder
  std::vector<std::string> environment;  // K=V
  bool server = false;
  bool no_concurrent = false;
  std::string heap_count;  // as typed; so are the next two
  std::string conserve_memory;
  std::string hard_limit;
  bool force = false;  // allow overwriting a file that is not a trace
  bool quiet = false;
  bool verbose = false;  // all rows of the tables of --profiler
};

// Returns the program's exit status, or 128 plus the signal's number if a signal ended it. Returns 2 for bad
// arguments, for a program that cannot be started, and for a program that succeeded without leaving a trace.
int record_command(const RecordArguments& arguments);

}  // namespace gcrucible::cli
