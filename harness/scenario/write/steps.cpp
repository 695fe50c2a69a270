// The objects before the first step, and the steps.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "harness/abi/info_methods.h"
#include "harness/scenario/language/words.h"
#include "harness/scenario/write/writing.h"

namespace gcrucible::scenario {
namespace {

using program::kNothing;
using yaml::Draft;

// Consecutive stores and similar actions share a step up to about this many characters.
constexpr std::size_t kWidth = 90;

Draft step_of(std::string_view key, Draft value) {
  Draft step = yaml::draft_map();
  step.block = true;  // `- collect: 0`, without braces
  step.add(key, std::move(value));
  return step;
}

// Writes the steps from one number on. A step may combine several consecutive actions.
class StepWriter {
 public:
  StepWriter(std::size_t first, Writing& writing) : writing_(&writing), at_(first) {
    for (std::size_t i = 0; i < first; ++i) {
      if (std::holds_alternative<program::AddRoot>(steps()[i].action)) ++roots_;
      if (std::holds_alternative<program::CreateHandle>(steps()[i].action)) ++handles_;
    }
  }

  // Only the steps of the thread that is being written.
  Draft all() {
    Draft list = yaml::draft_list();
    list.block = true;
    while (at_ < steps().size() && steps()[at_].lane == writing_->lane) {
      auto step = std::visit([&](const auto& action) { return write(action); }, steps()[at_].action);
      if (step) list.add(std::move(*step));
    }
    return list;
  }

 private:
  using Made = std::optional<Draft>;

  const std::vector<program::Step>& steps() const { return writing_->program.steps; }
  template <typename Action>
  const Action* next() const {
    return at_ < steps().size() && steps()[at_].lane == writing_->lane
               ? std::get_if<Action>(&steps()[at_].action)
               : nullptr;
  }
  Made one(std::string_view key, Draft value) {
    ++at_;
    return step_of(key, std::move(value));
  }
  // Consecutive actions of one kind as a list, or a single action without a list.
  template <typename Action, typename Item>
  Made row(std::string_view key, const Item& item) {
    Draft list = yaml::draft_list();
    std::size_t width = 0;
    while (const Action* const action = next<Action>()) {
      list.add(item(*action));
      width += list.items.back().written.size() + 2;
      ++at_;
      if (width > kWidth) break;
    }
    if (list.items.size() == 1) return step_of(key, std::move(list.items.front()));
    return step_of(key, std::move(list));
  }
  // The same as a map. A key cannot occur twice.
  template <typename Action, typename Key, typename Value>
  Made entries(std::string_view key, const Key& key_of, const Value& value_of) {
    Draft map = yaml::draft_map();
    std::size_t width = 0;
    while (const Action* const action = next<Action>()) {
      std::string name = key_of(*action);
      const auto is_it = [&](const auto& entry) { return entry.key == name; };
      if (std::ranges::any_of(map.entries, is_it)) break;
      width += name.size() + 10;
      map.add(name, value_of(*action));
      ++at_;
      if (width > kWidth) break;
    }
    return step_of(key, std::move(map));
  }

  Made write(const program::LoadAssembly&) {
    // Implied by the first object of its types.
    ++at_;
    return std::nullopt;
  }
  Made write(const program::Allocate& step) {
    Draft map = write_allocation(step, at_, true, *writing_);
    at_ = write_references(writing_->names.made_by(at_), at_ + 1, map, *writing_);
    return step_of("allocate", std::move(map));
  }
  Made write(const program::Store&) {
    return entries<program::Store>(
        "store",
        [&](const program::Store& store) { return reference_name(store.object, store.slot, *writing_); },
        [&](const program::Store& store) { return writing_->object(store.target); });
  }
  Made write(const program::AddRoot& step) { return one("root", write_root(step, roots_++, *writing_)); }
  Made write(const program::SetRoot&) {
    return entries<program::SetRoot>(
        "set-root", [&](const program::SetRoot& set) { return writing_->names.root(set.root).name; },
        [&](const program::SetRoot& set) { return writing_->object(set.object); });
  }
  Made write(const program::RemoveRoot&) {
    return row<program::RemoveRoot>(
        "unroot", [&](const program::RemoveRoot& removed) { return writing_->root(removed.root); });
  }
  Made write(const program::CreateHandle& step) {
    return one("handle", write_handle(step, handles_++, *writing_));
  }
  Made write(const program::SetHandle&) {
    return entries<program::SetHandle>(
        "set-handle", [&](const program::SetHandle& set) { return writing_->names.handle(set.handle); },
        [&](const program::SetHandle& set) {
          if (set.object && !set.count) return writing_->object(*set.object);
          Draft map = yaml::draft_map();
          if (set.object) map.add("object", writing_->object(*set.object));
          if (set.count) map.add("count", yaml::draft_number(*set.count));
          return map;
        });
  }
  Made write(const program::FreeHandle&) {
    return row<program::FreeHandle>(
        "free-handle", [&](const program::FreeHandle& freed) { return writing_->handle(freed.handle); });
  }
  Made write(const program::RunFinalizers& step) {
    return one("run-finalizers",
               step.most == kNothing ? yaml::draft_word("all") : yaml::draft_number(step.most));
  }
  Made write(const program::SuppressFinalizer&) {
    return row<program::SuppressFinalizer>("suppress-finalizer", [&](const program::SuppressFinalizer& step) {
      return writing_->object(step.object);
    });
  }
  Made write(const program::RegisterFinalizer&) {
    return row<program::RegisterFinalizer>("register-finalizer", [&](const program::RegisterFinalizer& step) {
      return writing_->object(step.object);
    });
  }
  Made write(const program::StartThread&) {
    return row<program::StartThread>(
        "start-thread", [&](const program::StartThread& step) { return writing_->thread(step.thread); });
  }
  Made write(const program::EndThread&) {
    return row<program::EndThread>(
        "end-thread", [&](const program::EndThread& step) { return writing_->thread(step.thread); });
  }
  Made write(const program::Throw& step) { return one("throw", write_throw(step, *writing_)); }
  Made write(const program::CatchThrown& step) { return one("catch", writing_->thread(step.thread)); }
  Made write(const program::Compile& step) { return one("compile", write_compile(step, *writing_)); }
  Made write(const program::Suspend& step) { return one("suspend", write_suspend(step, *writing_)); }
  Made write(const program::Say& step) { return one("say", write_said(step.call, *writing_)); }
  Made write(const program::Ask& step) { return one("ask", write_ask(step, *writing_)); }
  Made write(const program::Collect& step) { return one("collect", write_collect(step, *writing_)); }
  Made write(const program::Attach& step) { return one("attach", write_attach(step)); }
  Made write(const program::ShutDown&) { return one("shutdown", yaml::draft_word("now")); }
  Made write(const program::Await& step) {
    Draft method = yaml::draft_word(std::string(abi::kInfoMethods.at(step.slot).name));
    if (step.times == 1) return one("await", std::move(method));
    Draft map = yaml::draft_map();
    map.add("call", std::move(method));
    map.add("times", yaml::draft_number(step.times));
    return one("await", std::move(map));
  }
  Made write(const program::BeginShutdown& step) {
    if (!step.suspends) return one("begin-shutdown", writing_->thread(step.thread));
    Draft map = yaml::draft_map();
    map.add("thread", writing_->thread(step.thread));
    map.add("suspended", yaml::draft_flag(*step.suspends));
    return one("begin-shutdown", std::move(map));
  }
  Made write(const program::Background& step) { return one("background", write_background(step, *writing_)); }

  Made write(const program::Together& step) {
    Draft map = yaml::draft_map();
    map.block = true;
    if (step.schedule) map.add("schedule", write_schedule_of_threads(*step.schedule, *writing_));
    Draft threads = yaml::draft_map();
    threads.block = true;
    for (++at_; at_ < steps().size() && steps()[at_].lane != kNothing;) {
      writing_->lane = steps()[at_].lane;
      const std::string& name = writing_->names.thread(writing_->lane);
      if (name.empty()) writing_->refuse(fmt::format("there is no thread {}", writing_->lane));
      threads.add(name, all());
      writing_->lane = kNothing;
    }
    map.add("threads", std::move(threads));
    return step_of("together", std::move(map));
  }

  Writing* writing_;
  std::size_t at_;
  std::uint32_t roots_ = 0;
  std::uint32_t handles_ = 0;
};

template <typename Action>
const Action* action_at(const Writing& writing, std::size_t step) {
  const auto& steps = writing.program.steps;
  return step < steps.size() && steps[step].lane == kNothing ? std::get_if<Action>(&steps[step].action)
                                                             : nullptr;
}

// Writes allocations without ObjectAllocated, then the references of their objects.
std::size_t write_objects(Draft& list, Writing& writing) {
  std::vector<const WrittenNames::Group*> groups;
  std::size_t at = 0;
  for (;; ++at) {
    const auto* const allocate = action_at<program::Allocate>(writing, at);
    if (allocate != nullptr && !allocate->announced) {
      list.add(write_allocation(*allocate, at, false, writing));
      groups.push_back(&writing.names.made_by(at));
      continue;
    }
    const auto* const load = action_at<program::LoadAssembly>(writing, at);
    if (load == nullptr || load->announced) break;
  }
  for (std::size_t i = 0; i < groups.size(); ++i)
    at = write_references(*groups[i], at, list.items[i], writing);
  return at;
}

bool is_short(const Draft& list) {
  return std::ranges::all_of(list.items, [](const Draft& item) { return item.kind == Draft::Kind::kScalar; });
}

}  // namespace

std::size_t write_beginning(Draft& root, Writing& writing) {
  const std::size_t end = writing.program.steps.size();
  Draft objects = yaml::draft_list();
  objects.block = true;
  std::size_t at = write_objects(objects, writing);
  // A scenario needs at least one step.
  if (at == end) return 0;
  if (!objects.empty()) root.add("objects", std::move(objects));
  if (at == 0 || action_at<program::Store>(writing, at) != nullptr) return at;

  const auto section = [&]<typename Action>(std::string_view key, const Action*, const auto& write) {
    Draft list = yaml::draft_list();
    std::size_t next = at;
    std::uint32_t number = 0;
    while (const Action* const action = action_at<Action>(writing, next++))
      list.add(write(*action, number++, writing));
    list.block = !is_short(list);
    if (list.empty() || at + list.items.size() == end) return false;
    at += list.items.size();
    root.add(key, std::move(list));
    return true;
  };
  const program::AddRoot* const roots = nullptr;
  const program::CreateHandle* const handles = nullptr;
  const bool has_roots = action_at<program::AddRoot>(writing, at) != nullptr;
  if (section("roots", roots, write_root) || !has_roots) section("handles", handles, write_handle);
  return at;
}

Draft write_steps(std::size_t first, Writing& writing) {
  return StepWriter(first, writing).all();
}

}  // namespace gcrucible::scenario
