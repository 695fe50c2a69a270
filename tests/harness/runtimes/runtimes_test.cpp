#include "harness/runtimes/runtimes.h"

#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include "harness/abi/tables/info_methods.h"
#include "harness/program/validate/validate.h"
#include "harness/runtimes/profile_keys.h"
#include "harness/yaml/draft.h"
#include "harness/yaml/parse.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"
#include "tests/support/places.h"

namespace gcrucible::runtimes {
namespace {

using program::InfoEntry;
using program::ReportPart;

const program::InfoRow& row(const program::RuntimeProfile& profile, std::string_view method) {
  const auto found = abi::find_info_method(method);
  REQUIRE(found.has_value());
  return profile.info.at(static_cast<std::size_t>(*found));
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const auto at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), with);
}

std::string net10_text() {
  // The file's own text, so that the tests damage the text that users copy.
  std::string path = in_source("/harness/runtimes/net10.yaml");
  std::string text;
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  REQUIRE(file != nullptr);
  char buffer[4096];
  for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, file)) > 0;) text.append(buffer, got);
  std::fclose(file);
  return text;
}

TEST_CASE("documented and net10 differ as docs/deviations.md says") {
  const program::RuntimeProfile documented = *load("documented");
  const program::RuntimeProfile net10 = *load("net10");
  CHECK_FALSE(documented.family_per_batch);
  CHECK(documented.moved_objects_flag_alone);
  CHECK(documented.pinned_object_flag_alone);
  CHECK_FALSE(documented.large_object_flag_announces_pinned);
  CHECK(net10.family_per_batch);
  CHECK_FALSE(net10.moved_objects_flag_alone);
  CHECK_FALSE(net10.pinned_object_flag_alone);
  CHECK(net10.large_object_flag_announces_pinned);
}

TEST_CASE("a change of a loaded runtime does not reach those who load it later") {
  program::RuntimeProfile first = *load("net10");
  first.name = "changed";
  first.info.clear();
  CHECK(load("net10")->name == "net10");
  CHECK(load("net10")->info.size() == abi::kInfoMethods.size());
}

TEST_CASE("each runtime loads and names every Info slot and gives a valid program") {
  CHECK(names() == std::vector<std::string>{"documented", "net10", "netfx1.1"});
  for (const std::string& name : names()) {
    const Expected<program::RuntimeProfile> loaded = load(name);
    INFO(tests::error_in(loaded));
    REQUIRE(loaded.has_value());
    CHECK(loaded->name == name);
    REQUIRE(loaded->info.size() == abi::kInfoMethods.size());
    for (std::size_t i = 0; i < loaded->info.size(); ++i) CHECK(loaded->info[i].slot == i);
    program::Program program;
    program.runtime = *loaded;
    program.threads = {{"main"}};
    CHECK(program::validate(program).empty());
  }
}

TEST_CASE("net10: the profile has what was measured on .NET 10") {
  const auto profile = *load("net10");
  CHECK(profile.major == 10);
  CHECK(profile.minor == 0);
  CHECK(profile.build == 12);
  CHECK(profile.runtime_type == 2);
  CHECK(profile.info_version == 15);
  CHECK(profile.callback_version == 11);
  CHECK(profile.generations == 5);
  CHECK(profile.batch_limit == 512);
  CHECK(profile.large_at_threshold);
  CHECK_FALSE(profile.allocated_by_class_needs_object_allocated);
  CHECK(profile.allocated_by_class_counts_survivors);
  CHECK(profile.pinned == program::PinnedPolicy::kStay);
  CHECK(profile.allocation_area == 8224);
  CHECK_FALSE(profile.announces_boxes);
  CHECK(profile.delivers_thread_suspended_late);
  CHECK(profile.delivers_older_call_while_detaching);
  // The order in recordings of .NET 10: by class, queued, LOH, POH, SOH, roots, references.
  CHECK(profile.order ==
        std::vector<ReportPart>{ReportPart::kObjectsAllocatedByClass, ReportPart::kFinalizeableObjectQueued,
                                ReportPart::kLargeObjectRanges, ReportPart::kPinnedObjectRanges,
                                ReportPart::kSmallObjectRanges, ReportPart::kRoots,
                                ReportPart::kDependentHandles, ReportPart::kObjectReferences});
  CHECK(row(profile, "GetObjectSize2").entry == InfoEntry::kSync);
  CHECK(row(profile, "GetObjectSize2").inspects_object);
  CHECK_FALSE(row(profile, "GetObjectSize2").triggers);
  CHECK(row(profile, "GetClassLayout").entry == InfoEntry::kAsync);
  CHECK(row(profile, "ForceGC").triggers);
  CHECK(row(profile, "SetFunctionIDMapper2").entry == InfoEntry::kAsync);
  CHECK_FALSE(row(profile, "SetFunctionIDMapper2").after_attach);
  CHECK(row(profile, "GetNonGCHeapBounds").entry == InfoEntry::kUnguarded);
  CHECK(row(profile, "SetEnterLeaveFunctionHooks3").entry == InfoEntry::kInitOnly);
  CHECK(row(profile, "SetFunctionReJIT").entry == InfoEntry::kNotImplemented);
  CHECK(row(profile, "EnumNgenModuleMethodsInliningThisMethod").triggers);
  CHECK_FALSE(row(profile, "EnumNgenModuleMethodsInliningThisMethod").after_attach);
}

TEST_CASE("documented: the profile has what the documentation says") {
  const auto profile = *load("documented");
  CHECK(profile.order.empty());
  CHECK(profile.batch_limit == 0);
  CHECK(profile.any_split);
  CHECK_FALSE(profile.large_at_threshold);
  CHECK_FALSE(profile.statics_as_handles);
  CHECK_FALSE(profile.allocated_by_class_counts_survivors);
  CHECK(profile.pinned == program::PinnedPolicy::kPromote);
  CHECK(profile.allocation_area == 0);
  CHECK(profile.announces_boxes);
  CHECK_FALSE(profile.delivers_thread_suspended_late);
  CHECK_FALSE(profile.delivers_older_call_while_detaching);
  CHECK_FALSE(profile.root_references2_failure_skips_legacy);
  // PR-CALL-002: the async-safe list, without methods that only the implementation allows.
  CHECK(row(profile, "GetClassIDInfo2").entry == InfoEntry::kAsync);
  CHECK(row(profile, "GetClassLayout").entry == InfoEntry::kSync);
  CHECK(row(profile, "SetEventMask2").entry == InfoEntry::kSync);
  // PR-CALL-006 and 008.
  for (const char* method :
       {"GetILFunctionBodyAllocator", "SetILFunctionBody", "SetILInstrumentedCodeMap", "ForceGC",
        "GetClassFromToken", "GetClassFromTokenAndTypeArgs", "GetFunctionFromTokenAndTypeArgs",
        "GetAppDomainInfo", "EnumModules", "RequestProfilerDetach", "GetAppDomainsContainingModule",
        "SuspendRuntime", "ResumeRuntime", "RequestReJIT", "RequestReJITWithInliners", "GetFunctionFromIP2",
        "ApplyMetaData"}) {
    INFO(method);
    CHECK(row(profile, method).triggers);
  }
  CHECK_FALSE(row(profile, "GetObjectGeneration").triggers);
  // PR-CALL-014.
  CHECK_FALSE(row(profile, "GetILFunctionBody").after_attach);
}

TEST_CASE("a file that is no runtime gives one error") {
  const std::string remedy =
      "; give the name of a runtime (documented, net10, netfx1.1) or a file as "
      "docs/reference/runtime-files.md describes it\n";
  CHECK(parse("scenario: a\nheap: {backing: none}\nsteps: [{collect: 0}]\n", "f").error() ==
        "f: error: this is a scenario, not a runtime" + remedy);
  CHECK(parse("services: {web: 1}\n", "f").error() == "f: error: this is no runtime file" + remedy);
  CHECK(parse("just words\n", "f").error() == "f: error: this is no runtime file" + remedy);
  CHECK(parse("[1, 2]\n", "f").error() == "f: error: this is no runtime file" + remedy);
}

TEST_CASE("an unknown runtime names the nearest one") {
  const Expected<program::RuntimeProfile> loaded = load("net01");
  CHECK_FALSE(loaded.has_value());
  CHECK(loaded.error() == "there is no runtime \"net01\"; did you mean \"net10\"?\n");
  CHECK(load("zzz").error() == "there is no runtime \"zzz\"; known are documented, net10, netfx1.1\n");
  CHECK(load("./mine.yml~").error().find("a runtime's own file ends in .yaml") != std::string::npos);
  CHECK(load("/nowhere/mine.yaml")
            .error()
            .find("/nowhere/mine.yaml: error: the runtime file cannot be read: No such") == 0);
}

TEST_CASE("a key may have the name of earlier releases") {
  for (const ProfilePart& part : profile_parts()) {
    for (const ProfileKey& key : part.keys) {
      if (key.former.empty()) continue;
      INFO(key.former);
      const std::string former = std::string(key.former) + ": ", name = std::string(key.name) + ": ";
      const auto older = parse(replaced(net10_text(), name, former), "mine.yaml");
      INFO(tests::error_in(older));
      REQUIRE(older.has_value());
      CHECK(*older == *load("net10"));
      // Both names are one too many.
      CHECK_FALSE(parse(replaced(net10_text(), name, former + "true\n  " + name), "mine.yaml").has_value());
    }
  }
}

TEST_CASE("a damaged runtime file is an error at its place") {
  struct Case {
    std::string what, with, message;
  };
  const Case cases[] = {
      {"batch-limit: 512", "batch-limit: -1", "error: \"-1\" is negative; the least possible is 1"},
      {"  generations: 5", "  generations: 9",
       "error: \"9\" is too big; the limit is 5 (the pinned object heap is the last)"},
      {"any-split: false", "any-splits: false",
       "error: unknown key \"any-splits\"; did you mean \"any-split\"?"},
      {"  any-split: false\n", "",
       "error: the key \"any-split\" is missing; add \"any-split\": "
       "whether everything that is reported in batches comes in any sizes"},
      {"GetObjectSize,", "GetObjektSize,",
       "error: \"GetObjektSize\" is no method of ICorProfilerInfo; did you mean \"GetObjectSize\"?"},
      {"GetThreadInfo,", "", "error: no group has GetThreadInfo; every method belongs to one group"},
      {"GetThreadInfo,", "GetThreadInfo, EnumThreads,",
       "error: EnumThreads is listed again; it stands on line"},
      {"    - roots\n", "    - small-ranges\n",
       "error: \"small-ranges\" stands in the order twice; name each part once"},
      {"    - roots\n", "", "error: a list of 7 elements, where 8 belong"},
      {"requires-callback2: true", "requires-callback2: yes", "error: expected true or false, got \"yes\""},
  };
  const std::string text = net10_text();
  for (const Case& each : cases) {
    const Expected<program::RuntimeProfile> loaded = parse(replaced(text, each.what, each.with), "mine.yaml");
    INFO(each.message << "\n" << tests::error_in(loaded));
    CHECK_FALSE(loaded.has_value());
    CHECK(loaded.error().find("mine.yaml:") == 0);
    CHECK(loaded.error().find(each.message) != std::string::npos);
  }
}

// Changes one member of a profile, by its place in the list of fields.
class Change {
 public:
  explicit Change(std::size_t place) : place_(place) {}

  void operator()(auto&... members) { ((next_++ == place_ ? change(members) : void()), ...); }
  std::size_t members() const { return next_; }

 private:
  static void change(bool& value) { value = !value; }
  template <typename T>
  requires std::is_integral_v<T>
  static void change(T& value) { value = static_cast<T>(value == 4 ? 5 : 4); }  // in each number's limits
  static void change(std::string& value) { value += "+"; }
  static void change(program::PinnedPolicy& value) { value = program::PinnedPolicy::kPromote; }
  static void change(std::vector<ReportPart>& value) { value.clear(); }
  static void change(std::vector<program::InfoRow>&) {}  // the key `methods` and the lists of methods

  std::size_t place_;
  std::size_t next_ = 0;
};

TEST_CASE("profile keys: each member of a profile has one key, which writes and reads it") {
  const program::RuntimeProfile base = *load("net10");
  std::size_t members = 1;
  for (std::size_t i = 0; i < members; ++i) {
    program::RuntimeProfile made = base;
    Change change(i);
    fields(made, change);
    members = change.members();
    // These are no values of a key in a part.
    if (made.name != base.name || made.rules_of != base.rules_of || made == base) continue;
    if (made.runtime_type != base.runtime_type) made.runtime_type = 1;
    INFO("member " << i);
    program::RuntimeProfile read = base;
    int keys = 0;
    for (const ProfilePart& part : profile_parts()) {
      for (const ProfileKey& key : part.keys) {
        if (key.is_same(base, made)) continue;
        ++keys;
        yaml::Draft root = yaml::draft_map();
        root.add(key.name, key.write(made));
        yaml::Messages messages("one.yaml", yaml::write(root));
        auto value = yaml::parse(messages);
        REQUIRE(value.has_value());
        CHECK(
            yaml::check(*value, yaml::map({yaml::optional(std::string(key.name), key.shape, "")}), messages));
        key.read(*value->find(key.name), read, messages);
        CHECK(messages.empty());
      }
    }
    CHECK(keys == 1);
    CHECK(read == made);
  }
  CHECK(members > 40);
}

TEST_CASE("the embedded text equals the file") {
  const Expected<program::RuntimeProfile> from_file = parse(net10_text(), "net10.yaml");
  REQUIRE(from_file.has_value());
  CHECK(*from_file == *load("net10"));
}

}  // namespace
}  // namespace gcrucible::runtimes
