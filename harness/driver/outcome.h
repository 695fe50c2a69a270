// The result of one case.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/driver/host/slow_callbacks.h"
#include "harness/driver/slots.h"
#include "harness/platform/files/temporary_file.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::driver {

enum class Fate : std::uint8_t {
  kFinished,       // every step was executed and the process ended as it should
  kRefused,        // the case or profiler could not be loaded or run, or the simulator failed: no finding
  kCrashed,        // a signal ended the process, possibly after the last step
  kExited,         // the process ended too early
  kThrew,          // an exception left the profiler through a callback or during its loading
  kClosedFiles,    // the profiler closed file descriptors of the process that it had not opened
  kWroteFiles,     // it wrote into such descriptors
  kWroteMemory,    // it wrote into the harness's memory, so that nothing there can be judged
  kLeftProcesses,  // it started processes that were still running when the process had ended
  kHung,           // there was no progress for the length of the timeout
};

// The name in findings: crash, exit, exception, closed-files, written-files, written-memory, left-processes
// or hang. Empty if there is no finding.
std::string_view word_of(Fate fate);

// The callback in which one of the concurrent threads was: a collector's thread of server GC, or a thread of
// the program.
struct WorkerCallback {
  std::uint32_t number_of_thread = 0;  // the number of its heap, or its own number
  std::string name = {};               // of a thread of the program, as in messages
  std::string callback;                // the method's name
  std::uint64_t number = 0;            // number in the run, from 1
};

// An Info method that the profiler has called.
struct CalledInfo {
  std::string method;
  std::string arguments;  // as in the trace: "[8,null]"
  std::string result;     // "S_OK"; empty if the call has not returned
};

// Movable but not copyable: it may own the trace's file.
struct Outcome {
  Fate fate = Fate::kFinished;
  // One or two words, as in the trace's last line: "SIGSEGV", "exit code 7", "exception", "timeout after 30
  // s". Empty if the profiler did not die.
  std::string died;
  std::optional<int> signal;
  int exit_code = 0;  // valid if no signal ended the process
  // The signal also ended the parent process, twice in a row; run_case() would let it end this process. With
  // SIGSTOP: the parent was stopped, and the run itself may have continued for a moment.
  bool ended_parent = false;
  bool stopped_parent() const;
  // The run has no trace that can be judged, because the profiler has damaged it.
  bool is_beyond_judging() const;
  // The time of the damage is unknown.
  bool is_found_later() const;
  // The process was forked, and ended itself too early, as daemon() does.
  bool forked = false;
  // For kExited: the profiler has forked, and the copy returned from the callback. The copy was ended there.
  bool copy_came_back = false;

  // The trace is not what the host wrote, and was not kept. Independent of `fate`.
  bool trace_damaged = false;
  // Number of processes that the case had started and that were still running after it, and the names of
  // their programs. They have been ended. Independent of `fate`.
  std::uint32_t left_processes = 0;
  std::string left_names;

  // How far the run came.
  protocol::Stage stage = protocol::Stage::kStarting;
  protocol::LoadStep load_step = protocol::LoadStep::kNone;
  // Place of the scenario's current step; 0 outside of steps. For kRefused: of the step that cannot be
  // executed, or 0 if `message` is about no step.
  std::uint32_t step_line = 0;
  std::uint32_t step_column = 0;
  // For kRefused: the profiler's library or the profiler itself is the reason. Otherwise the harness is, for
  // example because of a full disk.
  bool profiler_refused = false;
  // For kRefused: the HRESULT of the attach, if the scenario expects another one; 0 if `message` is about
  // something else.
  std::int32_t attach_answer = 0;
  std::string last_callback;  // the method's name; empty if none was entered
  bool inside_callback = false;
  // For a death or hang: the runtime's method that the profiler had called there and that had not returned,
  // and its arguments. Empty if there is none or it is unknown.
  std::string inside_method = {};
  std::string arguments = {};
  // The last Info calls that the profiler had made there and that had returned.
  std::vector<CalledInfo> last_calls = {};
  bool after_shutdown = false;                   // Shutdown had returned
  bool own_thread = false;                       // a thread of the profiler crashed outside of callbacks
  std::uint64_t callback_number = 0;             // number of last_callback in the run, from 1; 0: unknown
  std::uint64_t callbacks = 0;                   // number in the whole run
  std::vector<WorkerCallback> worker_callbacks;  // per heap, or in the order of the scenario
  bool together = false;                         // they belong to the program's threads
  bool probing = false;                          // its gcrucible_probe was running, in no callback
  // For kHung: ended after short_timeout(), because another run had hung there before. The run may only be
  // slow.
  bool cut_short = false;
  // For kHung: no thread was in the profiler's code, and the simulator waited without end.
  bool asleep = false;
  bool interrupted = false;  // for kRefused: it had not ended when the user interrupted the program
  // For kHung: which concurrent thread waits for what, and which thread holds it; empty if unknown.
  std::string deadlock;
  // The same text for each deadlock of the same threads over the same locks, in the runs of one program.
  // Empty if unknown.
  std::string cycle;
  bool held = false;  // the program was waiting for the profiler to resume the runtime
  // For kHung, if the profiler is not the cause: the Info method that the scenario itself calls and that does
  // not return. Or SuspendRuntime, if the scenario has called it and nothing resumes the runtime.
  // question_line is the line of that step. Empty otherwise.
  std::string own_question;
  std::uint32_t question_line = 0;
  bool awaited = false;  // own_question is the call that the program awaits of a thread of the profiler
  std::vector<SlowCallback> slow_callbacks;  // of a run that did not hang
  std::uint32_t collection = 0;              // current or last; 0 if there was none
  bool collecting = false;                   // it was in progress
  // The numbers of callbacks, collections and lines are not known, because the profiler wrote over them.
  bool counts_lost = false;
  // Its QueryInterface returns a pointer for an IID that no interface has.
  bool answers_any_iid = false;
  SlotFacts slots;  // of the last loaded profiler
  // For a crash in a callback: the lengths of its arrays, "3 ranges". No such number is a pointer.
  std::vector<std::pair<std::string, std::uint64_t>> passed_lengths;

  // kRefused: the error and its remedy. kCrashed: the signal and the address, if the process could report
  // them.
  std::string message;
  std::string native_stack;  // one line per frame; empty if the process could not write it
  std::string output;        // text printed to stdout and stderr, truncated
  std::string error_output;

  // The path of the whole trace: header first, end line last. Empty if there is none.
  std::string trace_path;
  // Why there is no trace, although the case was run and should have one. Names the file.
  std::string trace_error;
  // The whole trace itself, if a WarmHost kept it in memory. Then it has no path.
  std::string trace_text;
  // Owns the trace if no path was given for it.
  std::optional<platform::TemporaryFile> temporary_trace;
};

// The place of a death or hang, as used in causes of findings: a callback, "gcrucible_probe" or "no
// callback".
std::string place_name(const Outcome& outcome);

// A clause: how the profiler died or hung, with all known details. Texts of the profiler are unchanged.
std::string how_of(const Outcome& outcome);
// The same without the address of a crash, which may differ from run to run. What the address is stays.
std::string how_without_address(const Outcome& outcome);

// "left 2 processes running that it had started (sleep, sh); they were ended".
std::string text_of_left(std::uint32_t processes, const std::string& names);

// A sentence: the last Info calls of a profiler that died or hung, with their results. Empty without any.
std::string calls_of(const Outcome& outcome);

// Sentences: where a profiler that died or hung was at that moment.
std::string place_of(const Outcome& outcome);

// Whether these texts name the mistake, not only the place of a death.
bool names_mistake(const Outcome& outcome);

// The line of the step that was being executed at that moment; 0 if none was, or if the moment is unknown.
std::uint32_t line_of(const Outcome& outcome);

}  // namespace gcrucible::driver
