#include "harness/runtimes/profile_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "harness/abi/interfaces.h"
#include "harness/runtimes/runtimes.h"
#include "harness/yaml/number.h"

namespace gcrucible::runtimes {
namespace {

using program::InfoRow;
using program::ReportPart;
using program::RuntimeProfile;
using yaml::Draft;
using yaml::Messages;
using yaml::Shape;
using yaml::Value;

constexpr std::uint64_t kMost16 = 0xFFFF;
constexpr std::uint64_t kMost32 = 0xFFFFFFFF;

std::uint64_t number_of(const Value& value) {
  return yaml::read_number(value.text).value.value_or(0);
}

template <auto... kMembers>
bool is_same(const RuntimeProfile& one, const RuntimeProfile& other) {
  return ((one.*kMembers == other.*kMembers) && ...);
}

template <auto kMember>
void read_flag(const Value& value, RuntimeProfile& profile, Messages&) {
  profile.*kMember = value.text == "true";
}
template <auto kMember>
Draft write_flag(const RuntimeProfile& profile) {
  return yaml::draft_flag(profile.*kMember);
}
template <auto kMember>
ProfileKey flag_key(std::string_view name, std::string_view about) {
  return {name, yaml::flag(), about, read_flag<kMember>, write_flag<kMember>, is_same<kMember>};
}

template <auto... kMembers>
void read_numbers(const Value& list, RuntimeProfile& profile, Messages&) {
  auto item = list.items.begin();
  ((profile.*kMembers =
        static_cast<std::remove_reference_t<decltype(profile.*kMembers)>>(number_of(*item++))),
   ...);
}
template <auto... kMembers>
Draft write_numbers(const RuntimeProfile& profile) {
  Draft list = yaml::draft_list();
  (list.add(yaml::draft_number(profile.*kMembers)), ...);
  return list;
}
// A list with a number for each of the members.
template <auto... kMembers>
ProfileKey numbers_key(std::string_view name, Shape each, std::string_view about) {
  return {name,
          yaml::list_of(std::move(each), sizeof...(kMembers), sizeof...(kMembers)),
          about,
          read_numbers<kMembers...>,
          write_numbers<kMembers...>,
          is_same<kMembers...>};
}

template <auto kMember>
void read_one_number(const Value& value, RuntimeProfile& profile, Messages&) {
  profile.*kMember = static_cast<std::remove_reference_t<decltype(profile.*kMember)>>(number_of(value));
}
template <auto kMember>
Draft write_one_number(const RuntimeProfile& profile) {
  return yaml::draft_number(profile.*kMember);
}
template <auto kMember>
ProfileKey number_key(std::string_view name, Shape shape, std::string_view about) {
  return {
      name, std::move(shape), about, read_one_number<kMember>, write_one_number<kMember>, is_same<kMember>};
}

void read_version_text(const Value& value, RuntimeProfile& profile, Messages&) {
  profile.version = value.text;
}
Draft write_version_text(const RuntimeProfile& profile) {
  return yaml::draft_text(profile.version);
}

void read_type(const Value& value, RuntimeProfile& profile, Messages&) {
  profile.runtime_type = value.text == "desktop" ? 1 : 2;
}
Draft write_type(const RuntimeProfile& profile) {
  return yaml::draft_word(profile.runtime_type == 1 ? "desktop" : "core");
}

void read_batch_limit(const Value& value, RuntimeProfile& profile, Messages&) {
  profile.batch_limit = value.text == "any" ? 0 : static_cast<std::uint32_t>(number_of(value));
}
Draft write_batch_limit(const RuntimeProfile& profile) {
  return profile.batch_limit == 0 ? yaml::draft_word("any") : yaml::draft_number(profile.batch_limit);
}

// Of a list, or of `any`, which has no items.
void read_order(const Value& order, RuntimeProfile& profile, Messages& messages) {
  profile.order.clear();
  for (const Value& item : order.items) {
    const auto part = static_cast<ReportPart>(yaml::word_index(report_part_words(), item.text));
    if (std::ranges::find(profile.order, part) != profile.order.end()) {
      messages.error(item.place, fmt::format("{} stands in the order twice", yaml::in_quotes(item.text)),
                     "name each part once");
    }
    profile.order.push_back(part);
  }
}
Draft write_order(const RuntimeProfile& profile) {
  Draft order = profile.order.empty() ? yaml::draft_word("any") : yaml::draft_list();
  for (const ReportPart each : profile.order)
    order.add(yaml::draft_word(report_part_words()[static_cast<std::size_t>(each)]));
  return order;
}

void read_pinned(const Value& value, RuntimeProfile& profile, Messages&) {
  profile.pinned = static_cast<program::PinnedPolicy>(yaml::word_index(pinned_policy_words(), value.text));
}
Draft write_pinned(const RuntimeProfile& profile) {
  return yaml::draft_word(pinned_policy_words()[static_cast<std::size_t>(profile.pinned)]);
}

ProfileKey with_default(ProfileKey key) {
  key.has_default = true;
  return key;
}

ProfileKey renamed(std::string_view former, ProfileKey key) {
  key.former = former;
  return key;
}

// `info` and `callback` are a version of an interface chain, up to the newest that gcrucible knows.
Shape version_up_to(const abi::InterfaceInfo& newest) {
  return yaml::number(1, newest.version, std::string(newest.name) + " is the newest");
}

using P = RuntimeProfile;

std::vector<ProfileKey> information() {
  return {
      number_key<&P::clr_instance>("clr-instance", yaml::number(0, kMost16, "16 bits"),
                                   "the instance number of GetRuntimeInformation"),
      {"type", yaml::words({"desktop", "core"}), "COR_PRF_RUNTIME_TYPE: desktop is 1, core is 2", read_type,
       write_type, is_same<&P::runtime_type>},
      numbers_key<&P::major, &P::minor, &P::build, &P::qfe>("version", yaml::number(0, kMost16, "16 bits"),
                                                            "major, minor, build and QFE number"),
      {"text", yaml::text(), "the version as text", read_version_text, write_version_text,
       is_same<&P::version>},
  };
}

std::vector<ProfileKey> interfaces() {
  return {
      number_key<&P::info_version>("info", version_up_to(abi::kInfoInterfaces.back()),
                                   "highest ICorProfilerInfoN that is answered"),
      number_key<&P::callback_version>("callback", version_up_to(abi::kCallbackInterfaces.back()),
                                       "highest ICorProfilerCallbackN that the profiler is asked for"),
      flag_key<&P::requires_callback2>("requires-callback2",
                                       "whether a profiler without ICorProfilerCallback2 is refused"),
      with_default(numbers_key<&P::attach_mask_low, &P::attach_mask_high>(
          "attach-mask", yaml::number(0, kMost32, "32 bits"),
          "both words of the event mask that an attached profiler may set; default: those of .NET 10")),
  };
}

// What a report of a collection has, and how it is divided.
std::vector<ProfileKey> report_contents() {
  return {
      number_key<&P::generations>("generations", yaml::number(4, 5, "the pinned object heap is the last"),
                                  "number of truth values in GarbageCollectionStarted"),
      {"batch-limit", yaml::either({yaml::words({"any"}), yaml::number(1, kMost32, "32 bits")}),
       "most ranges or roots in one call; any: chosen at random", read_batch_limit, write_batch_limit,
       is_same<&P::batch_limit>},
      {"order", yaml::either({yaml::words({"any"}), yaml::list_of(yaml::words(report_part_words()), 8, 8)}),
       "order of the report's parts; any: chosen at random", read_order, write_order, is_same<&P::order>},
      flag_key<&P::any_split>("any-split",
                              "whether everything that is reported in batches comes in any sizes, empty ones "
                              "included, and in any order"),
      flag_key<&P::root_references2_failure_skips_legacy>(
          "root-references2-failure-skips-legacy",
          "whether a failing RootReferences2 keeps RootReferences from being called"),
      flag_key<&P::allocated_by_class_needs_object_allocated>(
          "allocated-by-class-needs-object-allocated",
          "whether ObjectsAllocatedByClass needs COR_PRF_MONITOR_OBJECT_ALLOCATED too"),
      flag_key<&P::allocated_by_class_counts_survivors>(
          "allocated-by-class-counts-survivors",
          "whether ObjectsAllocatedByClass counts all of generation 0, earlier survivors included; otherwise "
          "objects made since the last collection"),
      flag_key<&P::statics_as_handles>(
          "statics-as-handles", "whether statics are reported as handles of the arrays that hold them"),
      flag_key<&P::repeats_queued_finalizable>(
          "repeats-queued-finalizable",
          "whether FinalizeableObjectQueued is delivered again for objects that wait for their finalizer"),
  };
}

// Which callbacks come, and when.
std::vector<ProfileKey> report_callbacks() {
  return {
      flag_key<&P::suspends_for_shutdown>(
          "suspends-for-shutdown",
          "whether the runtime is suspended while the process shuts down, so that collections come without a "
          "suspension of their own"),
      flag_key<&P::starts_young_in_background>(
          "starts-young-in-background",
          "whether a young collection in the first pause of a background one has a GarbageCollectionStarted "
          "of its own; otherwise only its Finished comes"),
      renamed(
          "tells-stops-late",
          flag_key<&P::delivers_thread_suspended_late>(
              "delivers-thread-suspended-late",
              "whether a thread that returns from native code may deliver RuntimeThreadSuspended when the "
              "runtime already runs again; otherwise before RuntimeResumeStarted")),
      renamed("tells-older-call-while-detaching",
              flag_key<&P::delivers_older_call_while_detaching>(
                  "delivers-older-call-while-detaching",
                  "whether a profiler whose RequestProfilerDetach was accepted in RootReferences2, "
                  "MovedReferences2 or SurvivingReferences2 still gets the older call of the same batch")),
      flag_key<&P::family_per_batch>(
          "family-per-batch",
          "whether one moved range makes its whole batch moved; otherwise each generation decides"),
      flag_key<&P::always_safe_to_block>(
          "always-safe-to-block",
          "whether fIsSafeToBlock is TRUE in every callback that has it; otherwise FALSE is possible"),
      flag_key<&P::full_without_start>(
          "full-without-start",
          "whether a swept collection of generation 1 may go on as a full one in the same suspension, "
          "without a GarbageCollectionStarted"),
      flag_key<&P::moved_objects_flag_alone>(
          "moved-objects-flag-alone",
          "whether COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS delivers without MONITOR_GC"),
      flag_key<&P::uncaught_leaves_unpaired>(
          "uncaught-leaves-unpaired",
          "whether the search of an exception that leaves managed code ends with "
          "ExceptionUnwindFunctionLeave, without reporting its last function as left (.NET 9 and later)"),
      flag_key<&P::pinned_object_flag_alone>(
          "pinned-object-flag-alone",
          "whether COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED delivers without other allocation flags"),
      renamed("large-object-flag-tells-pinned",
              flag_key<&P::large_object_flag_announces_pinned>(
                  "large-object-flag-announces-pinned",
                  "whether COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED also announces those objects of the "
                  "pinned object heap that would be large elsewhere")),
  };
}

std::vector<ProfileKey> heap() {
  return {
      number_key<&P::large_object_threshold>("loh-threshold",
                                             yaml::number(1, std::uint64_t{1} << 46, "46 bits"),
                                             "size of the smallest large object"),
      flag_key<&P::large_at_threshold>("large-at-threshold",
                                       "whether an object of exactly the threshold is large"),
      {"pinned", yaml::words(pinned_policy_words()),
       "the fate of pinned survivors if a compacting collection has no `pinned`: promoted, demoted to "
       "generation 0, or left in their region. In the last two cases, the object that begins where one ends "
       "goes with it",
       read_pinned, write_pinned, is_same<&P::pinned>},
      flag_key<&P::announces_boxes>(
          "announces-boxes",
          "whether ObjectAllocated comes for each box of a value type; otherwise for large ones, and where "
          "an allocation area begins with one"),
      with_default(number_key<&P::frozen_range>(
          "frozen-range", yaml::number(1, std::uint64_t{1} << 30, "1 GiB"),
          "reserved bytes of each range of frozen memory; 4194296 by default, as under .NET 10")),
      number_key<&P::allocation_area>(
          "allocation-area", yaml::number(0, std::uint64_t{1} << 30, "1 GiB"),
          "bytes of generation 0 that a thread gets at a time to allocate in; 0: threads allocate side by "
          "side"),
  };
}

std::vector<ProfileKey> report() {
  std::vector<ProfileKey> keys = report_contents();
  for (ProfileKey& each : report_callbacks()) keys.push_back(std::move(each));
  return keys;
}

}  // namespace

const std::vector<ProfilePart>& profile_parts() {
  static const std::vector<ProfilePart> kParts = {
      {"information", "the answers of GetRuntimeInformation", information()},
      {"interfaces", "interface versions", interfaces()},
      {"report", "how collections are reported", report()},
      {"heap", "the behaviour of the heap", heap()},
  };
  return kParts;
}

const std::vector<MethodList>& method_lists() {
  static const std::vector<MethodList> kLists = {
      {"inspects-object", &InfoRow::inspects_object,
       "methods that need a collection in progress or a managed thread in a callback"},
      {"leaves-outs", &InfoRow::leaves_outs,
       "methods that leave their out parameters unwritten when they fail"},
      {"hangs", &InfoRow::hangs,
       "methods that never return to a profiler, because of a fault in the runtime; default: none", true},
      {"spoils-outs", &InfoRow::spoils_outs,
       "methods that write a meaningless number into them when they fail; default: none", true},
  };
  return kLists;
}

}  // namespace gcrucible::runtimes
