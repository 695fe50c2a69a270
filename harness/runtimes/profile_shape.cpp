#include "harness/abi/interfaces.h"
#include "harness/runtimes/runtimes.h"

namespace gcrucible::runtimes {

using yaml::either;
using yaml::flag;
using yaml::Key;
using yaml::list_of;
using yaml::map;
using yaml::number;
using yaml::Shape;
using yaml::text;
using yaml::words;

namespace {
constexpr abi::InterfaceInfo kNewest = abi::kInfoInterfaces.back();
}  // namespace

const std::vector<std::string>& report_part_words() {
  static const std::vector<std::string> kWords = {"allocated-by-class", "finalizable-queued", "large-ranges",
                                                  "pinned-ranges",      "small-ranges",       "roots",
                                                  "dependent-handles",  "object-references"};
  return kWords;
}

const std::vector<std::string>& pinned_policy_words() {
  static const std::vector<std::string> kWords = {"promote", "demote", "stay"};
  return kWords;
}

Shape profile_shape(bool whole) {
  const auto key = [whole](std::string name, Shape shape, std::string about) {
    return Key{std::move(name), std::move(shape), std::move(about), whole};
  };
  const Shape information = map({
      key("clr-instance", number(0, 0xFFFF, "16 bits"), "the instance number of GetRuntimeInformation"),
      key("type", words({"desktop", "core"}), "COR_PRF_RUNTIME_TYPE: desktop is 1, core is 2"),
      key("version", list_of(number(0, 0xFFFF, "16 bits"), 4, 4), "major, minor, build and QFE number"),
      key("text", text(), "the version as text"),
  });
  const Shape interfaces = map({
      key("info", number(1, kNewest.version, std::string(kNewest.name) + " is the newest"),
          "highest ICorProfilerInfoN that is answered"),
      key("callback", number(1, 11, "ICorProfilerCallback11 is the newest"),
          "highest ICorProfilerCallbackN that the profiler is asked for"),
      key("requires-callback2", flag(), "whether a profiler without ICorProfilerCallback2 is refused"),
      yaml::optional(
          "attach-mask", list_of(number(0, 0xFFFFFFFF, "32 bits"), 2, 2),
          "both words of the event mask that an attached profiler may set; default: those of .NET 10"),
  });
  const Shape report = map({
      key("generations", number(4, 5, "the pinned object heap is the last"),
          "number of truth values in GarbageCollectionStarted"),
      key("batch-limit", either({words({"any"}), number(1, 0xFFFFFFFF, "32 bits")}),
          "most ranges or roots in one call; any: chosen at random"),
      key("order", either({words({"any"}), list_of(words(report_part_words()), 8, 8)}),
          "order of the report's parts; any: chosen at random"),
      key("any-split", flag(),
          "whether everything that is reported in batches comes in any sizes, empty ones included, and in "
          "any order"),
      key("root-references2-failure-skips-legacy", flag(),
          "whether a failing RootReferences2 keeps RootReferences from being called"),
      key("allocated-by-class-needs-object-allocated", flag(),
          "whether ObjectsAllocatedByClass needs COR_PRF_MONITOR_OBJECT_ALLOCATED too"),
      key("allocated-by-class-counts-survivors", flag(),
          "whether ObjectsAllocatedByClass counts all of generation 0, earlier survivors included; otherwise "
          "objects made since the last collection"),
      key("statics-as-handles", flag(),
          "whether statics are reported as handles of the arrays that hold them"),
      key("repeats-queued-finalizable", flag(),
          "whether FinalizeableObjectQueued is delivered again for objects that wait for their finalizer"),
      key("suspends-for-shutdown", flag(),
          "whether the runtime is suspended while the process shuts down, so that collections come without a "
          "suspension of their own"),
      key("starts-young-in-background", flag(),
          "whether a young collection in the first pause of a background one has a GarbageCollectionStarted "
          "of its own; otherwise only its Finished comes"),
      key("tells-stops-late", flag(),
          "whether a thread that returns from native code may deliver RuntimeThreadSuspended when the "
          "runtime already runs again; otherwise before RuntimeResumeStarted"),
      key("tells-older-call-while-detaching", flag(),
          "whether a profiler whose RequestProfilerDetach was accepted in RootReferences2, MovedReferences2 "
          "or SurvivingReferences2 still gets the older call of the same batch"),
      key("family-per-batch", flag(),
          "whether one moved range makes its whole batch moved; otherwise each generation decides"),
      key("always-safe-to-block", flag(),
          "whether fIsSafeToBlock is TRUE in every callback that has it; otherwise FALSE is possible"),
      key("full-without-start", flag(),
          "whether a swept collection of generation 1 may go on as a full one in the same suspension, "
          "without a GarbageCollectionStarted"),
      key("moved-objects-flag-alone", flag(),
          "whether COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS delivers without MONITOR_GC"),
      key("uncaught-leaves-unpaired", flag(),
          "whether the search of an exception that leaves managed code ends with "
          "ExceptionUnwindFunctionLeave, and its last function is not reported as left (.NET 9 and later)"),
      key("pinned-object-flag-alone", flag(),
          "whether COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED delivers without other allocation flags"),
      key("large-object-flag-tells-pinned", flag(),
          "whether COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED also announces those objects of the pinned "
          "object heap that would be large elsewhere"),
  });
  const Shape heap = map({
      key("loh-threshold", number(1, std::uint64_t{1} << 46, "46 bits"), "size of the smallest large object"),
      key("large-at-threshold", flag(), "whether an object of exactly the threshold is large"),
      key("pinned", words(pinned_policy_words()),
          "the fate of pinned survivors if a compacting collection has no `pinned`: promoted, demoted to "
          "generation 0, or left in their region. In the last two cases, the object that begins "
          "where one ends goes with it"),
      key("announces-boxes", flag(),
          "whether ObjectAllocated comes for each box of a value type; otherwise for large ones, and where "
          "an allocation area begins with one"),
      yaml::optional("frozen-range", number(1, std::uint64_t{1} << 30, "1 GiB"),
                     "reserved bytes of each range of frozen memory; 4194296 by default, as under .NET 10"),
      key("allocation-area", number(0, std::uint64_t{1} << 30, "1 GiB"),
          "bytes of generation 0 that a thread gets at a time to allocate in; 0: threads allocate side by "
          "side"),
  });
  Shape method = text();
  method.noun = "a method's name";
  const Shape group = map({
      yaml::required("entry", words({"async", "sync", "init-only", "unguarded", "not-implemented"}),
                     "how the runtime guards these methods"),
      yaml::optional("triggers", flag(), "whether they may trigger a collection; default: false"),
      yaml::optional("after-attach", flag(), "whether an attached profiler may call them; default: true"),
      yaml::required("names", list_of(method, 1), "the methods"),
  });
  Shape shape = map({
      key("runtime", yaml::dotted_name("a runtime's name"), "the runtime's name"),
      yaml::optional("rules-of", yaml::dotted_name("a runtime's name"),
                     "the runtime whose special rules and permissions hold here too; default: its own name"),
      yaml::optional("about", text(), "the runtime that it describes"),
      key("information", information, "the answers of GetRuntimeInformation"),
      key("interfaces", interfaces, "interface versions"),
      key("report", report, "how collections are reported"),
      key("heap", heap, "the behaviour of the heap"),
      key("methods", list_of(group, 1),
          "the methods of ICorProfilerInfo to " + std::string(kNewest.name) + ", each in one group"),
      key("inspects-object", list_of(method),
          "methods that need a collection in progress or a managed thread in a callback"),
      key("leaves-outs", list_of(method), "methods that leave their out parameters unwritten when they fail"),
      yaml::optional(
          "hangs", list_of(method),
          "methods that never return to a profiler, because of a fault in the runtime; default: none"),
      yaml::optional("spoils-outs", list_of(method),
                     "methods that write a meaningless number into them when they fail; default: none"),
  });
  if (whole) return shape;
  shape.keys.front() = yaml::required("like", yaml::dotted_name("a runtime's name"),
                                      "the runtime whose values hold for all other keys");
  shape.keys.insert(shape.keys.begin() + 1, yaml::optional("named", yaml::dotted_name("a runtime's name"),
                                                           "its name; default: the name after `like`"));
  return shape;
}

}  // namespace gcrucible::runtimes
