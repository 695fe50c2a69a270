#include "harness/cli/text/interface_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <vector>

#include "harness/abi/guid.h"
#include "harness/abi/interfaces.h"
#include "harness/abi/tables/callback_methods.h"
#include "harness/abi/tables/info_methods.h"
#include "harness/abi/unknown.h"
#include "harness/cli/text/head_columns.h"

namespace gcrucible::cli {
namespace {

constexpr std::array kUnknownParameters = {std::string_view("(REFIID riid, void** ppvObject)"),
                                           std::string_view("()"), std::string_view("()")};

// Indexed by slot - 3: IUnknown's methods have no rows.
#define GCRUCIBLE_PARAMETERS(slot, version, method, parameters, ...) std::string_view(#parameters),
constexpr std::array kCallbackParameters{GCRUCIBLE_CALLBACKS(GCRUCIBLE_PARAMETERS)};
constexpr std::array kInfoParameters{GCRUCIBLE_INFO_METHODS(GCRUCIBLE_PARAMETERS)};
#undef GCRUCIBLE_PARAMETERS

// One of the two chains of interfaces.
struct Chain {
  std::string_view name;
  std::span<const abi::InterfaceInfo> versions;
  std::span<const abi::MethodInfo> methods;
  std::span<const std::string_view> parameters;
};

const std::array<Chain, 2>& chains() {
  static const std::array<Chain, 2> both{
      {{"ICorProfilerCallback", abi::kCallbackInterfaces, abi::kCallbackMethods, kCallbackParameters},
       {"ICorProfilerInfo", abi::kInfoInterfaces, abi::kInfoMethods, kInfoParameters}}};
  return both;
}

std::string_view parameters_of(const Chain& chain, std::size_t slot) {
  return slot < kUnknownParameters.size() ? kUnknownParameters[slot]
                                          : chain.parameters[slot - kUnknownParameters.size()];
}

// How wide a type is on a 64-bit machine, and the parts of the structures that a table of objects needs
// (harness/abi/structures.h has all).
struct Width {
  std::string_view type;
  std::string_view width;
};
constexpr std::string_view kPointer = "64 bits (a pointer's size)";
constexpr auto kWidths = std::to_array<Width>({
    {"BOOL", "32 bits, 0 or 1"},
    {"BYTE", "8 bits"},
    {"WCHAR", "16 bits"},
    {"DWORD", "32 bits"},
    {"ULONG", "32 bits"},
    {"ULONG32", "32 bits"},
    {"HRESULT", "32 bits"},
    {"int", "32 bits"},
    {"INT32", "32 bits"},
    {"UINT32", "32 bits"},
    {"UINT64", "64 bits"},
    {"ULONG64", "64 bits"},
    {"INT64", "64 bits"},
    {"UINT8", "8 bits"},
    {"COR_PRF_GC_REASON", "32 bits"},
    {"COR_PRF_GC_ROOT_KIND", "32 bits"},
    {"COR_PRF_GC_ROOT_FLAGS", "32 bits"},
    {"COR_PRF_SUSPEND_REASON", "32 bits"},
    {"COR_PRF_TRANSITION_REASON", "32 bits"},
    {"COR_PRF_JIT_CACHE", "32 bits"},
    {"CorElementType", "32 bits"},
    {"COR_FIELD_OFFSET", "2 parts of 32 bits: the token of the field, its offset"},
    {"COR_PRF_GC_GENERATION_RANGE",
     "32 bytes: generation (32 bits, and 32 unused), rangeStart, rangeLength, rangeLengthReserved (64 bits "
     "each)"},
    {"GUID", "128 bits"},
});
// Ids, sizes and handles.
constexpr auto kWords = std::to_array<std::string_view>(
    {"SIZE_T", "UINT_PTR", "HANDLE", "LPCBYTE", "ObjectHandleID", "REFGUID", "REFIID", "REFCLSID"});
constexpr auto kTokens =
    std::to_array<std::string_view>({"mdToken", "mdTypeDef", "mdMethodDef", "mdFieldDef", "mdAssemblyRef"});

std::string_view width_of(std::string_view type) {
  if (const auto* const found = std::ranges::find(kWidths, type, &Width::type); found != kWidths.end())
    return found->width;
  if (std::ranges::find(kTokens, type) != kTokens.end()) return "32 bits";
  if (std::ranges::find(kWords, type) != kWords.end() || type.ends_with("ID")) return kPointer;
  return {};
}

// The names of types in "(ULONG n, ObjectID ids[])": the first word of each parameter, without `const`.
std::vector<std::string_view> types_in(std::string_view parameters) {
  std::vector<std::string_view> types;
  std::size_t at = parameters.find('(') + 1;
  while (at < parameters.size()) {
    std::size_t end = parameters.find_first_of(",)", at);
    std::string_view parameter = parameters.substr(at, end - at);
    at = end + 1;
    parameter.remove_prefix(std::min(parameter.find_first_not_of(' '), parameter.size()));
    for (const std::string_view word : {std::string_view("const "), std::string_view("struct ")})
      if (parameter.starts_with(word)) parameter.remove_prefix(word.size());
    const auto past = std::ranges::find_if(
        parameter, [](unsigned char each) { return std::isalnum(each) == 0 && each != '_'; });
    const std::string_view type(parameter.begin(), past);
    if (!type.empty() && std::ranges::find(types, type) == types.end()) types.push_back(type);
  }
  return types;
}

// "ULONG has 32 bits; ObjectID 64 bits (a pointer's size)".
std::string widths_in(std::string_view parameters) {
  std::vector<std::string> parts;
  for (const std::string_view type : types_in(parameters)) {
    if (const std::string_view width = width_of(type); !width.empty())
      parts.push_back(fmt::format("{} has {}", type, width));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string field(const report::Style& style, std::string_view head, std::string_view body) {
  return body.empty() ? std::string() : report::field(style, "  " + std::string(head), kHeadColumns, body);
}

const abi::InterfaceInfo* interface_named(const Chain& chain, std::string_view word) {
  const auto found = std::ranges::find(chain.versions, word, &abi::InterfaceInfo::name);
  return found == chain.versions.end() ? nullptr : &*found;
}

// The interfaces of COM that a profiler library needs. They belong to no chain.
struct ComInterface {
  std::string_view name;
  abi::GUID iid;
  std::string_view base;
  std::string_view slots;
  std::size_t first_slot = 0;
  std::span<const std::string_view> methods;
  std::string_view returns;
};
constexpr auto kUnknownMethods = std::to_array<std::string_view>(
    {"QueryInterface(REFIID riid, void** ppvObject)", "AddRef()", "Release()"});
constexpr auto kFactoryMethods = std::to_array<std::string_view>(
    {"CreateInstance(IUnknown* pUnkOuter, REFIID riid, void** ppvObject)", "LockServer(BOOL fLock)"});

const std::array<ComInterface, 2>& com_interfaces() {
  static const std::array<ComInterface, 2> both{
      {{"IUnknown", abi::IUnknown::iid, "",
        "0 to 2 of the table of methods; every other interface begins with them", 0, kUnknownMethods,
        "QueryInterface an HRESULT of 32 bits, AddRef and Release a ULONG of 32 bits; the first argument is "
        "the object"},
       {"IClassFactory", abi::IClassFactory::iid, "IUnknown",
        "3 and 4 of the table of methods; those of IUnknown come before", 3, kFactoryMethods,
        "each method an HRESULT of 32 bits; its first argument is the object"}}};
  return both;
}

const ComInterface* com_interface_named(std::string_view word) {
  const auto* const found = std::ranges::find(com_interfaces(), word, &ComInterface::name);
  return found == com_interfaces().end() ? nullptr : found;
}

std::string com_interface_text(const ComInterface& found, const report::Style& style) {
  std::string text = std::string(found.name) + "\n" +
                     field(style, "IID", abi::format_guid(found.iid).view()) +
                     field(style, "extends", found.base) + field(style, "slots", found.slots);
  for (std::size_t i = 0; i < found.methods.size(); ++i)
    text += report::field(style, fmt::format("  {:>4}", found.first_slot + i), 8, found.methods[i]);
  return text + field(style, "returns", found.returns);
}

}  // namespace

std::vector<std::string_view> com_interface_names() {
  std::vector<std::string_view> names;
  for (const ComInterface& each : com_interfaces()) names.push_back(each.name);
  return names;
}

bool is_interface(std::string_view word) {
  return com_interface_named(word) != nullptr || std::ranges::any_of(chains(), [&](const Chain& chain) {
           return interface_named(chain, word) != nullptr;
         });
}

std::string interface_text(std::string_view word, const report::Style& style) {
  if (const ComInterface* const found = com_interface_named(word)) return com_interface_text(*found, style);
  std::string text;
  for (const Chain& chain : chains()) {
    const abi::InterfaceInfo* const found = interface_named(chain, word);
    if (found == nullptr) continue;
    const bool first = found->version == 1;
    const std::string base =
        first ? std::string("IUnknown") : std::string(chain.versions[found->version - 2U].name);
    text += std::string(word) + "\n" + field(style, "IID", abi::format_guid(found->iid).view()) +
            field(style, "extends", base) +
            field(style, "slots",
                  fmt::format("{} to {} of the table of methods; those of {} come before", found->first_slot,
                              found->last_slot, base));
    for (std::size_t slot = found->first_slot; slot <= found->last_slot; ++slot) {
      text += report::field(style, fmt::format("  {:>4}", slot), 8,
                            fmt::format("{}{}", chain.methods[slot].name, parameters_of(chain, slot)));
    }
    text += field(style, "returns", "each method an HRESULT of 32 bits; its first argument is the object");
  }
  return text;
}

std::string method_text(std::string_view word, const report::Style& style) {
  for (const Chain& chain : chains()) {
    const auto found = std::ranges::find(chain.methods, word, &abi::MethodInfo::name);
    if (found == chain.methods.end()) continue;
    const std::string_view parameters = parameters_of(chain, found->slot);
    const std::string_view of =
        found->interface_version == 0 ? "IUnknown" : chain.versions[found->interface_version - 1U].name;
    return field(style, "method of", of) +
           field(style, "slot",
                 fmt::format("{} of the table of methods; QueryInterface has 0", found->slot)) +
           field(style, "signature", fmt::format("HRESULT {}{}", word, parameters)) +
           field(style, "types", widths_in(parameters));
  }
  return {};
}

}  // namespace gcrucible::cli
