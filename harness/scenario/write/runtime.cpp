#include "harness/scenario/write/runtime.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <vector>

#include "harness/abi/tables/info_methods.h"
#include "harness/runtimes/profile_keys.h"
#include "harness/runtimes/runtimes.h"

namespace gcrucible::scenario {
namespace {

using program::InfoRow;
using program::RuntimeProfile;
using yaml::Draft;

// The differences of `made` from `base`.
class Differences {
 public:
  Differences(const RuntimeProfile& base, const RuntimeProfile& made) : base_(&base), made_(&made) {
    map_.add("like", yaml::draft_text(base.name));
    if (made.name != base.name) map_.add("named", yaml::draft_text(made.name));
    if (program::rules_of(made) != program::rules_of(base))
      map_.add("rules-of", yaml::draft_text(program::rules_of(made)));
    for (const runtimes::ProfilePart& each : runtimes::profile_parts()) write_part(each);
    methods();
    for (const runtimes::MethodList& list : runtimes::method_lists()) flagged(list);
  }

  const Draft& draft() const { return map_; }
  std::size_t count() const { return count_; }

 private:
  void close(std::string_view key, Draft part) {
    if (!part.empty()) map_.add(key, std::move(part));
  }

  void write_part(const runtimes::ProfilePart& part) {
    Draft map = yaml::draft_map();
    for (const runtimes::ProfileKey& key : part.keys) {
      if (key.is_same(*made_, *base_)) continue;
      ++count_;
      map.add(key.name, key.write(*made_));
    }
    close(part.name, std::move(map));
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
      group.add("entry",
                yaml::draft_word(runtimes::info_entry_words()[static_cast<std::size_t>(heads[i].entry)]));
      if (heads[i].triggers) group.add("triggers", yaml::draft_flag(true));
      if (!heads[i].after_attach) group.add("after-attach", yaml::draft_flag(false));
      group.add("names", std::move(names[i]));
      groups.add(std::move(group));
    }
    close("methods", std::move(groups));
  }

  // Writes the whole list, because it replaces the other list.
  void flagged(const runtimes::MethodList& list) {
    const auto has = [&](const InfoRow& row) { return row.*list.flag; };
    if (std::ranges::equal(made_->info, base_->info, {}, has, has)) return;
    Draft names = yaml::draft_list();
    for (std::size_t i = 0; i < made_->info.size(); ++i) {
      if (has(made_->info[i])) names.add(yaml::draft_text(abi::kInfoMethods[i].name));
    }
    ++count_;
    map_.add(list.name, std::move(names));
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
    const Expected<program::RuntimeProfile> built_in = runtimes::load(name);
    if (!built_in) continue;
    if (*built_in == runtime) return yaml::draft_text(name);
    from.emplace_back(*built_in, runtime);
  }
  return std::ranges::min_element(from, {}, &Differences::count)->draft();
}

}  // namespace gcrucible::scenario
