#include "harness/compare/story.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "harness/abi/enums.h"
#include "harness/abi/monitor_flags.h"

namespace gcrucible::compare {

bool Story::shows_collections() const {
  return has_brackets() || !mask || (mask->low & abi::COR_PRF_MONITOR_SUSPENDS) != 0;
}

bool is_small(const ObjectStory& object) {
  return object.before.starts_with("gen ");
}

bool is_pinned(const ObjectStory& object) {
  return std::ranges::any_of(
      object.roots, [](const std::string& root) { return root.find(" pinning") != std::string::npos; });
}

bool compacts_instead(const CollectionStory& story) {
  if (story.asked != "sweep") return false;
  return std::ranges::any_of(story.objects, [](const auto& each) {
    return is_small(each.second) && each.second.reported == "moved";
  });
}

std::string root_words(std::uint32_t kind, std::uint32_t flags) {
  std::string text = "other";
  if (kind == abi::COR_PRF_GC_ROOT_STACK) text = "stack";
  if (kind == abi::COR_PRF_GC_ROOT_FINALIZER) text = "finalizer";
  if (kind == abi::COR_PRF_GC_ROOT_HANDLE) text = "handle";
  constexpr std::array<std::pair<std::uint32_t, std::string_view>, 4> kFlags{
      {{abi::COR_PRF_GC_ROOT_PINNING, " pinning"},
       {abi::COR_PRF_GC_ROOT_WEAKREF, " weak"},
       {abi::COR_PRF_GC_ROOT_INTERIOR, " interior"},
       {abi::COR_PRF_GC_ROOT_REFCOUNTED, " ref-counted"}}};
  for (const auto& [flag, word] : kFlags) {
    if ((flags & flag) != 0) text += word;
  }
  return text;
}

}  // namespace gcrucible::compare
