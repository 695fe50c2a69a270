// The rule about Info calls about classes that are being loaded.
#include "harness/abi/hresults.h"
#include "harness/rules/evidence/call_place.h"
#include "harness/rules/evidence/info_signatures.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using Kind = TypeFacts::Kind;

bool may_answer(const InfoEvent& info, const TypeFacts* type) {
  if (info.succeeded() || is_untimely(info) || may_lack_buffer(info)) return true;
  if (info.method == InfoMethod::kGetClassIDInfo2) return info.hr == abi::CORPROF_E_CLASSID_IS_ARRAY;
  // Only a class has a layout.
  return info.method == InfoMethod::kGetClassLayout &&
         (type == nullptr || (type->kind != Kind::kClass && type->kind != Kind::kValue));
}

void still_loading(const InfoEvent& info, const History& history, Ruling& ruling) {
  const std::uint64_t object_class = info.arg(0).value_or(0);
  const Loads::Life life = history.loads().life(LoadStep::Kind::kClass, object_class);
  if ((life != Loads::Life::kLoading && life != Loads::Life::kLoaded) || info.null_outs != 0) return;
  if (may_answer(info, history.types().of_class(object_class))) return ruling.kept();
  broken(info, history, ruling,
         fmt::format("Class {:#x} is {}, but the answer is {}.", object_class,
                     life == Loads::Life::kLoading ? "being loaded" : "loaded", abi::hresult_text(info.hr)));
}

constexpr InfoSet kOfClasses{InfoMethod::kIsArrayClass, InfoMethod::kGetClassIDInfo,
                             InfoMethod::kGetClassIDInfo2, InfoMethod::kGetClassLayout};

void loading_died(const End& end, const History& history, Ruling& ruling) {
  if (!end.died) return;
  for (const OpenInfo& call : history.open_infos().calls()) {
    const auto args = call.args.values();
    // If another line follows, another thread may have ended the process.
    if (call.returned || !kOfClasses.has(call.method) || args.empty() || call.line + 1 < end.line) continue;
    if (history.loads().life(LoadStep::Kind::kClass, args[0].number) != Loads::Life::kLoading) continue;
    ruling.broken(
        {.what = fmt::format("The process died in this call, for class {:#x}, which is being loaded.",
                             args[0].number),
         .line = call.line,
         .callback = std::string(abi::name_of(call.method)),
         .thread = call.thread});
  }
}

constexpr Binding kBindings[] = {
    {.id = "info/still-loading",
     .occasion = "an Info call about a class whose loading is reported",
     .infos = kOfClasses,
     .info = still_loading,
     .end = loading_died},
};

}  // namespace

std::span<const Binding> loading_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
