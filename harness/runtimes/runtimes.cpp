#include "harness/runtimes/runtimes.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "harness/abi/info_methods.h"
#include "harness/runtimes/embedded.h"
#include "harness/yaml/nearest.h"
#include "harness/yaml/number.h"
#include "harness/yaml/parse.h"

namespace gcrucible::runtimes {
namespace {

using program::InfoEntry;
using program::InfoRow;
using program::ReportPart;
using program::RuntimeProfile;
using yaml::Value;

constexpr std::size_t kSlots = abi::kInfoMethods.size();

std::uint64_t number_of(const Value& value) {
  return yaml::read_number(value.text).value.value_or(0);
}

template <typename T>
void take_number(const Value& map, std::string_view key, T& target) {
  if (const Value* value = map.find(key)) target = static_cast<T>(number_of(*value));
}

void take_flag(const Value& map, std::string_view key, bool& target) {
  if (const Value* value = map.find(key)) target = value->text == "true";
}

std::size_t word_index(const std::vector<std::string>& words, const std::string& word) {
  return static_cast<std::size_t>(std::ranges::find(words, word) - words.begin());
}

class ProfileReader {
 public:
  ProfileReader(RuntimeProfile profile, yaml::Messages& messages)
      : profile_(std::move(profile)), messages_(&messages) {}

  RuntimeProfile take() { return std::move(profile_); }

  void read(const Value& value, bool whole) {
    if (const Value* name = value.find("runtime")) profile_.name = name->text;
    if (const Value* name = value.find("named")) {
      profile_.rules_of = program::rules_of(profile_);
      profile_.name = name->text;
    }
    if (const Value* name = value.find("rules-of")) profile_.rules_of = name->text;
    if (profile_.rules_of == profile_.name) profile_.rules_of.clear();
    if (const Value* part = value.find("information")) information(*part);
    if (const Value* part = value.find("interfaces")) {
      take_number(*part, "info", profile_.info_version);
      take_number(*part, "callback", profile_.callback_version);
      take_flag(*part, "requires-callback2", profile_.requires_callback2);
      if (const Value* mask = part->find("attach-mask")) {
        profile_.attach_mask_low = static_cast<std::uint32_t>(number_of(mask->items[0]));
        profile_.attach_mask_high = static_cast<std::uint32_t>(number_of(mask->items[1]));
      }
    }
    if (const Value* part = value.find("report")) report(*part);
    if (const Value* part = value.find("heap")) {
      take_number(*part, "loh-threshold", profile_.large_object_threshold);
      take_flag(*part, "large-at-threshold", profile_.large_at_threshold);
      if (const Value* pinned = part->find("pinned"))
        profile_.pinned = static_cast<program::PinnedPolicy>(word_index(pinned_policy_words(), pinned->text));
      take_flag(*part, "announces-boxes", profile_.announces_boxes);
      take_number(*part, "allocation-area", profile_.allocation_area);
      take_number(*part, "frozen-range", profile_.frozen_range);
    }
    if (const Value* part = value.find("methods")) methods(*part, whole);
    if (const Value* part = value.find("inspects-object")) {
      mark(*part, [](InfoRow& row, bool on) { row.inspects_object = on; });
    }
    if (const Value* part = value.find("leaves-outs")) {
      mark(*part, [](InfoRow& row, bool on) { row.leaves_outs = on; });
    }
    if (const Value* part = value.find("hangs")) {
      mark(*part, [](InfoRow& row, bool on) { row.hangs = on; });
    }
    if (const Value* part = value.find("spoils-outs")) {
      mark(*part, [](InfoRow& row, bool on) { row.spoils_outs = on; });
    }
  }

 private:
  void information(const Value& part) {
    take_number(part, "clr-instance", profile_.clr_instance);
    if (const Value* type = part.find("type")) profile_.runtime_type = type->text == "desktop" ? 1 : 2;
    if (const Value* version = part.find("version")) {
      profile_.major = static_cast<std::uint16_t>(number_of(version->items[0]));
      profile_.minor = static_cast<std::uint16_t>(number_of(version->items[1]));
      profile_.build = static_cast<std::uint16_t>(number_of(version->items[2]));
      profile_.qfe = static_cast<std::uint16_t>(number_of(version->items[3]));
    }
    if (const Value* text = part.find("text")) profile_.version = text->text;
  }

  void report(const Value& part) {
    take_number(part, "generations", profile_.generations);
    if (const Value* limit = part.find("batch-limit")) {
      profile_.batch_limit = limit->text == "any" ? 0 : static_cast<std::uint32_t>(number_of(*limit));
    }
    if (const Value* order = part.find("order")) read_order(*order);
    take_flag(part, "any-split", profile_.any_split);
    take_flag(part, "root-references2-failure-skips-legacy", profile_.root_references2_failure_skips_legacy);
    take_flag(part, "allocated-by-class-needs-object-allocated",
              profile_.allocated_by_class_needs_object_allocated);
    take_flag(part, "allocated-by-class-counts-survivors", profile_.allocated_by_class_counts_survivors);
    take_flag(part, "statics-as-handles", profile_.statics_as_handles);
    take_flag(part, "repeats-queued-finalizable", profile_.repeats_queued_finalizable);
    take_flag(part, "suspends-for-shutdown", profile_.suspends_for_shutdown);
    take_flag(part, "starts-young-in-background", profile_.starts_young_in_background);
    take_flag(part, "tells-stops-late", profile_.reports_stops_late);
    take_flag(part, "tells-older-call-while-detaching", profile_.reports_older_call_while_detaching);
    take_flag(part, "family-per-batch", profile_.family_per_batch);
    take_flag(part, "always-safe-to-block", profile_.always_safe_to_block);
    take_flag(part, "full-without-start", profile_.full_without_start);
    take_flag(part, "moved-objects-flag-alone", profile_.moved_objects_flag_alone);
    take_flag(part, "pinned-object-flag-alone", profile_.pinned_object_flag_alone);
    take_flag(part, "large-object-flag-tells-pinned", profile_.large_object_flag_reports_pinned);
    take_flag(part, "uncaught-leaves-unpaired", profile_.uncaught_leaves_unpaired);
  }

  void read_order(const Value& order) {
    profile_.order.clear();
    for (const Value& item : order.items) {
      const auto part = static_cast<ReportPart>(word_index(report_part_words(), item.text));
      if (std::ranges::find(profile_.order, part) != profile_.order.end()) {
        messages_->error(item.place, fmt::format("{} stands in the order twice", yaml::in_quotes(item.text)),
                         "name each part once");
      }
      profile_.order.push_back(part);
    }
  }

  InfoRow* row_of(const Value& name) {
    const auto method = abi::find_info_method(name.text);
    if (method) return &profile_.info[static_cast<std::size_t>(*method)];
    std::vector<std::string> known;
    for (const abi::MethodInfo& each : abi::kInfoMethods) known.emplace_back(each.name);
    messages_->error(name.place,
                     fmt::format("{} is no method of ICorProfilerInfo", yaml::in_quotes(name.text)),
                     yaml::suggestion(name.text, known));
    return nullptr;
  }

  void methods(const Value& groups, bool whole) {
    if (profile_.info.size() != kSlots) {
      profile_.info.assign(kSlots, {});
      for (std::size_t i = 0; i < kSlots; ++i) profile_.info[i].slot = static_cast<std::uint16_t>(i);
    }
    static const std::vector<std::string> kEntries = {"async", "sync", "init-only", "unguarded",
                                                      "not-implemented"};
    std::vector<std::uint32_t> line(kSlots, 0);
    for (const Value& group : groups.items) {
      for (const Value& name : group.find("names")->items) {
        InfoRow* const row = row_of(name);
        if (row == nullptr) continue;
        if (line[row->slot] != 0) {
          messages_->error(
              name.place, fmt::format("{} is listed again", name.text),
              fmt::format("it stands on line {} already; a method belongs to one group", line[row->slot]));
        }
        line[row->slot] = name.place.line;
        row->entry = static_cast<InfoEntry>(word_index(kEntries, group.find("entry")->text));
        row->triggers = false;
        row->after_attach = true;
        take_flag(group, "triggers", row->triggers);
        take_flag(group, "after-attach", row->after_attach);
      }
    }
    if (!whole) return;
    std::string missing;
    for (std::size_t i = 0; i < kSlots; ++i) {
      if (line[i] == 0) missing += (missing.empty() ? "" : ", ") + std::string(abi::kInfoMethods[i].name);
    }
    if (!missing.empty())
      messages_->error(groups.place, "no group has " + missing, "every method belongs to one group");
  }

  template <typename Set>
  void mark(const Value& names, Set set) {
    for (InfoRow& row : profile_.info) set(row, false);
    if (profile_.info.size() != kSlots) return;
    for (const Value& name : names.items) {
      if (InfoRow* const row = row_of(name)) set(*row, true);
    }
  }

  RuntimeProfile profile_;
  yaml::Messages* messages_;
};

// True if the text has a key that only runtimes have. Error messages then treat the text as a runtime.
bool looks_like_a_runtime(const Value& value) {
  static constexpr std::string_view kOwnKeys[] = {"runtime", "information", "interfaces", "methods"};
  return value.find("scenario") == nullptr &&
         std::ranges::any_of(kOwnKeys, [&](std::string_view key) { return value.find(key) != nullptr; });
}

std::string list_of_names() {
  std::string text;
  for (const std::string& name : names()) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

std::optional<RuntimeProfile> read_profile(const Value& value, RuntimeProfile base, bool whole,
                                           yaml::Messages& messages) {
  const std::size_t before = messages.list().size();
  ProfileReader reader(std::move(base), messages);
  reader.read(value, whole);
  if (messages.list().size() != before) return std::nullopt;
  return reader.take();
}

Loaded parse(std::string_view text, std::string file) {
  yaml::Messages messages(std::move(file), std::string(text));
  Loaded result;
  auto value = yaml::parse(messages, "docs/runtimes.md");
  if (value && !looks_like_a_runtime(*value)) {
    const bool is_scenario = value->find("scenario") != nullptr;
    messages.error({}, is_scenario ? "this is a scenario, not a runtime" : "this is no runtime file",
                   fmt::format("give the name of a runtime ({}) or a file as docs/runtimes.md describes it",
                               list_of_names()));
  } else if (const Value* const like = value ? value->find("like") : nullptr; like != nullptr) {
    messages.error(like->place, "a runtime file has no `like`: it has every key itself",
                   "begin with a copy of harness/runtimes/net10.yaml, or write `runtime: {like: net10, ...}` "
                   "with what is different into the scenario");
  } else if (value && yaml::check(*value, profile_shape(true), messages) && messages.empty()) {
    result.profile = read_profile(*value, {}, true, messages);
  }
  if (!result.profile) result.errors = messages.render();
  return result;
}

std::vector<std::string> names() {
  std::vector<std::string> result;
  for (const EmbeddedFile& file : embedded_files()) result.emplace_back(file.name);
  std::ranges::sort(result);
  return result;
}

Loaded load(std::string_view name) {
  if (name.ends_with(".yaml") || name.ends_with(".yml")) {
    const yaml::FileText file = yaml::read_file(std::string(name));
    if (file.text) return parse(*file.text, std::string(name));
    return {std::nullopt, fmt::format("{}: error: the runtime file cannot be read: {}; check the path\n",
                                      name, file.error)};
  }
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name == name) return parse(file.text, fmt::format("{}.yaml", name));
  }
  const std::string remedy =
      name.find('/') == std::string_view::npos
          ? yaml::suggestion(name, names()) +
                (name.find('.') == std::string_view::npos ? "" : "; a runtime's own file ends in .yaml")
          : "a runtime's own file ends in .yaml, and the built-in ones are " + list_of_names();
  return {std::nullopt, fmt::format("there is no runtime {}; {}\n", yaml::in_quotes(name), remedy)};
}

}  // namespace gcrucible::runtimes
