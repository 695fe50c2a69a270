#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "harness/abi/tables/info_table.h"
#include "tests/harness/abi/callback_slots.h"
#include "tests/harness/abi/vtable_probe.h"
#include "tests/support/catch.h"

namespace gcrucible::abi::tests {
namespace {

struct Row {
  int slot;
  std::string_view interface_name;
  std::string_view method;
  int called;
  int enumerator;
};

std::vector<Row> callback_rows() {
#define GCRUCIBLE_ROW(slot, type, method) \
  Row{slot, #type, #method, called_slot<type>(&type::method), static_cast<int>(CallbackMethod::k##method)},
  return {GCRUCIBLE_CALLBACK_SLOTS(GCRUCIBLE_ROW)};
#undef GCRUCIBLE_ROW
}

template <typename Method>
struct Declaration;
template <typename Interface, typename Result, typename... Arguments>
struct Declaration<Result (GCRUCIBLE_STDCALL Interface::*)(Arguments...)> {
  using Signature = Result(Arguments...);
  static std::string_view interface_name() {
    const int version = interface_version(kInfoInterfaces, Interface::iid);
    return version < 1 ? "none" : kInfoInterfaces[static_cast<std::size_t>(version) - 1].name;
  }
};

#define GCRUCIBLE_ROW(slot, version, method, parameters, ...) \
  static_assert(std::is_same_v<Declaration<decltype(&NewestInfo::method)>::Signature, HRESULT parameters>);
GCRUCIBLE_INFO_METHODS(GCRUCIBLE_ROW)
#undef GCRUCIBLE_ROW

// Each method as the interfaces declare it.
std::vector<Row> info_rows() {
#define GCRUCIBLE_ROW(slot, version, method, parameters, ...)                      \
  Row{slot, Declaration<decltype(&NewestInfo::method)>::interface_name(), #method, \
      called_slot(&NewestInfo::method), static_cast<int>(InfoMethod::k##method)},
  return {GCRUCIBLE_INFO_METHODS(GCRUCIBLE_ROW)};
#undef GCRUCIBLE_ROW
}

// Checks every row against the vtable, the method table and the interface table.
template <std::size_t Methods, std::size_t Interfaces>
void check_chain(const std::vector<Row>& rows, const std::array<MethodInfo, Methods>& methods,
                 const std::array<InterfaceInfo, Interfaces>& interfaces) {
  REQUIRE(rows.size() + 3 == methods.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    INFO(row.interface_name << "::" << row.method);
    CHECK(row.slot == static_cast<int>(i) + 3);
    CHECK(row.called == row.slot);
    CHECK(row.enumerator == row.slot);
    const MethodInfo& in_table = methods[static_cast<std::size_t>(row.slot)];
    CHECK(in_table.slot == row.slot);
    CHECK(in_table.name == row.method);
    REQUIRE(in_table.interface_version >= 1);
    REQUIRE(in_table.interface_version <= Interfaces);
    const InterfaceInfo& its_interface = interfaces[in_table.interface_version - 1U];
    CHECK(its_interface.version == in_table.interface_version);
    CHECK(its_interface.name == row.interface_name);
    CHECK(its_interface.first_slot <= row.slot);
    CHECK(its_interface.last_slot >= row.slot);
  }
  CHECK(interfaces.back().last_slot == methods.back().slot);
}

TEST_CASE("slots: every callback is in its slot") {
  check_chain(callback_rows(), kCallbackMethods, kCallbackInterfaces);
}

TEST_CASE("slots: every Info method is in its slot") {
  check_chain(info_rows(), kInfoMethods, kInfoInterfaces);
}

TEST_CASE("slots: a derived interface reaches the slots of its bases") {
  CHECK(slot_called_through<NewestCallback>(&NewestCallback::Initialize) == 3);
  CHECK(slot_called_through<NewestCallback>(&NewestCallback::MovedReferences2) == 87);
  CHECK(slot_called_through<NewestInfo>(&NewestInfo::GetClassFromObject) == 3);
  CHECK(slot_called_through<NewestInfo>(&NewestInfo::GetGenerationBounds) == 54);
}

TEST_CASE("slots: the small interfaces are in vtable order") {
  CHECK(called_slot<IUnknown>(&IUnknown::QueryInterface) == 0);
  CHECK(called_slot<IUnknown>(&IUnknown::AddRef) == 1);
  CHECK(called_slot<IUnknown>(&IUnknown::Release) == 2);
  CHECK(called_slot<IClassFactory>(&IClassFactory::CreateInstance) == 3);
  CHECK(called_slot<IClassFactory>(&IClassFactory::LockServer) == 4);
  CHECK(called_slot<IMethodMalloc>(&IMethodMalloc::Alloc) == 3);
  CHECK(called_slot<ICorProfilerFunctionControl>(&ICorProfilerFunctionControl::SetCodegenFlags) == 3);
  CHECK(called_slot<ICorProfilerFunctionControl>(&ICorProfilerFunctionControl::SetILFunctionBody) == 4);
  CHECK(called_slot<ICorProfilerFunctionControl>(&ICorProfilerFunctionControl::SetILInstrumentedCodeMap) ==
        5);
  CHECK(called_slot<ICorProfilerAssemblyReferenceProvider>(
            &ICorProfilerAssemblyReferenceProvider::AddAssemblyReference) == 3);
}

TEMPLATE_TEST_CASE("slots: an enumerator is in vtable order", "", ICorProfilerObjectEnum,
                   ICorProfilerFunctionEnum, ICorProfilerModuleEnum, ICorProfilerThreadEnum,
                   ICorProfilerMethodEnum) {
  CHECK(called_slot<TestType>(&TestType::Skip) == 3);
  CHECK(called_slot<TestType>(&TestType::Reset) == 4);
  CHECK(called_slot<TestType>(&TestType::Clone) == 5);
  CHECK(called_slot<TestType>(&TestType::GetCount) == 6);
  CHECK(called_slot<TestType>(&TestType::Next) == 7);
}

TEST_CASE("slots: a method is found by its exact name only") {
  CHECK(find_callback_method("MovedReferences2") == CallbackMethod::kMovedReferences2);
  CHECK(find_callback_method("Release") == CallbackMethod::kRelease);
  CHECK_FALSE(find_callback_method("movedreferences2").has_value());
  CHECK_FALSE(find_callback_method("").has_value());
  CHECK_FALSE(find_callback_method("GetObjectSize").has_value());
  CHECK(find_info_method("GetObjectSize2") == InfoMethod::kGetObjectSize2);
  CHECK_FALSE(find_info_method("ObjectAllocated").has_value());
  CHECK(name_of(CallbackMethod::kLoadAsNotificationOnly) == "LoadAsNotificationOnly");
  CHECK(name_of(InfoMethod::kEnumerateGCHeapObjects) == "EnumerateGCHeapObjects");
  CHECK(method_info(CallbackMethod::kSurvivingReferences).interface_version == 2);
  CHECK(method_info(InfoMethod::kQueryInterface).interface_version == 0);
}

TEST_CASE("slots: no two methods of a chain share a name") {
  const auto distinct = [](const auto& methods) {
    std::vector<std::string_view> names;
    for (const MethodInfo& method : methods) names.push_back(method.name);
    std::sort(names.begin(), names.end());
    return std::adjacent_find(names.begin(), names.end()) == names.end();
  };
  CHECK(distinct(kCallbackMethods));
  CHECK(distinct(kInfoMethods));
}

}  // namespace
}  // namespace gcrucible::abi::tests
