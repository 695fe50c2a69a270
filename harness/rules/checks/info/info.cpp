// Rules that hold for many Info methods.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "harness/abi/enums.h"
#include "harness/abi/hresults.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/evidence/call_place.h"
#include "harness/rules/evidence/info_signatures.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

// In UTF-16 units, with the terminating zero.
std::uint64_t length_of(std::string_view text) {
  std::uint64_t units = 1;
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if ((byte & 0xC0) != 0x80) units += byte >= 0xF0 ? 2 : 1;
  }
  return units;
}

// 0 if nothing was written.
std::uint64_t written_in(const InfoEvent& info, const BufferSignature& signature) {
  if (!signature.text) return info.out_rows(signature.buffer).size();
  if (signature.buffer >= info.outs.size()) return 0;
  const trace::Value& text = info.outs[signature.buffer];
  return text.kind == trace::Value::Kind::kText ? length_of(text.text) : 0;
}

void small_buffer(const InfoEvent& info, const History& history, Ruling& ruling) {
  const BufferSignature* const signature = buffer_of(info.method);
  if (signature == nullptr || info.null_outs != 0) return;
  const auto capacity = info.arg(signature->capacity);
  if (!capacity) return;
  if (!info.succeeded()) {
    if (info.hr != abi::E_NOT_SUFFICIENT_BUFFER) return;
    return broken(
        info, history, ruling,
        fmt::format("The call fails with {} for a buffer of {}.", abi::hresult_text(info.hr), *capacity));
  }
  const auto count = info.out(signature->count);
  if (!count) return;
  const std::uint64_t written = written_in(info, *signature);
  const BufferAnswers::Count* const last = history.buffer_answers().last(info);
  if (written > *capacity || written > *count) {
    return broken(
        info, history, ruling,
        fmt::format("{} are written into a buffer of {}, but the count is {}.", written, *capacity, *count));
  }
  if (*capacity != 0 && written < std::min(*capacity, *count)) {
    return broken(info, history, ruling,
                  fmt::format("A buffer of {} receives {}, but there are {}.", *capacity, written, *count));
  }
  if (last != nullptr && last->count != *count) {
    const bool of_assembly = info.method == InfoMethod::kGetAssemblyInfo;
    if (of_assembly && !history.reported_from_start(abi::COR_PRF_MONITOR_ASSEMBLY_LOADS))
      return ruling.cannot("an assembly with this id may have been unloaded, and loads are not reported");
    return broken(info, history, ruling,
                  fmt::format("The count is {}, but in line {} it was {}.", *count, last->line, last->count));
  }
  ruling.kept();
}

enum class Alive : std::uint8_t { kUnknown, kAlive, kDead };

Alive alive_in(const Loads& loads, LoadStep::Kind kind, std::uint64_t id) {
  switch (loads.life(kind, id)) {
    case Loads::Life::kUnknown:
      return Alive::kUnknown;
    case Loads::Life::kUnloaded:
      return Alive::kDead;
    default:
      return Alive::kAlive;
  }
}

// For an id whose end was reported. Until the callback for its container has returned, .NET answers for a
// module and its classes as if they were loaded.
bool is_leaving(const InfoEvent& info, const History& history) {
  constexpr CallSet kEnds{Call::kAssemblyUnloadFinished, Call::kModuleUnloadFinished,
                          Call::kClassUnloadFinished, Call::kAppDomainShutdownFinished};
  return kEnds.has(info.inside_call) ||
         std::ranges::any_of(history.loads().open(),
                             [](const Loads::Open& each) { return each.step.unloads(); });
}

Alive alive(const IdSignature& signature, const InfoEvent& info, const History& history, std::uint64_t id) {
  using Kind = IdSignature::Kind;
  switch (signature.kind) {
    case Kind::kAppDomain:
      return alive_in(history.loads(), LoadStep::Kind::kAppDomain, id);
    case Kind::kAssembly:
      return alive_in(history.loads(), LoadStep::Kind::kAssembly, id);
    case Kind::kModule:
      return alive_in(history.loads(), LoadStep::Kind::kModule, id);
    case Kind::kClass:
      return alive_in(history.loads(), LoadStep::Kind::kClass, id);
    case Kind::kThread:
      break;
  }
  const Threads::Life life = history.threads().life(id);
  // A thread may query itself until ThreadDestroyed returns.
  const InFlight* const around = history.in_flight().innermost(info.thread);
  if (around != nullptr && around->call == Call::kThreadDestroyed) return Alive::kUnknown;
  if (history.threads().may_be_new(id, info.thread)) return Alive::kUnknown;
  return life == Threads::Life::kUnknown   ? Alive::kUnknown
         : life == Threads::Life::kCreated ? Alive::kAlive
                                           : Alive::kDead;
}

std::string_view name_of(IdSignature::Kind kind) {
  constexpr std::string_view kNames[] = {"AppDomainID", "AssemblyID", "ModuleID", "ClassID", "ThreadID"};
  return kNames[static_cast<std::size_t>(kind)];
}

void live_ids(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (!info.succeeded()) return;
  for (const IdSignature& signature : answered_ids()) {
    if (signature.method != info.method) continue;
    const std::uint64_t id = info.out(signature.out).value_or(0);
    if (id == 0) continue;
    switch (alive(signature, info, history, id)) {
      case Alive::kUnknown:
        ruling.cannot("the trace does not record when the id became valid");
        break;
      case Alive::kAlive:
        ruling.kept();
        break;
      case Alive::kDead:
        if (signature.kind != IdSignature::Kind::kThread && is_leaving(info, history)) {
          ruling.cannot("the unload of the id has not ended");
          break;
        }
        broken(info, history, ruling,
               fmt::format("The answer contains the {} {:#x}, which is no longer valid.",
                           name_of(signature.kind), id));
        break;
    }
  }
}

// Whether the queried id is known to exist, so that E_INVALIDARG has another meaning.
bool is_about_something(const InfoEvent& info, const History& history) {
  const std::uint64_t id = info.arg(0).value_or(0);
  switch (info.method) {
    case InfoMethod::kIsArrayClass:
    case InfoMethod::kGetClassIDInfo:
      return (history.types().of_class(id) != nullptr && !history.types().unloaded(id)) ||
             alive_in(history.loads(), LoadStep::Kind::kClass, id) == Alive::kAlive;
    case InfoMethod::kGetModuleInfo:
    case InfoMethod::kGetModuleInfo2:
      return alive_in(history.loads(), LoadStep::Kind::kModule, id) == Alive::kAlive;
    case InfoMethod::kGetAssemblyInfo:
      return alive_in(history.loads(), LoadStep::Kind::kAssembly, id) == Alive::kAlive;
    default:
      return true;
  }
}

constexpr InfoSet kStringLayouts{InfoMethod::kGetStringLayout, InfoMethod::kGetStringLayout2};
// With several out pointers and no buffer.
constexpr InfoSet kWithoutBuffers =
    kStringLayouts | InfoSet{InfoMethod::kIsArrayClass, InfoMethod::kGetClassIDInfo};

// The first out pointer that was not null, but to which nothing was written.
std::optional<std::size_t> unwritten_out(const InfoEvent& info) {
  if (!kWithoutBuffers.has(info.method) || info.hr != abi::S_OK) return std::nullopt;
  for (std::size_t i = 0; i < info.outs.size(); ++i) {
    if (info.wants_out(i) && info.outs[i].kind == trace::Value::Kind::kNull) return i;
  }
  return std::nullopt;
}

void optional_outs(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (info.null_outs == 0 || !is_about_something(info, history)) return;
  if (const auto unwritten = unwritten_out(info)) {
    return broken(info, history, ruling,
                  fmt::format("Out pointer {} was not null, but there is no answer for it.", *unwritten));
  }
  // The layout of strings depends on nothing else that could be wrong.
  const bool refused = kStringLayouts.has(info.method)
                           ? !info.succeeded() && !is_refused(info, history)
                           : info.hr == abi::E_INVALIDARG || info.hr == abi::E_POINTER;
  if (!refused) return ruling.kept();
  broken(info, history, ruling,
         fmt::format("Optional out pointers were null, and the answer is {}.", abi::hresult_text(info.hr)));
}

void free_threaded(const InfoEvent& info, const History& history, Ruling& ruling) {
  const Overlaps::Answer* const other = history.overlaps().before(info);
  if (other == nullptr || !info.succeeded() || other->collections != history.collections()) return;
  if (same_values(other->outs.values(), info.outs)) return ruling.kept();
  broken(
      info, history, ruling,
      fmt::format(
          "Another thread made the same call at the same time, in line {}, and received a different answer.",
          other->line));
}

// Compares the .NET answer of GetRuntimeInformation with the process's version in the trace. Empty if
// nothing is wrong.
std::string wrong_version(const InfoEvent& info, const Header& header) {
  const auto instance = info.out(0), type = info.out(1);
  if (instance && *instance != 0) return fmt::format("The instance is {}, but there is only one.", *instance);
  if (type && *type != abi::COR_PRF_CORE_CLR)
    return fmt::format("The type of the runtime is {}, which is not COR_PRF_CORE_CLR (2).", *type);
  const auto major = info.out(2), minor = info.out(3), build = info.out(4), fix = info.out(5);
  if (!major || !minor || !build) return {};
  const std::string numbers = fmt::format("{}.{}.{}", *major, *minor, *build);
  const auto names = [&](std::string_view version) {
    return version.starts_with(numbers) && (version.size() == numbers.size() ||
                                            version[numbers.size()] < '0' || version[numbers.size()] > '9');
  };
  if (!header.version.empty() && !names(header.version))
    return fmt::format("The version is {}, but the process has {}.", numbers, header.version);
  const bool text = info.outs.size() > 7 && info.outs[7].kind == trace::Value::Kind::kText;
  if (text && !names(info.outs[7].text))
    return fmt::format("The version is {}, but its text is {}.", numbers, info.outs[7].text);
  if (fix && *fix != 0) return fmt::format("The QFE version is {}.", *fix);
  return {};
}

constexpr InfoSet kRefusable{InfoMethod::kSetEventMask, InfoMethod::kSetEventMask2};

// A scenario may inject failures. A real runtime has no reason to refuse these calls.
void answers_at_start(const InfoEvent& info, const History& history, Ruling& ruling) {
  const bool at_start =
      info.inside_call == Call::kInitialize || info.inside_call == Call::kInitializeForAttach;
  if (!at_start || info.null_outs != 0) return;
  if (history.header().source != "recorded") return ruling.cannot("a scenario may say which calls fail");
  const bool asks_for_info = info.method != InfoMethod::kQueryInterface ||
                             (!info.args.empty() && info.args[0].text.starts_with("ICorProfilerInfo"));
  if (!asks_for_info || info.hr == abi::E_NOT_SUFFICIENT_BUFFER) return;
  // A mask with an invalid combination, or not allowed with an attach, is refused.
  if (kRefusable.has(info.method) && info.hr < 0) return;
  constexpr std::uint64_t kLeastThreshold = 85000;
  if (info.hr != abi::S_OK) {
    return broken(info, history, ruling,
                  fmt::format("{} answers {} in {}.", info.name, abi::hresult_text(info.hr),
                              name_of(info.inside_call)));
  }
  if (info.method == InfoMethod::kGetLOHObjectSizeThreshold && info.out(0).value_or(0) < kLeastThreshold) {
    return broken(info, history, ruling,
                  fmt::format("The threshold is {}; settings below {} are raised to that value.",
                              info.out(0).value_or(0), kLeastThreshold));
  }
  if (info.method == InfoMethod::kGetRuntimeInformation) {
    if (std::string what = wrong_version(info, history.header()); !what.empty())
      return broken(info, history, ruling, std::move(what));
  }
  ruling.kept();
}

constexpr InfoSet kAnsweredAtStart{
    InfoMethod::kQueryInterface, InfoMethod::kGetRuntimeInformation,     InfoMethod::kGetEventMask,
    InfoMethod::kGetEventMask2,  InfoMethod::kGetLOHObjectSizeThreshold, InfoMethod::kSetEventMask,
    InfoMethod::kSetEventMask2};

// Methods with several optional out pointers in addition to buffers.
constexpr InfoSet kOptional{InfoMethod::kIsArrayClass,    InfoMethod::kGetClassIDInfo,
                            InfoMethod::kGetModuleInfo,   InfoMethod::kGetModuleInfo2,
                            InfoMethod::kGetAssemblyInfo, InfoMethod::kGetStringLayout,
                            InfoMethod::kGetStringLayout2};

const Binding kBindings[] = {
    {.id = "info/small-buffer",
     .occasion = "a call with a buffer and its capacity",
     .infos = methods_with_buffers(),
     .info = small_buffer},
    {.id = "info/optional-outs",
     .occasion = "a call with null for some out pointers",
     .infos = kOptional,
     .info = optional_outs},
    {.id = "info/live-ids",
     .occasion = "an answer that contains an id",
     .infos = methods_with_ids(),
     .info = live_ids},
    {.id = "info/answers-at-start",
     .occasion = "an Info call inside Initialize or InitializeForAttach that needs nothing from the process",
     .infos = kAnsweredAtStart,
     .info = answers_at_start},
    {.id = "info/free-threaded",
     .occasion = "two threads that make the same call at the same time",
     .infos = kSharedAnswers,
     .info = free_threaded},
};

}  // namespace

std::span<const Binding> info_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
