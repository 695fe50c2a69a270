#include "harness/scenario/expect/suppressed_names.h"

namespace gcrucible::scenario {

using yaml::Entry;
using yaml::Value;

void SuppressedNames::add(std::string_view name) {
  if (name.empty()) return;
  names_.emplace(name);
  // `a.left` and `a[3]` name a.
  const auto end = name.find_first_of(".[");
  if (end != std::string_view::npos && end != 0) names_.emplace(name.substr(0, end));
}

void SuppressedNames::look_for_lost(const Value& value, bool is_root) {
  for (const Entry& entry : value.lost) {
    // A repeated key hides only the things that its value would create, because the first one was read.
    if (!is_root && !entry.key.empty() && value.find(entry.key) != nullptr) {
      add_made(entry.value);
      continue;
    }
    add(entry.key);
    add_all(entry.value);
  }
  for (const Value& item : value.items) look_for_lost(item, false);
  for (const Entry& entry : value.entries) look_for_lost(entry.value, false);
}

void SuppressedNames::add_made(const Value& value) {
  for (const Value& item : value.items) add_made(item);
  for (const auto* const entries : {&value.entries, &value.lost}) {
    for (const Entry& entry : *entries) {
      if (entry.key == "id" && entry.value.is_scalar()) add(entry.value.text);
      add_made(entry.value);
    }
  }
}

void SuppressedNames::add_all(const Value& value) {
  if (value.is_scalar()) add(value.text);
  for (const Value& item : value.items) add_all(item);
  for (const auto* const entries : {&value.entries, &value.lost}) {
    for (const Entry& entry : *entries) {
      add(entry.key);
      add_all(entry.value);
    }
  }
}

}  // namespace gcrucible::scenario
