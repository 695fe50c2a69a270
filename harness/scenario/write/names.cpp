#include "harness/scenario/write/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "harness/program/numbers.h"
#include "harness/scenario/expect/every_part.h"

namespace gcrucible::scenario {
namespace {

using program::kNothing;

constexpr std::size_t kLongestName = 200;
constexpr std::uint32_t kSlotsOfLoader = 5;

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= kLongestName && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

// For example, node for Namespace.Node, bytes for System.Byte[], text for a string.
std::string stem_of(const program::TypeSpec& type) {
  std::string_view text = type.name;
  const bool is_array = text.find('[') != std::string_view::npos;
  text = text.substr(0, text.find_first_of("<["));
  text = text.substr(text.find_last_of(".+") + 1);
  std::string stem = text == "String" ? "text" : "";
  for (const char c : stem.empty() ? text : std::string_view()) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (!upper && !(c >= 'a' && c <= 'z')) continue;
    stem += upper && stem.empty() ? static_cast<char>(c - 'A' + 'a') : c;
  }
  if (stem.empty()) stem = "object";
  return is_array ? stem + "s" : stem;
}

std::string numbered(const std::string& stem, const auto& is_taken) {
  for (std::uint64_t i = 1;; ++i) {
    std::string name = fmt::format("{}{}", stem, i);
    if (!is_taken(name)) return name;
  }
}

struct Needed {
  std::set<std::uint32_t> objects, roots, handles;
};

// The things that steps name after their creation.
Needed needed_names(const program::Program& program) {
  Needed needed;
  const auto need = [&](program::Noun noun, std::uint64_t number) {
    const auto of_program = static_cast<std::uint32_t>(number);
    if (of_program == kNothing) return;
    if (noun == program::Noun::kObject) needed.objects.insert(of_program);
    if (noun == program::Noun::kRoot) needed.roots.insert(of_program);
    if (noun == program::Noun::kHandle) needed.handles.insert(of_program);
  };
  for (const program::Step& step : program.steps) program::visit_numbers(step.action, need);
  program::visit_numbers(program.overrides, need);
  return needed;
}

}  // namespace

WrittenNames::WrittenNames(const program::Program& program, const ScenarioHead& head) : program_(&program) {
  const Needed needed = needed_names(program);
  make_groups();
  name_groups(needed.objects, head.names_all_objects);
  name_roots(needed.roots, head.root_names);
  name_handles(needed.handles, head.handle_names);
  name_threads();
}

void WrittenNames::make_groups() {
  std::uint64_t next = 0;
  const auto add = [&](std::uint64_t count, std::uint32_t type, std::uint64_t length) {
    groups_.push_back({static_cast<std::uint32_t>(next), count, type, length});
    next += count;
  };
  for (const program::Step& step : program_->steps) {
    if (const auto* const allocate = std::get_if<program::Allocate>(&step.action))
      add(allocate->count, allocate->type, allocate->length);
    if (const auto* const load = std::get_if<program::LoadAssembly>(&step.action)) {
      add(1, load->loader, 0);
      add(1, load->slots, kSlotsOfLoader);
      add(1, load->scout, 0);
      if (load->assembly < program_->collectible.size()) {
        const std::string& assembly = program_->collectible[load->assembly];
        groups_[groups_.size() - 3].name = assembly + "-loader";
        groups_.back().name = assembly + "-scout";
        objects_.insert({assembly + "-loader", assembly + "-scout"});
      }
    }
    group_of_step_.push_back(groups_.empty() ? 0 : groups_.size() - 1);
  }
}

void WrittenNames::name_groups(const std::set<std::uint32_t>& needed, bool all) {
  const auto given = [&](const Group& group) -> std::optional<std::string> {
    const auto named =
        std::ranges::lower_bound(program_->names, group.first, {}, &program::ObjectName::object);
    if (named == program_->names.end() || named->object != group.first) return std::nullopt;
    std::string name = named->name;
    if (group.count > 1 && name.ends_with("[0]")) name.resize(name.size() - 3);
    return is_name(name) ? std::optional(name) : std::nullopt;
  };
  std::vector<Group*> nameless;
  for (Group& group : groups_) {
    if (!group.name.empty()) continue;
    const auto name = given(group);
    if (name && objects_.insert(*name).second) {
      group.name = *name;
    } else {
      nameless.push_back(&group);
    }
  }
  const auto is_taken = [&](const std::string& name) { return objects_.contains(name); };
  for (Group* const group : nameless) {
    const auto first = needed.lower_bound(group->first);
    const bool is_needed = first != needed.end() && *first < group->first + group->count;
    if (!is_needed && !all) continue;
    if (group->type >= program_->types.size()) continue;
    group->name = numbered(stem_of(program_->types[group->type]), is_taken);
    objects_.insert(group->name);
  }
}

void WrittenNames::name_roots(const std::set<std::uint32_t>& needed, const std::vector<std::string>& wanted) {
  std::set<std::string> taken;
  const auto is_taken = [&](const std::string& name) {
    return taken.contains(name) || objects_.contains(name);
  };
  every<program::AddRoot>(program_->steps, [&](const program::AddRoot& step) {
    const auto number = static_cast<std::uint32_t>(roots_.size());
    Root& root = roots_.emplace_back();
    root.name = object(step.object);
    if (taken.contains(root.name)) root.name.clear();
    const std::string own = number < wanted.size() ? wanted[number] : "";
    if (own != root.name && is_name(own) && !taken.contains(own)) {
      root = {own, true};
    } else if (root.name.empty() && needed.contains(number)) {
      root = {numbered(step.kind == program::AddRoot::Kind::kStatic ? "static" : "root", is_taken), true};
    }
    if (!root.name.empty()) taken.insert(root.name);
  });
}

void WrittenNames::name_handles(const std::set<std::uint32_t>& needed,
                                const std::vector<std::string>& wanted) {
  static constexpr std::array<const char*, 6> kStems = {"strong", "weak", "weak-long",
                                                        "pin",    "pair", "counted"};
  std::set<std::string> taken(wanted.begin(), wanted.end());
  std::set<std::string> used;
  const auto is_taken = [&](const std::string& name) { return taken.contains(name); };
  every<program::CreateHandle>(program_->steps, [&](const program::CreateHandle& step) {
    const auto number = static_cast<std::uint32_t>(handles_.size());
    std::string name = number < wanted.size() ? wanted[number] : "";
    if (!is_name(name) || used.contains(name)) name.clear();
    if (name.empty() && needed.contains(number))
      name = numbered(kStems.at(static_cast<std::size_t>(step.kind)), is_taken);
    if (!name.empty()) {
      taken.insert(name);
      used.insert(name);
    }
    handles_.push_back(std::move(name));
  });
}

void WrittenNames::name_threads() {
  std::set<std::string> taken;
  for (const program::ThreadSpec& thread : program_->threads) {
    if (is_name(thread.name)) taken.insert(thread.name);
  }
  std::set<std::string> used;
  for (const program::ThreadSpec& thread : program_->threads) {
    // "collector" means a thread outside the program, so no thread of the program may have this name.
    const bool fits = is_name(thread.name) && thread.name != "collector" && used.insert(thread.name).second;
    const auto is_taken = [&](const std::string& name) {
      return taken.contains(name) || used.contains(name);
    };
    threads_.push_back(fits ? thread.name : numbered("thread", is_taken));
    used.insert(threads_.back());
  }
}

const WrittenNames::Group* WrittenNames::group_of(std::uint32_t object) const {
  const auto after = std::ranges::upper_bound(groups_, object, {}, &Group::first);
  if (after == groups_.begin()) return nullptr;
  const Group& group = *(after - 1);
  return object - group.first < group.count ? &group : nullptr;
}

std::string WrittenNames::object(std::uint32_t number) const {
  const Group* const group = number == kNothing ? nullptr : group_of(number);
  if (group == nullptr || group->name.empty()) return "";
  return group->count == 1 ? group->name : fmt::format("{}[{}]", group->name, number - group->first);
}

namespace {

template <typename Item>
const Item& item_or_none(const std::vector<Item>& items, std::uint32_t number) {
  static const Item kNone{};
  return number < items.size() ? items[number] : kNone;
}

}  // namespace

const WrittenNames::Root& WrittenNames::root(std::uint32_t number) const {
  return item_or_none(roots_, number);
}
const std::string& WrittenNames::handle(std::uint32_t number) const {
  return item_or_none(handles_, number);
}
const std::string& WrittenNames::thread(std::uint32_t number) const {
  return item_or_none(threads_, number);
}
bool WrittenNames::is_named_otherwise(std::uint32_t thread) const {
  return threads_[thread] != program_->threads[thread].name;
}

}  // namespace gcrucible::scenario
