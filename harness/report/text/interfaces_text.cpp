#include "harness/report/text/interfaces_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "harness/abi/interfaces.h"
#include "harness/abi/tables/callback_methods.h"
#include "harness/abi/tables/methods.h"

namespace gcrucible::report {
namespace {

// The newer methods that report what every collection does, in order of their versions.
constexpr abi::CallbackMethod kOfCollections[] = {
    abi::CallbackMethod::kMovedReferences2, abi::CallbackMethod::kSurvivingReferences2,
    abi::CallbackMethod::kConditionalWeakTableElementReferences};

std::string_view name_of(std::uint32_t version) {
  return version == 0 ? "IUnknown" : abi::kCallbackInterfaces.at(version - 1).name;
}

// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& words) {
  if (words.size() < 2) return words.empty() ? std::string() : words.front();
  return fmt::format("{} and {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

// Methods that the runtime would call if the profiler had their interface.
std::vector<std::string> never_called(const CallbackInterfaces& interfaces, std::uint32_t of_runtime) {
  std::vector<std::string> methods;
  for (const abi::CallbackMethod method : kOfCollections) {
    const std::uint32_t version = abi::kCallbackMethods[static_cast<std::size_t>(method)].interface_version;
    if (version > interfaces.newest && version <= of_runtime) methods.emplace_back(abi::name_of(method));
  }
  return methods;
}

}  // namespace

CallbackInterfaces callback_interfaces(const rules::Header& header) {
  CallbackInterfaces interfaces;
  const std::uint32_t newest = header.callback_version.value_or(0);
  if (newest > abi::kNewestCallbackVersion) return interfaces;
  interfaces.newest = newest;
  interfaces.answers_any = header.unknown_interface;
  if (!header.interfaces) return interfaces;
  for (std::uint32_t version = 0; version < newest; ++version) {
    if (std::ranges::find(*header.interfaces, version) == header.interfaces->end())
      interfaces.refused.emplace_back(name_of(version));
  }
  return interfaces;
}

bool are_incomplete(const CallbackInterfaces& interfaces) {
  return interfaces.newest != 0 && (interfaces.answers_any || !interfaces.refused.empty());
}

bool interfaces_matter(const CallbackInterfaces& interfaces, std::uint32_t of_runtime) {
  return are_incomplete(interfaces) ||
         (interfaces.newest != 0 && (of_runtime == 0 || interfaces.newest < of_runtime));
}

std::string interfaces_text(const CallbackInterfaces& interfaces, std::uint32_t of_runtime) {
  if (interfaces.newest == 0) return {};
  std::string text(name_of(interfaces.newest));
  if (interfaces.answers_any) return text + ", and any other: its QueryInterface returns S_OK for every IID";
  if (!interfaces.refused.empty()) text += ", but QueryInterface refuses " + listed(interfaces.refused);
  const std::vector<std::string> never = never_called(interfaces, of_runtime);
  if (never.empty() && interfaces.newest < of_runtime && !are_incomplete(interfaces))
    text += fmt::format("; the runtime has {}", name_of(of_runtime));
  if (!never.empty()) {
    text += fmt::format("; {} {} newer and {} never called", listed(never), never.size() == 1 ? "is" : "are",
                        never.size() == 1 ? "is" : "are");
  }
  if (are_incomplete(interfaces)) return text + ". Is an IID in QueryInterface mistyped?";
  if (!never.empty()) {
    // Many profilers stop at an older version on purpose.
    text += fmt::format(". If the profiler implements {}, check {} in QueryInterface",
                        never.size() == 1 ? "it" : "them", never.size() == 1 ? "its IID" : "their IIDs");
  }
  return text;
}

}  // namespace gcrucible::report
