#include "harness/program/callback_shapes.h"

#include <algorithm>

#include "harness/abi/tables/callback_fields.h"
#include "harness/abi/tables/callback_rows.h"

namespace gcrucible::program {
namespace {

using Type = ArgumentType;
using abi::CallbackMethod;

// All ids have the same C++ type. The declared type in the callback's row distinguishes them.
constexpr Type type_of(std::string_view declared) {
  struct Row {
    std::string_view declared;
    Type type;
  };
  constexpr std::array kRows{Row{"ObjectID", Type::kObject},
                             Row{"ClassID", Type::kClass},
                             Row{"GCHandleID", Type::kHandle},
                             Row{"ThreadID", Type::kThread},
                             Row{"FunctionID", Type::kFunction},
                             Row{"ModuleID", Type::kModule},
                             Row{"AssemblyID", Type::kAssembly},
                             Row{"AppDomainID", Type::kDomain},
                             Row{"BOOL", Type::kFlag},
                             Row{"HRESULT", Type::kStatus},
                             Row{"COR_PRF_GC_ROOT_KIND", Type::kRootKind},
                             Row{"COR_PRF_GC_ROOT_FLAGS", Type::kRootFlags},
                             Row{"UINT_PTR", Type::kRootId}};
  const auto* const row = std::ranges::find(kRows, declared, &Row::declared);
  return row == kRows.end() ? Type::kNumber : row->type;
}

constexpr ArgumentShape argument_of(CallbackMethod method, const abi::CallbackField& field) {
  ArgumentShape argument{.key = field.key, .width = static_cast<std::uint8_t>(field.columns())};
  const bool text = field.form == abi::FieldForm::kText || field.form == abi::FieldForm::kBytes;
  if (text) argument.types[0] = Type::kText;
  if (text || field.count == 0) return argument;
  const std::size_t first = argument.is_array() ? 1 : 0;
  for (std::size_t i = first; i < field.count; ++i) {
    argument.types[i - first] = type_of(abi::callback_parameter(method, field.parameters[i]).type);
  }
  return argument;
}

constexpr CallbackShape shape_of(CallbackMethod method) {
  CallbackShape shape{.slot = static_cast<std::uint16_t>(method), .count = 0, .arguments = {}};
  for (std::size_t i = 0;; ++i) {
    const abi::CallbackField field = abi::callback_field(method, i);
    if (field.key.empty()) return shape;
    if (can_be_said(field.form)) shape.arguments[shape.count++] = argument_of(method, field);
  }
}

// By slot. Callbacks that no scenario can make have no meaning here.
constexpr auto kShapes = [] {
  std::array<CallbackShape, abi::kCallbackMethods.size()> shapes{};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (abi::kCallbackRows[i].said) shapes[i] = shape_of(static_cast<CallbackMethod>(i));
  }
  return shapes;
}();

constexpr ArgumentShape one(std::string_view key, Type type) {
  return {.key = key, .width = 0, .types = {type}};
}

template <typename... Arguments>
constexpr CallbackShape row(Arguments... arguments) {
  return {.slot = 0, .count = sizeof...(Arguments), .arguments = {arguments...}};
}

constexpr ArgumentShape kClass = one("class", Type::kClass);
constexpr ArgumentShape kObject = one("object", Type::kObject);
constexpr ArgumentShape kFlags = one("flags", Type::kNumber);

constexpr CallbackShape kRootEntry =
    row(kObject, one("kind", Type::kRootKind), one("flags", Type::kRootFlags), one("id", Type::kRootId));
constexpr CallbackShape kElementEntry =
    row(one("key", Type::kObject), one("value", Type::kObject), one("handle", Type::kHandle));
constexpr CallbackShape kClassEntry = row(kClass, one("count", Type::kNumber));
constexpr CallbackShape kQueuedEntry = row(kObject, kFlags);
constexpr CallbackShape kReferencesEntry = shape_of(CallbackMethod::kObjectReferences);
constexpr CallbackShape kNone = row();

}  // namespace

const CallbackShape* callback_shape(std::uint16_t slot) {
  return slot < kShapes.size() && abi::kCallbackRows[slot].said ? &kShapes[slot] : nullptr;
}

const CallbackShape& entry_shape(ReportPart part) {
  switch (part) {
    case ReportPart::kObjectsAllocatedByClass:
      return kClassEntry;
    case ReportPart::kFinalizeableObjectQueued:
      return kQueuedEntry;
    case ReportPart::kRoots:
      return kRootEntry;
    case ReportPart::kDependentHandles:
      return kElementEntry;
    case ReportPart::kObjectReferences:
      return kReferencesEntry;
    case ReportPart::kLargeObjectRanges:
    case ReportPart::kPinnedObjectRanges:
    case ReportPart::kSmallObjectRanges:
      break;
  }
  return kNone;
}

}  // namespace gcrucible::program
