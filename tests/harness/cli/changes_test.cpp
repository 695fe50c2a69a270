// Changes of the mask, and detaches, in the middle of a simulated runtime's reports. Missing callbacks after
// that are not violations of the runtime.
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/harness/cli/command.h"
#include "tests/support/share.h"

namespace gcrucible::tests {
namespace {

using Json = nlohmann::json;

constexpr const char* kScenario = R"(
scenario: four collections with something of every kind
heap: {finalizers: on-demand}
types:
  Node: {fields: {next: ref}}
  Fin: {fields: {next: ref}, finalizer: true}
objects:
  - {id: garbage, type: Node}
  - {id: a, type: Node, next: b}
  - {id: b, type: Node}
  - {id: f, type: Fin}
  - {id: key, type: Node}
  - {id: val, type: Node}
  - {id: big, type: "byte[]", length: 90000, generation: loh}
roots: [a, key, big]
handles:
  - {id: h, kind: dependent, key: key, value: val}
  - {id: w, kind: weak, object: b}
steps:
  - collect: {generation: 0, compact: 0}
  - allocate: {id: n1, type: Node}
  - root: n1
  - collect: {generation: 1, compact: 1}
  - allocate: {id: n2, type: Node}
  - root: n2
  - collect: {generation: 2, compact: 2}
  - allocate: {id: n3, type: Node}
  - collect: {generation: 2, compact: 0}
)";

const std::string kAll = "MONITOR_GC|MONITOR_SUSPENDS|MONITOR_THREADS";
const std::string kRest = "MONITOR_SUSPENDS|MONITOR_THREADS";

class Changes {
 public:
  explicit Changes(std::vector<std::string> runtime) : runtime_(std::move(runtime)) {
    scenario_ = scratch_.write("s.yaml", kScenario);
  }

  // Rules of the runtime that a run with these variables of the recorder violates.
  std::set<std::string> broken(const std::vector<std::string>& variables) const {
    std::vector<std::string> words{"run",   "-q",       scenario_,         "--trace",
                                   trace(), "--report", "json=" + report()};
    words.insert(words.end(), runtime_.begin(), runtime_.end());
    for (const std::string& each : variables)
      words.insert(words.end(), {"--env", "GCRUCIBLE_RECORDER_" + each});
    const Called run = call(words);
    INFO(run.out << run.err);
    // The recorder may be configured to do what no profiler may do.
    CHECK((run.status == 0 || run.status == 1));
    static const std::set<std::string> kOfProfilers{"blocking",   "calls",  "life",
                                                    "object-ids", "output", "returns"};
    std::set<std::string> ids;
    const Json judged = Json::parse(text_of_file(report()));
    for (const Json& each : judged.at("runs").at(0).at("rules")) {
      const std::string id = each.at("id");
      if (each.at("standing") == "broken" && !kOfProfilers.contains(id.substr(0, id.find('/'))))
        ids.insert(id);
    }
    return ids;
  }
  // The number of calls of each callback in the run before, without the callbacks of the profiler's own life.
  std::map<std::string, int> came() const {
    std::map<std::string, int> counts;
    std::ifstream in(trace());
    for (std::string line; std::getline(in, line);) {
      const Json event = Json::parse(line);
      if (event.contains("call")) ++counts[event.at("call")];
    }
    for (const char* const other : {"Initialize", "LoadAsNotificationOnly", "Shutdown"}) counts.erase(other);
    return counts;
  }

 private:
  std::string trace() const { return scratch_.path("t.jsonl"); }
  std::string report() const { return scratch_.path("r.json"); }

  Scratch scratch_;
  std::vector<std::string> runtime_;
  std::string scenario_;
};

// For each callback under `mask`: the k-th of three actions, in its first, middle and last call; of these, a
// share. `at` gives
// "Name=MASK@n" or, without a mask, "Name@n".
using At = std::function<std::string(const std::string& mask)>;

void in_every_callback(const Changes& changes, const std::string& mask,
                       const std::function<void(int k, const At& at)>& check) {
  REQUIRE(changes.broken({"MASK=" + mask}).empty());
  const std::map<std::string, int> came = changes.came();
  std::size_t turn = 0;
  for (const auto& entry : came) {
    const std::string& name = entry.first;
    const int calls[] = {1, (entry.second + 1) / 2, entry.second};
    ++turn;
    for (int k = 0; k < 3; ++k) {
      if (!is_in_share(static_cast<std::size_t>(k), turn)) continue;
      check(k, [&](const std::string& other) {
        return name + (other.empty() ? "" : "=" + other) + "@" + std::to_string(calls[k]);
      });
    }
  }
}

void check_runtime(const std::vector<std::string>& runtime) {
  const Changes changes(runtime);
  const std::set<std::string> none;
  const std::string others[] = {"HIGH_BASIC_GC", "MONITOR_GC",
                                "MONITOR_THREADS|HIGH_MONITOR_GC_MOVED_OBJECTS", kAll + "|HIGH_BASIC_GC"};
  std::size_t turn = 0;
  in_every_callback(changes, kAll, [&](int k, const At& at) {
    INFO(at(""));
    const std::string& other = others[turn++ % 4];
    const std::string again = turn % 2 == 0 ? ";RuntimeResumeFinished=" + kAll + "@3" : "";
    const std::string what = k == 0   ? "CHANGE=" + at(kRest) + again
                             : k == 1 ? "DETACH=" + at("")
                                      : "CHANGE=" + at(other);
    CHECK(changes.broken({"MASK=" + kAll, what}) == none);
  });
  for (const std::string& mask :
       {kRest + "|HIGH_BASIC_GC", std::string("HIGH_BASIC_GC|HIGH_MONITOR_GC_MOVED_OBJECTS")}) {
    in_every_callback(changes, mask, [&](int k, const At& at) {
      INFO(mask << " " << at(""));
      if (k != 1) CHECK(changes.broken({"MASK=" + mask, "CHANGE=" + at(kAll)}) == none);
    });
  }
}

}  // namespace

TEST_CASE("masks: a change or detach in any callback violates no rule under net10") {
  check_runtime({"--runtime", "net10"});
}

TEST_CASE("masks: a change or detach in any callback violates no rule under documented") {
  check_runtime({"--runtime", "documented", "--seed", "1"});
}

TEST_CASE("masks: a flag without effect in the runtime counts as no events") {
  const Scratch scratch;
  const std::string scenario = scratch.write("s.yaml", kScenario);
  for (const auto& [mask, says] :
       {std::pair{"HIGH_MONITOR_GC_MOVED_OBJECTS", "event mask 0x0 and high 0x20 alone"},
        std::pair{"HIGH_MONITOR_PINNEDOBJECT_ALLOCATED", "alone enables no events in net10"}}) {
    const Called run =
        call({"run", "-q", "--strict", scenario, "--env", std::string("GCRUCIBLE_RECORDER_MASK=") + mask},
             {"COLUMNS=200"});
    INFO(run.out << run.err);
    CHECK(run.status == 1);
    CHECK(contains(run.out, "nothing was checked"));
    CHECK(contains(run.out, says));
  }
  // Under other runtimes it reports moved objects.
  const Called reported = call({"run", "-q", "--strict", scenario, "--runtime", "documented", "--env",
                                "GCRUCIBLE_RECORDER_MASK=HIGH_MONITOR_GC_MOVED_OBJECTS"});
  INFO(reported.out << reported.err);
  CHECK_FALSE(contains(reported.out, "enables no events"));
}

}  // namespace gcrucible::tests
