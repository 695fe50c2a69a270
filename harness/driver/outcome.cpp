#include "harness/driver/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/abi/tables/callback_methods.h"
#include "harness/abi/tables/method_info.h"

namespace gcrucible::driver {
namespace {

using protocol::LoadStep;
using protocol::Stage;

std::string loading_text(LoadStep step) {
  switch (step) {
    case LoadStep::kNone:
      break;
    case LoadStep::kOpen:
      return "It was being loaded: inside dlopen, which runs the library's constructors.";
    case LoadStep::kDllMain:
      return "It was being loaded: inside its DllMain, called with DLL_PROCESS_ATTACH.";
    case LoadStep::kGetClassObject:
      return "It was being loaded: inside its DllGetClassObject.";
    case LoadStep::kCreateInstance:
      return "It was being loaded: inside CreateInstance of its class factory.";
    case LoadStep::kQueryInterface:
      return "It was being loaded: inside QueryInterface of its callback object.";
    case LoadStep::kRelease:
      return "Its callback object was being released.";
    case LoadStep::kUnload:
      return "Its library was being unloaded, which runs its destructors.";
  }
  return "It was about to be loaded.";
}

std::string ordinal(std::uint64_t number) {
  const std::uint64_t last = number % 10;
  const bool teen = number % 100 / 10 == 1;
  return std::to_string(number) + (teen || last == 0 || last > 3 ? "th"
                                   : last == 1                   ? "st"
                                   : last == 2                   ? "nd"
                                                                 : "rd");
}

// Such a run would make no progress with any profiler.
std::string place_of_question(const Outcome& outcome) {
  const std::string where = outcome.question_line == 0 ? std::string()
                                                       : ", which the scenario asks in line " +
                                                             std::to_string(outcome.question_line);
  if (outcome.awaited) {
    return "The scenario waits in line " + std::to_string(outcome.question_line) +
           " until a thread of the profiler's own has returned from " + outcome.own_question +
           ", and none did. Remove the `await`, or make the profiler call it.";
  }
  if (outcome.held) {
    return "SuspendRuntime" + where +
           ", has suspended the runtime, and the program waits for a ResumeRuntime. "
           "Ask that before the steps go on.";
  }
  return outcome.own_question + where + ", does not return" +
         (outcome.inside_callback ? ": it was asked inside " + outcome.last_callback : std::string()) +
         ". It waits for something that goes on only after it returns; call it elsewhere.";
}

// Several threads may be in callbacks at once, and another one may be the one without progress.
std::string workers_text(const Outcome& outcome) {
  std::string text;
  for (const WorkerCallback& each : outcome.worker_callbacks) {
    if (outcome.together) {
      text += text.empty() ? " Of the program's threads at work at once " : ", ";
      text += each.name;
    } else {
      text += text.empty() ? " Of the collector's threads that of heap " : ", that of heap ";
      text += std::to_string(each.number_of_thread);
    }
    text += " was inside " + each.callback;
    if (each.number != 0) text += " (the " + ordinal(each.number) + " callback)";
  }
  if (!text.empty()) text += ".";
  if (outcome.deadlock.empty()) return text;
  // A single thread waits for itself.
  return text + (outcome.worker_callbacks.empty() ? " " : " None of them can go on: ") + outcome.deadlock;
}

}  // namespace

std::string_view word_of(Fate fate) {
  switch (fate) {
    case Fate::kFinished:
    case Fate::kRefused:
      return {};
    case Fate::kCrashed:
      return "crash";
    case Fate::kExited:
      return "exit";
    case Fate::kThrew:
      return "exception";
    case Fate::kClosedFiles:
      return "closed-files";
    case Fate::kWroteFiles:
      return "written-files";
    case Fate::kWroteMemory:
      return "written-memory";
    case Fate::kLeftProcesses:
      return "left-processes";
    case Fate::kHung:
      return "hang";
  }
  return {};
}

bool Outcome::stopped_parent() const {
  return ended_parent && signal == SIGSTOP;
}

bool Outcome::is_beyond_judging() const {
  return trace_damaged || (fate == Fate::kWroteMemory && trace_path.empty() && trace_text.empty());
}

bool Outcome::is_found_later() const {
  return fate == Fate::kClosedFiles || fate == Fate::kWroteFiles || fate == Fate::kWroteMemory ||
         fate == Fate::kLeftProcesses;
}

std::string place_name(const Outcome& outcome) {
  // The place of the run at the time of detection does not matter.
  if (outcome.ended_parent || outcome.is_found_later()) return "no callback";
  if (outcome.probing) return "gcrucible_probe";
  return outcome.inside_callback ? outcome.last_callback : "no callback";
}

namespace {

std::string own_way_of(const Outcome& outcome) {
  switch (outcome.fate) {
    case Fate::kThrew:
      return "an exception left it, which COM does not allow" +
             (outcome.message.empty() ? "" : ": " + outcome.message);
    case Fate::kClosedFiles:
    case Fate::kWroteFiles:
      return "it " + outcome.message + "; a profiler may touch only those that it has opened itself";
    case Fate::kWroteMemory:
      return "it " + outcome.message + "; a profiler may write only into memory that it has allocated itself";
    case Fate::kLeftProcesses:
      return "it " + outcome.message +
             "; a process that a profiler starts ends with the profiled process, or before it";
    case Fate::kExited:
      if (outcome.copy_came_back) {
        return "it forked, and the copy came back from the callback as if it were the process; a copy ends "
               "with _exit or becomes another program";
      }
      return "it ended the process (" + outcome.died + ")" +
             (outcome.forked ? ", which it had forked before, as daemon() does" : "");
    default:
      return outcome.message.empty() ? outcome.died : outcome.message;
  }
}

}  // namespace

std::string how_of(const Outcome& outcome) {
  std::string text = own_way_of(outcome);
  if (outcome.trace_damaged && outcome.fate != Fate::kWroteMemory)
    text += "; it also wrote into the memory of the trace, which is not kept";
  if (outcome.left_processes != 0 && outcome.fate != Fate::kLeftProcesses)
    text += "; it also " + text_of_left(outcome.left_processes, outcome.left_names);
  return text;
}

namespace {

// Of the faulting address in the message of a crash, without "0x"; empty if it has none.
std::string_view digits_of_address(std::string_view message) {
  constexpr std::string_view kAt = " at address 0x";
  const std::size_t at = message.find(kAt);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = message.substr(at + kAt.size());
  return rest.substr(0, rest.find_first_not_of("0123456789abcdef"));
}

// "an object" for "object 3": the scenario of a generated program has its own names.
std::string without_number(std::string text) {
  constexpr std::string_view kObject = "object ";
  const std::size_t at = text.find(kObject);
  if (at == std::string::npos) return text;
  const std::size_t digits = at + kObject.size();
  const std::size_t end = std::min(text.find_first_not_of("0123456789", digits), text.size());
  if (end == digits || text.substr(end).starts_with(" \"")) return text;
  return text.replace(at, end - at, "an object");
}

}  // namespace

std::string how_without_address(const Outcome& outcome) {
  constexpr std::string_view kOverflow = " (stack overflow)";
  const std::string& message = outcome.message;
  const std::string_view digits = digits_of_address(message);
  if (outcome.fate != Fate::kCrashed || digits.empty()) return outcome.died;
  const auto end = static_cast<std::size_t>(digits.data() + digits.size() - message.data());
  if (message.substr(end).starts_with(kOverflow)) return outcome.died + std::string(kOverflow);
  if (!message.substr(end).starts_with(", ")) return outcome.died;
  return outcome.died + without_number(message.substr(end, message.find('\n', end) - end));
}

std::string text_of_left(std::uint32_t processes, const std::string& names) {
  return "left " + std::to_string(processes) + (processes == 1 ? " process" : " processes") +
         " running that it had started" + (names.empty() ? "" : " (" + names + ")") +
         (processes == 1 ? "; it was ended" : "; they were ended");
}

std::string calls_of(const Outcome& outcome) {
  std::string text;
  for (const CalledInfo& each : outcome.last_calls) {
    text += (text.empty() ? "Its last Info calls there were " : ", ") + each.method + " " + each.arguments +
            " (" + each.result + ")";
  }
  return text.empty() ? text : text + ".";
}

namespace {

// Parts of sentences about the last callback.
struct LastCallback {
  std::string number;      // ", the 3rd callback of the run"; empty if it is unknown
  std::string collection;  // ", in collection 2"; empty if there was none
  std::string inside;      // the Info method and its callback; empty if there was none
  std::string passed;      // the rest of the sentence, with the arguments of that method
};

LastCallback last_callback(const Outcome& outcome) {
  LastCallback last;
  if (outcome.callback_number != 0)
    last.number = ", the " + ordinal(outcome.callback_number) + " callback of the run";
  if (outcome.collection != 0) {
    last.collection = (outcome.collecting ? ", in collection " : ", after collection ") +
                      std::to_string(outcome.collection);
  }
  if (!outcome.inside_method.empty()) {
    last.inside = "inside " + outcome.inside_method + ", called" +
                  (outcome.inside_callback && !outcome.own_thread ? " in " + outcome.last_callback : "");
  }
  last.passed = outcome.arguments.empty() ? "." : "; " + outcome.arguments + ".";
  return last;
}

std::string place_on_own_thread(const Outcome& outcome, const LastCallback& last) {
  if (!last.inside.empty())
    return "It was " + last.inside + " on a thread of the profiler's own, in no callback" + last.passed;
  return "It was on a thread of the profiler's own, in no callback; meanwhile the program was " +
         (outcome.inside_callback ? "inside " + outcome.last_callback + last.number + last.collection
                                  : "after " + outcome.last_callback + last.number) +
         ".";
}

// Neither in a callback nor in an Info method.
std::string place_between_callbacks(const Outcome& outcome, const LastCallback& last) {
  const std::string after = outcome.last_callback + last.number + ", had returned" + ".";
  if (outcome.held) {
    return "It had suspended the runtime (SuspendRuntime) and not resumed it, and the program waited for "
           "that. " +
           after;
  }
  if (outcome.asleep) {
    return "No thread was in its code, and the simulator waited for a lock that is never released: a thread "
           "of the profiler ended with it, or the profiler damaged its memory, such as the C library's "
           "heap. " +
           after;
  }
  const bool unloads = outcome.load_step == LoadStep::kRelease || outcome.load_step == LoadStep::kUnload;
  if (unloads && outcome.stage != Stage::kFinished) return loading_text(outcome.load_step) + " " + after;
  switch (outcome.stage) {
    case Stage::kFinished:
      return "The run was over and the process was exiting, which runs the library's destructors. " + after;
    case Stage::kShuttingDown:
      return "The runtime was shutting down, and no callback was being called. " + after;
    default:
      return "No callback was being called: it was on a thread of its own, or had done harm before. " +
             after +
             (outcome.last_callback == "ProfilerDetachSucceeded"
                  ? " gcrucible then unloads the library. Threads that it leaves behind, such as those of a "
                    "NativeAOT runtime, crash in that moment. If there are any, link with -z nodelete."
                  : "");
  }
}

// For a crash in code that the profiler still ran after Shutdown.
std::string hint_at_shutdown(const Outcome& outcome) {
  const bool crashed = outcome.fate == Fate::kCrashed || outcome.fate == Fate::kThrew;
  const bool ran = outcome.inside_callback || outcome.own_thread || !outcome.inside_method.empty();
  if (!crashed || !outcome.after_shutdown || !ran) return {};
  return " Shutdown had returned before, and profilers often free their state in Shutdown: see "
         "life/nothing-after-shutdown.";
}

// The callback in which the profiler was, if not every profiler has its interface; otherwise null.
const abi::MethodInfo* optional_callback(const Outcome& outcome) {
  constexpr std::uint32_t kFirstOptional = 3;
  if (!outcome.inside_callback || outcome.own_thread) return nullptr;
  const abi::MethodInfo* const method = abi::find_method(abi::kCallbackMethods, outcome.last_callback);
  return method == nullptr || method->interface_version < kFirstOptional ? nullptr : method;
}

// A runtime calls the newest interface that the profiler returns.
std::string hint_at_interfaces(const Outcome& outcome) {
  const bool died = outcome.fate == Fate::kCrashed || outcome.fate == Fate::kThrew;
  if (!outcome.answers_any_iid || outcome.died.empty() || outcome.is_found_later()) return {};
  const abi::MethodInfo* const method = optional_callback(outcome);
  if (!died && method == nullptr) return {};
  const std::string called =
      method == nullptr
          ? std::string("So methods of newer interfaces are called, which its table may not have.")
          : fmt::format("So {} of ICorProfilerCallback{} was called, which its table may not have.",
                        outcome.last_callback, method->interface_version);
  return fmt::format(
      " {} cause: its QueryInterface returns S_OK for every IID. {} Return E_NOINTERFACE for unknown IIDs: "
      "see returns/query-interface.",
      method == nullptr ? "Possible" : "Likely", called);
}

// The slot of the callback in which the profiler was.
std::optional<std::size_t> slot_of_place(const Outcome& outcome) {
  if (!outcome.inside_callback || outcome.own_thread) return std::nullopt;
  const abi::MethodInfo* const method = abi::find_method(abi::kCallbackMethods, outcome.last_callback);
  return method == nullptr ? std::nullopt : std::optional<std::size_t>(method->slot);
}

// The address of the fault, as the message has it.
std::optional<std::uint64_t> address_in(const std::string& message) {
  const std::string_view digits = digits_of_address(message);
  if (digits.empty() || message.find("is unloaded") != std::string::npos) return std::nullopt;
  constexpr int kHexadecimal = 16;
  std::uint64_t address = 0;
  const auto [end, bad] =
      std::from_chars(digits.data(), digits.data() + digits.size(), address, kHexadecimal);
  return bad == std::errc{} ? std::optional(address) : std::nullopt;
}

// A clause: why the slot of the crashed callback could not be called. Empty if it could.
std::string broken_slot(const Outcome& outcome) {
  constexpr int kCanonicalBits = 47;
  const std::optional<std::size_t> slot = slot_of_place(outcome);
  const std::vector<std::uint64_t>& functions = outcome.slots.functions;
  if (!slot || outcome.fate != Fate::kCrashed || functions.empty()) return {};
  const std::string name = fmt::format("the slot of {} ({})", outcome.last_callback, *slot);
  if (*slot >= functions.size())
    return outcome.answers_any_iid ? "" : fmt::format("the table of methods ends before {}", name);
  const std::uint64_t function = functions[*slot];
  const bool jumped =
      address_in(outcome.message) == function ||
      (function >> kCanonicalBits != 0 && outcome.message.find("not canonical") != std::string::npos);
  if (!jumped) return {};
  return function == 0 ? name + " holds null"
                       : fmt::format("{} holds {:#x}, which is no function", name, function);
}

bool is_wrong_slot(const Outcome& outcome) {
  const std::optional<std::size_t> slot = slot_of_place(outcome);
  return slot &&
         std::ranges::any_of(outcome.slots.wrong, [&](const WrongSlot& each) { return each.slot == *slot; });
}

// A method with other parameters, or that of another slot, reads such a number as a pointer. Multiples of 4
// may as well be places in a structure behind a null pointer.
std::string hint_at_parameters(const Outcome& outcome) {
  constexpr std::uint64_t kAlignment = 4;
  const std::optional<std::uint64_t> address = address_in(outcome.message);
  const std::optional<std::size_t> slot = slot_of_place(outcome);
  if (!address || !slot || outcome.fate != Fate::kCrashed || *address % kAlignment == 0) return {};
  const auto passed =
      std::ranges::find(outcome.passed_lengths, *address, &std::pair<std::string, std::uint64_t>::second);
  if (passed == outcome.passed_lengths.end()) return {};
  const bool named = *slot < outcome.slots.named.size() && outcome.slots.named[*slot];
  return fmt::format(
      " That address is the number of {} that it was passed. {} compare {} with `gcrucible explain {}`.",
      passed->first,
      named ? "Its parameters may differ:"
            : "Its slot may hold another method, or its parameters may differ:",
      named ? "them" : "both", outcome.last_callback);
}

// The runtime passes null for arrays without entries.
std::string hint_at_null_arrays(const Outcome& outcome) {
  constexpr std::uint64_t kFirstPage = 4096;
  const std::optional<std::uint64_t> address = address_in(outcome.message);
  const auto& lengths = outcome.passed_lengths;
  const auto is_empty = [](const auto& each) { return each.second == 0; };
  if (!address || *address >= kFirstPage || outcome.fate != Fate::kCrashed || !slot_of_place(outcome) ||
      lengths.empty() || !std::ranges::all_of(lengths, is_empty) || !outcome.inside_method.empty())
    return {};
  return " The callback passed 0 entries, so its arrays are null.";
}

// A table written by hand may have a method in the slot of another one.
std::string hint_at_slots(const Outcome& outcome) {
  if (outcome.died.empty() || outcome.counts_lost) return {};
  const std::string remedy = " " + slots_remedy(outcome.slots);
  if (const std::string broken = broken_slot(outcome); !broken.empty())
    return " Cause: " + broken + "." + remedy;
  if (const std::string wrong = wrong_slots_text(outcome.slots); !wrong.empty())
    return (is_wrong_slot(outcome) ? " Likely cause: " : " Possible cause: ") + wrong;
  if (std::string parameters = hint_at_parameters(outcome); !parameters.empty()) return parameters;
  const std::optional<std::size_t> slot = slot_of_place(outcome);
  const bool fault = outcome.signal == SIGSEGV || outcome.signal == SIGBUS;
  if (!slot || !fault || !outcome.slots.by_hand || *slot >= outcome.slots.named.size() ||
      outcome.slots.named[*slot] || outcome.answers_any_iid)
    return {};
  return " If its table of methods is written by hand, a method may be in a wrong slot." + remedy;
}

std::string place_when_found(const Outcome& outcome) {
  const std::string unknown = "When it did so is not known";
  const std::string number = std::to_string(outcome.callbacks);
  if (outcome.stopped_parent()) {
    return unknown +
           (outcome.counts_lost ? "." : ": it was found when callback " + number + " had been called.");
  }
  return unknown + ": it was found at the end of the run" +
         (outcome.counts_lost ? "." : ", after callback " + number + ".");
}

std::string place_at_end(const Outcome& outcome) {
  if (outcome.stopped_parent() || outcome.is_found_later()) return place_when_found(outcome);
  if (!outcome.own_question.empty()) return place_of_question(outcome);
  if (outcome.counts_lost && outcome.last_callback.empty())
    return "Where it was is not known, because it had written into memory of gcrucible.";
  if (outcome.callbacks == 0 && !outcome.counts_lost) {
    return (outcome.stage == Stage::kInitializing ? "It was about to be initialized."
                                                  : loading_text(outcome.load_step)) +
           " No callback had been called.";
  }
  const LastCallback last = last_callback(outcome);
  if (outcome.own_thread) return place_on_own_thread(outcome, last);
  if (outcome.probing) {
    return "It was inside its gcrucible_probe, asked" +
           (outcome.collection != 0 ? " after collection " + std::to_string(outcome.collection) : "") +
           "; the last callback was " + outcome.last_callback + last.number + ".";
  }
  if (outcome.inside_callback) {
    return (last.inside.empty()
                ? "It was inside " + outcome.last_callback + last.number + last.collection + "."
                : "It was " + last.inside + last.number + last.collection + last.passed) +
           workers_text(outcome);
  }
  if (!last.inside.empty()) {
    return "It was " + last.inside + " in no callback" + last.passed + " The last callback was " +
           outcome.last_callback + last.number + ".";
  }
  return place_between_callbacks(outcome, last);
}

}  // namespace

std::string place_of(const Outcome& outcome) {
  return place_at_end(outcome) + hint_at_null_arrays(outcome) + hint_at_interfaces(outcome) +
         hint_at_slots(outcome) + hint_at_shutdown(outcome);
}

bool names_mistake(const Outcome& outcome) {
  if (outcome.died.empty()) return false;
  return outcome.fate == Fate::kThrew || outcome.is_found_later() ||
         (outcome.answers_any_iid && optional_callback(outcome) != nullptr) || is_wrong_slot(outcome) ||
         !broken_slot(outcome).empty();
}

std::uint32_t line_of(const Outcome& outcome) {
  const bool unknown = outcome.stopped_parent() || outcome.is_found_later();
  return unknown || outcome.stage != Stage::kRunning ? 0 : outcome.step_line;
}

}  // namespace gcrucible::driver
