#include "harness/scenario/write/runtime.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <vector>

#include "harness/abi/info_methods.h"
#include "harness/runtimes/runtimes.h"

namespace gcrucible::scenario {
namespace {

using program::InfoRow;
using program::RuntimeProfile;
using yaml::Draft;

// In the order of their enumerators.
constexpr std::array<std::string_view, 5> kEntries = {"async", "sync", "init-only", "unguarded",
                                                      "not-implemented"};

struct Flag {
  std::string_view key;
  bool RuntimeProfile::*flag;
};
constexpr Flag kReportFlags[] = {
    {"any-split", &RuntimeProfile::any_split},
    {"root-references2-failure-skips-legacy", &RuntimeProfile::root_references2_failure_skips_legacy},
    {"allocated-by-class-needs-object-allocated", &RuntimeProfile::allocated_by_class_needs_object_allocated},
    {"allocated-by-class-counts-survivors", &RuntimeProfile::allocated_by_class_counts_survivors},
    {"statics-as-handles", &RuntimeProfile::statics_as_handles},
    {"repeats-queued-finalizable", &RuntimeProfile::repeats_queued_finalizable},
    {"suspends-for-shutdown", &RuntimeProfile::suspends_for_shutdown},
    {"starts-young-in-background", &RuntimeProfile::starts_young_in_background},
    {"tells-stops-late", &RuntimeProfile::reports_stops_late},
    {"tells-older-call-while-detaching", &RuntimeProfile::reports_older_call_while_detaching},
    {"family-per-batch", &RuntimeProfile::family_per_batch},
    {"always-safe-to-block", &RuntimeProfile::always_safe_to_block},
    {"full-without-start", &RuntimeProfile::full_without_start},
    {"moved-objects-flag-alone", &RuntimeProfile::moved_objects_flag_alone},
    {"pinned-object-flag-alone", &RuntimeProfile::pinned_object_flag_alone},
    {"large-object-flag-tells-pinned", &RuntimeProfile::large_object_flag_reports_pinned},
    {"uncaught-leaves-unpaired", &RuntimeProfile::uncaught_leaves_unpaired}};
constexpr Flag kHeapFlags[] = {{"large-at-threshold", &RuntimeProfile::large_at_threshold},
                               {"announces-boxes", &RuntimeProfile::announces_boxes}};

struct List {
  std::string_view key;
  bool InfoRow::*has;
};
constexpr List kLists[] = {{"inspects-object", &InfoRow::inspects_object},
                           {"leaves-outs", &InfoRow::leaves_outs},
                           {"spoils-outs", &InfoRow::spoils_outs},
                           {"hangs", &InfoRow::hangs}};

Draft numbers(std::initializer_list<std::uint64_t> values) {
  Draft list = yaml::draft_list();
  for (const std::uint64_t value : values) list.add(yaml::draft_number(value));
  return list;
}

// The differences of `made` from `base`.
class Differences {
 public:
  Differences(const RuntimeProfile& base, const RuntimeProfile& made) : base_(&base), made_(&made) {
    map_.add("like", yaml::draft_text(base.name));
    if (made.name != base.name) map_.add("named", yaml::draft_text(made.name));
    if (program::rules_of(made) != program::rules_of(base))
      map_.add("rules-of", yaml::draft_text(program::rules_of(made)));
    information();
    interfaces();
    report();
    heap();
    methods();
    for (const List& list : kLists) flagged(list);
  }

  const Draft& draft() const { return map_; }
  std::size_t count() const { return count_; }

 private:
  void add(Draft& part, std::string_view key, Draft value) {
    ++count_;
    part.add(key, std::move(value));
  }
  template <typename T>
  void number(Draft& part, std::string_view key, T RuntimeProfile::*value) {
    if (made_->*value != base_->*value) add(part, key, yaml::draft_number(made_->*value));
  }
  template <std::size_t N>
  void flags(Draft& part, const Flag (&all)[N]) {
    for (const Flag& each : all) {
      if (made_->*each.flag != base_->*each.flag) add(part, each.key, yaml::draft_flag(made_->*each.flag));
    }
  }
  void close(std::string_view key, Draft part) {
    if (!part.empty()) map_.add(key, std::move(part));
  }

  void information() {
    Draft part = yaml::draft_map();
    number(part, "clr-instance", &RuntimeProfile::clr_instance);
    if (made_->runtime_type != base_->runtime_type)
      add(part, "type", yaml::draft_word(made_->runtime_type == 1 ? "desktop" : "core"));
    const auto version = [](const RuntimeProfile& of) {
      return std::tuple(of.major, of.minor, of.build, of.qfe);
    };
    if (version(*made_) != version(*base_))
      add(part, "version", numbers({made_->major, made_->minor, made_->build, made_->qfe}));
    if (made_->version != base_->version) add(part, "text", yaml::draft_text(made_->version));
    close("information", std::move(part));
  }

  void interfaces() {
    Draft part = yaml::draft_map();
    number(part, "info", &RuntimeProfile::info_version);
    number(part, "callback", &RuntimeProfile::callback_version);
    if (made_->requires_callback2 != base_->requires_callback2)
      add(part, "requires-callback2", yaml::draft_flag(made_->requires_callback2));
    const bool same = made_->attach_mask_low == base_->attach_mask_low &&
                      made_->attach_mask_high == base_->attach_mask_high;
    if (!same) add(part, "attach-mask", numbers({made_->attach_mask_low, made_->attach_mask_high}));
    close("interfaces", std::move(part));
  }

  void report() {
    Draft part = yaml::draft_map();
    number(part, "generations", &RuntimeProfile::generations);
    if (made_->batch_limit != base_->batch_limit) {
      add(part, "batch-limit",
          made_->batch_limit == 0 ? yaml::draft_word("any") : yaml::draft_number(made_->batch_limit));
    }
    if (made_->order != base_->order) {
      Draft order = made_->order.empty() ? yaml::draft_word("any") : yaml::draft_list();
      for (const program::ReportPart each : made_->order)
        order.add(yaml::draft_word(runtimes::report_part_words()[static_cast<std::size_t>(each)]));
      add(part, "order", std::move(order));
    }
    flags(part, kReportFlags);
    close("report", std::move(part));
  }

  void heap() {
    Draft part = yaml::draft_map();
    number(part, "loh-threshold", &RuntimeProfile::large_object_threshold);
    flags(part, kHeapFlags);
    if (made_->pinned != base_->pinned) {
      const auto word = static_cast<std::size_t>(made_->pinned);
      add(part, "pinned", yaml::draft_word(runtimes::pinned_policy_words()[word]));
    }
    number(part, "allocation-area", &RuntimeProfile::allocation_area);
    number(part, "frozen-range", &RuntimeProfile::frozen_range);
    close("heap", std::move(part));
  }

  // One group for each way in which methods are guarded differently.
  void methods() {
    const auto guard = [](const InfoRow& row) {
      return std::tuple(row.entry, row.triggers, row.after_attach);
    };
    std::vector<InfoRow> heads;
    std::vector<Draft> names;
    for (std::size_t i = 0; i < std::min(made_->info.size(), base_->info.size()); ++i) {
      const InfoRow& row = made_->info[i];
      if (guard(row) == guard(base_->info[i])) continue;
      const auto same = std::ranges::find(heads, guard(row), guard);
      const auto at = static_cast<std::size_t>(same - heads.begin());
      if (same == heads.end()) {
        heads.push_back(row);
        names.push_back(yaml::draft_list());
      }
      names[at].add(yaml::draft_text(abi::kInfoMethods[i].name));
      ++count_;
    }
    Draft groups = yaml::draft_list();
    groups.block = true;
    for (std::size_t i = 0; i < heads.size(); ++i) {
      Draft group = yaml::draft_map();
      group.add("entry", yaml::draft_word(kEntries[static_cast<std::size_t>(heads[i].entry)]));
      if (heads[i].triggers) group.add("triggers", yaml::draft_flag(true));
      if (!heads[i].after_attach) group.add("after-attach", yaml::draft_flag(false));
      group.add("names", std::move(names[i]));
      groups.add(std::move(group));
    }
    close("methods", std::move(groups));
  }

  // Writes the whole list, because it replaces the other list.
  void flagged(const List& list) {
    const auto has = [&](const InfoRow& row) { return row.*list.has; };
    if (std::ranges::equal(made_->info, base_->info, {}, has, has)) return;
    Draft names = yaml::draft_list();
    for (std::size_t i = 0; i < made_->info.size(); ++i) {
      if (has(made_->info[i])) names.add(yaml::draft_text(abi::kInfoMethods[i].name));
    }
    ++count_;
    map_.add(list.key, std::move(names));
  }

  const RuntimeProfile* base_;
  const RuntimeProfile* made_;
  Draft map_ = yaml::draft_map();
  std::size_t count_ = 0;
};

}  // namespace

Draft draft_runtime(const RuntimeProfile& runtime) {
  std::vector<Differences> from;
  for (const std::string& name : runtimes::names()) {
    const runtimes::Loaded built_in = runtimes::load(name);
    if (!built_in.profile) continue;
    if (*built_in.profile == runtime) return yaml::draft_text(name);
    from.emplace_back(*built_in.profile, runtime);
  }
  return std::ranges::min_element(from, {}, &Differences::count)->draft();
}

}  // namespace gcrucible::scenario
