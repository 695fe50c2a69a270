// What the text of a callback's row means: fields, masks and modes.
#include "harness/abi/tables/callback_rows.h"

#include <string>
#include <string_view>

#include "harness/abi/tables/callback_fields.h"
#include "tests/support/catch.h"

namespace gcrucible::abi {
namespace {

// "key:form(positions of its parameters)", a word each.
std::string fields_of(CallbackMethod method) {
  constexpr std::string_view kForms = "0iwnsfgtba";
  std::string text;
  for (std::size_t i = 0; i < callback_field_count(method); ++i) {
    const CallbackField field = callback_field(method, i);
    text += (text.empty() ? "" : " ") + std::string(field.key) + ":" +
            kForms[static_cast<std::size_t>(field.form)] + "(";
    for (std::size_t at = 0; at < field.count; ++at) text += std::to_string(field.parameters[at]);
    text += ")";
  }
  return text;
}

}  // namespace

TEST_CASE("CallbackField: the parameters that a key names -> their positions and the form of the value") {
  CHECK(fields_of(CallbackMethod::kShutdown).empty());
  CHECK(fields_of(CallbackMethod::kFinalizeableObjectQueued) == "object:i(1) flags:n(0)");
  CHECK(fields_of(CallbackMethod::kThreadAssignedToOSThread) == "thread:i(0) os:0()");
  CHECK(fields_of(CallbackMethod::kMovedReferences2) == "ranges:a(0123)");
  CHECK(fields_of(CallbackMethod::kGarbageCollectionStarted) == "generations:a(01) reason:n(2)");
  CHECK(fields_of(CallbackMethod::kThreadNameChanged) == "thread:i(0) name:t(12)");
  CHECK(fields_of(CallbackMethod::kGetAssemblyReferences) == "path:t(0)");
  CHECK(fields_of(CallbackMethod::kInitializeForAttach) == "data_bytes:n(2) data:b(12)");
  CHECK(fields_of(CallbackMethod::kCOMClassicVTableCreated) == "class:i(0) iid:g(1) slots:n(3)");
  CHECK(fields_of(CallbackMethod::kReJITCompilationFinished) ==
        "function:i(0) rejit:i(1) status:s(2) safe_to_block:f(3)");
}

TEST_CASE("CallbackField: no more fields -> an empty key") {
  CHECK(callback_field(CallbackMethod::kHandleDestroyed, 1).key.empty());
  CHECK(callback_field(CallbackMethod::kHandleDestroyed, 7).key.empty());
}

TEST_CASE("CallbackRow: mask and mode of a row -> flags and permissions") {
  const CallbackRow& moved = callback_row(CallbackMethod::kMovedReferences);
  CHECK(moved.low == COR_PRF_MONITOR_GC);
  CHECK(moved.high == COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS);
  CHECK(!moved.may_trigger);
  CHECK(!moved.cooperative);
  CHECK(moved.in_collections);
  const CallbackRow& resume = callback_row(CallbackMethod::kRuntimeResumeStarted);
  CHECK(resume.may_trigger);
  CHECK(resume.cooperative);
  CHECK(resume.suspended);
  const CallbackRow& rejit = callback_row(CallbackMethod::kGetReJITParameters);
  CHECK(rejit.low == COR_PRF_ENABLE_REJIT);
  CHECK(!rejit.said);
  CHECK(!rejit.judged);
  CHECK(callback_row(CallbackMethod::kShutdown).low == 0);
}

}  // namespace gcrucible::abi
