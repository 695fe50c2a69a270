// What became of one case.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/driver/host/hold_ups.h"
#include "harness/platform/files/temporary_file.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::driver {

enum class Fate : std::uint8_t {
  kFinished,  // every step was made and the process ended as it should
  kRefused,   // the profiler could not be loaded or the case not be run, by the simulator either: no finding
  kCrashed,   // a signal ended the process, after the last step too
  kExited,    // the process ended although nobody told it to
  kThrew,     // an exception left the profiler through a callback or while it was loaded
  kClosedFiles,    // the profiler closed file descriptors of the process that it had not opened
  kWroteFiles,     // it wrote into some of these
  kWroteMemory,    // it wrote into memory of the harness's, so that nothing there can be judged
  kLeftProcesses,  // it started processes that went on when the process had ended
  kHung,           // nothing went on for as long as the timeout says
};

// As findings name it: crash, exit, exception, closed-files, written-files, written-memory, left-processes or
// hang; empty where no finding comes of it.
std::string_view word_of(Fate fate);

// Where one of the threads at work at once was, if that was in a callback: the collector's of a heap of
// server GC, or one of the program's.
struct CrewCallback {
  std::uint32_t number_of_thread = 0;  // its heap's, or its own
  std::string name = {};               // of a thread of the program's, as messages have it
  std::string callback;                // the method's name
  std::uint64_t number = 0;            // of the run, the first being 1
};

// An Info method that the profiler has called.
struct CalledInfo {
  std::string method;
  std::string arguments;  // as the trace has them: "[8,null]"
  std::string result;     // "S_OK"; empty where it has not returned
};

// Moved, not copied: it may own the trace's file.
struct Outcome {
  Fate fate = Fate::kFinished;
  // In a word or two, as the trace's last line has it: "SIGSEGV", "exit code 7", "exception", "timeout after
  // 30 s". Empty where the profiler did not die.
  std::string died;
  std::optional<int> signal;
  int exit_code = 0;  // where no signal ended the process
  // The signal ended the process that had started it, too, twice in a row: run_case() would let it end this
  // one. Or stopped it, which SIGSTOP stands for: the run itself may have gone on for a moment.
  bool ended_parent = false;
  bool stopped_parent() const;
  // It has no trace that could be judged, because the profiler has damaged it.
  bool is_beyond_judging() const;
  // Nobody knows when it did what it ended by.
  bool is_found_later() const;
  // The process was forked, and ended itself before its time, as daemon() does.
  bool forked = false;
  // Of kExited: the profiler has forked, and the copy came back from the callback; it was ended there.
  bool copy_came_back = false;

  // The trace is not what the host wrote, and was not kept; whatever the fate is.
  bool trace_damaged = false;
  // Processes that the case had started and that went on when it was over, whatever the fate is: how many,
  // and the names of their programs. They have been ended.
  std::uint32_t left_processes = 0;
  std::string left_names;

  // How far it came.
  protocol::Stage stage = protocol::Stage::kStarting;
  protocol::LoadStep load_step = protocol::LoadStep::kNone;
  // Of kRefused: where the step of the scenario stands that cannot be made; 0 if `message` is of none.
  std::uint32_t refused_line = 0;
  std::uint32_t refused_column = 0;
  // Of kRefused: the HRESULT that the attach was answered where the scenario expects another one; 0 if
  // `message` is of something else.
  std::int32_t attach_answer = 0;
  std::string last_callback;  // the method's name; empty if none was entered
  bool inside_callback = false;
  // Of who died or hung: the method of the runtime's that it had called there and that had not returned, and
  // what it had passed; empty where that is none, or not known.
  std::string inside_method = {};
  std::string arguments = {};
  // The last ones that it had called there, which had returned.
  std::vector<CalledInfo> last_calls = {};
  bool own_thread = false;            // a thread of the profiler's own crashed, which was in no callback
  std::uint64_t callback_number = 0;  // of last_callback, the run's first being 1
  std::uint64_t callbacks = 0;        // of the whole run
  std::vector<CrewCallback> crew_callbacks;  // by heap, or in the order of the scenario
  bool together = false;                     // they are the program's threads
  bool probing = false;                      // its gcrucible_probe was being asked, in no callback
  // Of kHung: after short_timeout() alone, since one had hung there before; it may be slow.
  bool cut_short = false;
  // Of kHung: nobody was in the profiler's code, and the simulator waited for what does not come.
  bool asleep = false;
  bool interrupted = false;  // of kRefused: it had not ended when the user had asked for the end of it all
  // Of kHung: which of the threads at work at once waits for what, and who has it; empty if that is not
  // known.
  std::string deadlock;
  // The same for each such deadlock of the same threads over the same locks, in the runs of one program;
  // empty if that is not known.
  std::string cycle;
  bool held = false;  // the program was waiting for the profiler to resume the runtime
  // Of kHung, where it is not the profiler that does not go on: the Info method that the scenario itself asks
  // and that does not return, or SuspendRuntime where it has asked that and nothing resumes the runtime; and
  // the line of that step. Empty otherwise.
  std::string own_question;
  std::uint32_t question_line = 0;
  bool awaited = false;          // own_question is what a thread of the profiler's is awaited to return from
  std::vector<HoldUp> hold_ups;  // of a run that did not hang
  std::uint32_t collection = 0;  // under way or last made; 0 if there was none
  bool collecting = false;       // it was under way

  // kRefused: what is wrong and what to do. kCrashed: the signal and the address, where the process could
  // still say.
  std::string message;
  std::string native_stack;  // a line a frame; empty if the process could not say
  std::string output;        // what was printed to stdout and stderr, bounded
  std::string error_output;

  // The trace, whole: header first, end line last. Empty if there is none.
  std::string trace_path;
  // Why there is none although the case was run and one was to be written; names the file.
  std::string trace_error;
  // The whole trace itself, where a WarmHost kept it in memory; then it has no path.
  std::string trace_text;
  // Owns the trace where no path for it was given.
  std::optional<platform::TemporaryFile> temporary_trace;
};

// Where it died or hung, as causes of findings name it: a callback, "gcrucible_probe" or "no callback".
std::string place_name(const Outcome& outcome);

// How it died or hung with all that is known of that, as a clause; texts of the profiler's as they are.
std::string how_of(const Outcome& outcome);

// "left 2 processes running that it had started (sleep, sh); they were ended".
std::string text_of_left(std::uint32_t processes, const std::string& names);

// A sentence: the last Info calls of a profiler that died or hung, with their results; empty without any.
std::string calls_of(const Outcome& outcome);

// Sentences: where a profiler that died or hung was at that moment.
std::string place_of(const Outcome& outcome);

}  // namespace gcrucible::driver
