#include <gcrucible/run.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "harness/abi/abi.h"
#include "harness/abi/callback_base.h"
#include "harness/abi/class_factory.h"
#include "tests/support/catch.h"
#include "tests/support/repetitions.h"

namespace gcrucible {
namespace {

constexpr const char* kClsid = "{5E4C1D7A-90B3-4A62-8F1E-2C7D64B8A90F}";

struct Seen {
  std::vector<std::string> calls;
  int alive = 0;                 // profilers that were created and not deleted
  bool asks_of_nothing = false;  // an Info call with an invalid ObjectID
  std::function<void()> in_collection;
};

class Watcher final : public abi::CallbackBase {
 public:
  explicit Watcher(Seen& seen) : seen_(&seen) { ++seen_->alive; }
  ~Watcher() override { --seen_->alive; }

  abi::HRESULT GCRUCIBLE_STDCALL Initialize(abi::IUnknown* runtime) override {
    seen_->calls.emplace_back("Initialize");
    void* found = nullptr;
    const abi::HRESULT hr = runtime->QueryInterface(abi::ICorProfilerInfo2::iid, &found);
    if (abi::failed(hr)) return hr;
    info_ = static_cast<abi::ICorProfilerInfo2*>(found);
    return info_->SetEventMask(abi::COR_PRF_MONITOR_GC);
  }
  abi::HRESULT GCRUCIBLE_STDCALL GarbageCollectionStarted(int, abi::BOOL*, abi::COR_PRF_GC_REASON) override {
    seen_->calls.emplace_back("Started");
    if (seen_->in_collection) seen_->in_collection();
    return abi::S_OK;
  }
  abi::HRESULT GCRUCIBLE_STDCALL GarbageCollectionFinished() override {
    seen_->calls.emplace_back("Finished");
    abi::ULONG size = 0;
    if (seen_->asks_of_nothing) info_->GetObjectSize(0x1234, &size);
    return abi::S_OK;
  }
  abi::HRESULT GCRUCIBLE_STDCALL Shutdown() override {
    seen_->calls.emplace_back("Shutdown");
    info_->Release();
    return abi::S_OK;
  }

 private:
  Seen* seen_;
  abi::ICorProfilerInfo2* info_ = nullptr;
};

Profiler watcher(Seen& seen) {
  return Profiler::object([&seen] { return static_cast<abi::ICorProfilerCallback2*>(new Watcher(seen)); });
}

// Counts a profiler that its class factory creates without arguments.
class Counted final : public abi::CallbackBase {
  abi::HRESULT GCRUCIBLE_STDCALL Initialize(abi::IUnknown* runtime) override {
    void* found = nullptr;
    const abi::HRESULT hr = runtime->QueryInterface(abi::ICorProfilerInfo::iid, &found);
    if (abi::failed(hr)) return hr;
    auto* const info = static_cast<abi::ICorProfilerInfo*>(found);
    const abi::HRESULT set = info->SetEventMask(abi::COR_PRF_MONITOR_GC);
    info->Release();
    return set;
  }
};

abi::HRESULT GCRUCIBLE_STDCALL class_object(abi::REFCLSID clsid, abi::REFIID iid, void** out) {
  return abi::get_class_object<Counted>(abi::make_guid("5E4C1D7A-90B3-4A62-8F1E-2C7D64B8A90F"), clsid, iid,
                                        out);
}

Heap small_heap() {
  Heap heap;
  const Type node = heap.type("Node", {{"next", kRef}});
  heap.allocate(node, "dead");
  heap.root(heap.allocate(node, "kept"));
  heap.collect(Generation::k0);
  return heap;
}

struct Ended {
  std::string said;  // on stderr
  int status = 0;    // as from waitpid()
};

Ended ended_in_child(const std::function<void()>& body) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);
    dup2(ends[1], STDERR_FILENO);
    body();
    _exit(0);
  }
  close(ends[1]);
  Ended ended;
  char piece[256];
  for (ssize_t got = 0; (got = read(ends[0], piece, sizeof piece)) > 0;)
    ended.said.append(piece, static_cast<std::size_t>(got));
  close(ends[0]);
  REQUIRE(waitpid(child, &ended.status, 0) == child);
  return ended;
}

}  // namespace

TEST_CASE("Heap::then: is called between the steps before and after it") {
  Seen seen;
  Heap heap;
  heap.then([&] { seen.calls.emplace_back("first"); });
  const Type node = heap.type("Node");
  const Object dead = heap.allocate(node, "dead");
  const Object kept = heap.allocate(node, "kept");
  heap.root(kept);
  std::uintptr_t before = 0;
  heap.then([&](const Moment& now) {
    seen.calls.emplace_back("before");
    before = now.id(kept);
    CHECK(now.alive(dead));
    CHECK(now.generation(kept) == Generation::k0);
    CHECK(now.size(kept) == 24);
    CHECK(now.collections() == 0);
  });
  heap.collect(Generation::k0);
  heap.then([&](const Moment& now) {
    seen.calls.emplace_back("after");
    CHECK(now.id(dead) == 0);
    CHECK(now.id(kept) != before);
    CHECK(now.generation(kept) == Generation::k1);
    CHECK(now.ids() == std::vector<std::uintptr_t>{now.id(kept)});
    CHECK(now.collections() == 1);
    CHECK_THROWS_AS(now.size(dead), Error);
    CHECK_THROWS_AS(now.id(Object("nobody")), Error);
  });
  RunSettings settings;
  settings.after_collection = [&](const Moment&) { seen.calls.emplace_back("collected"); };
  const Result result = run(heap, watcher(seen), settings);
  CHECK(seen.calls == std::vector<std::string>{"Initialize", "first", "before", "Started", "Finished",
                                               "collected", "after", "Shutdown"});
  CHECK(seen.alive == 0);
  CHECK(result.passed());
  CHECK(result.collections() == 1);
  CHECK(result.kept("bracket/*"));
  CHECK_FALSE(result.broke("bracket/*"));
  CHECK_FALSE(result.broke("crash"));
  CHECK(result.died().empty());
  CHECK(result.text().find("PASS") != std::string::npos);
  CHECK(result.trace().find("GarbageCollectionStarted") != std::string::npos);
  CHECK_THROWS_AS(result.broke("no-such-rule"), Error);
}

TEST_CASE("Result: a finding has rule and callback and line and a scenario") {
  Seen seen;
  seen.asks_of_nothing = true;
  const Result result = run(small_heap(), watcher(seen));
  REQUIRE(result.findings().size() == 1);
  const Finding& found = result.findings().front();
  CHECK(found.rule == "object-ids/only-valid-ids");
  CHECK(result.broke("object-ids/*"));
  CHECK_FALSE(result.kept("object-ids/only-valid-ids"));
  CHECK(found.who == Who::kProfiler);
  CHECK(found.callback == "GetObjectSize");
  CHECK(found.collection == 1);
  CHECK(found.line != 0);
  CHECK_FALSE(found.statement.empty());
  CHECK(found.what.find("0x1234") != std::string::npos);
  CHECK(result.yaml().find("breaks") == std::string::npos);

  RunSettings settings;
  settings.skip = {"object-ids/*"};
  CHECK(run(small_heap(), watcher(seen), settings).passed());
  settings.skip = {"no-such/*"};
  CHECK_THROWS_AS(run(small_heap(), watcher(seen), settings), Error);
  // As a regression test, the scenario fails until the profiler is mended.
  CHECK(run(Heap::from_yaml(result.yaml()), watcher(seen)).broke("object-ids/only-valid-ids"));
  Seen mended;
  CHECK(run(Heap::from_yaml(result.yaml()), watcher(mended)).passed());
  const Result other = run(Heap::from_yaml(result.yaml() + "expect: {collections: 2}\n"), watcher(mended));
  REQUIRE(other.findings().size() == 1);
  CHECK(other.findings().front().rule == "expectation");
  CHECK(other.findings().front().what.find("scenario.yaml:") == 0);
}

TEST_CASE("Result: findings of a heap that was read name lines of its scenario") {
  Seen seen;
  seen.asks_of_nothing = true;
  const Heap read = Heap::from_yaml(
      "scenario: one object\n"
      "types:\n"
      "  Node: {}\n"
      "objects:\n"
      "  - {id: kept, type: Node}\n"
      "roots: [kept]\n"
      "steps:\n"
      "  - collect: {generation: 0}\n",
      "mine.yaml");
  const Result result = run(read, watcher(seen));
  REQUIRE(result.findings().size() == 1);
  CHECK(result.findings().front().scenario_line == 8);
  CHECK(result.text().find("mine.yaml:8, collection 1") != std::string::npos);
  CHECK(result.text().find("of the trace") == std::string::npos);
  const Result built = run(small_heap(), watcher(seen));
  REQUIRE(built.findings().size() == 1);
  CHECK(built.findings().front().scenario_line == 0);
  CHECK(built.text().find("of the trace") != std::string::npos);
}

TEST_CASE("run: a finding of the probe is not checked without a probe") {
  const Heap read = Heap::from_yaml(
      "# Found by gcrucible test: object-ids/cache-follows (gcrucible_probe)\n"
      "# In profiler {3A4C9B2E-7F15-4D08-A6C3-91E5D27B8F40}\n"
      "scenario: x\n"
      "steps:\n"
      "  - allocate: {id: a, type: Object}\n"
      "  - root: a\n"
      "  - collect: 0\n",
      "mine.yaml");
  Seen seen;
  const Result result = run(read, watcher(seen));
  INFO(result.text());
  CHECK(result.findings().empty());
  CHECK_FALSE(result.passed());
  CHECK(result.unchecked() ==
        "its finding was not checked: object-ids/cache-follows is judged by the probe, and Profiler::probe() "
        "was not called");
  CHECK(result.text().find("ITS FINDING WAS NOT CHECKED") != std::string::npos);
}

TEST_CASE("Heap::then: an exception ends the run and reaches the test") {
  Seen seen;
  Heap heap = small_heap();
  heap.then([] { throw std::out_of_range("mine"); });
  heap.collect();
  CHECK_THROWS_AS(run(heap, watcher(seen)), std::out_of_range);
  CHECK(seen.alive == 0);
  CHECK(seen.calls.back() == "Finished");
  CHECK(run(small_heap(), watcher(seen)).passed());
}

TEST_CASE("Profiler::object: an exception of the factory reaches the test") {
  Seen seen;
  const Profiler none = Profiler::object([]() -> void* { throw std::out_of_range("mine"); });
  CHECK_THROWS_AS(run(small_heap(), none), std::out_of_range);
  // An attached profiler is created in the middle of a run.
  Heap heap;
  heap.setup("profiler: {load: attach}").allocate(heap.type("Node"), "node");
  heap.step("attach: {}").collect();
  CHECK_THROWS_AS(run(heap, none), std::out_of_range);
  CHECK(run(small_heap(), watcher(seen)).passed());
}

TEST_CASE("run: a run inside a run is refused") {
  Seen seen;
  Heap heap = small_heap();
  heap.then([&] { CHECK_THROWS_AS(run(small_heap(), watcher(seen)), Error); });
  CHECK(run(heap, watcher(seen)).passed());
}

TEST_CASE("Profiler::linked: creates by DllGetClassObject and reports failures") {
  const Result result = run(small_heap(), Profiler::linked(&class_object, kClsid));
  INFO(result);
  CHECK(result.passed());
  CHECK_THROWS_AS(Profiler::linked(&class_object, "mine"), Error);
  try {
    run(small_heap(), Profiler::linked(&class_object, "{00000000-0000-0000-0000-000000000001}"));
    FAIL("it came");
  } catch (const Error& error) {
    CHECK(std::string(error.what()).find("refused the CLSID") != std::string::npos);
  }
  const auto none = [] { return static_cast<void*>(nullptr); };
  CHECK_THROWS_AS(run(small_heap(), Profiler::object(none)), Error);
}

TEST_CASE("run: an exception out of a callback ends the test by SIGABRT") {
  class Throws final : public abi::CallbackBase {
    abi::HRESULT GCRUCIBLE_STDCALL Initialize(abi::IUnknown*) override { throw std::out_of_range("mine"); }
  };
  const Ended ended = ended_in_child([] {
    run(small_heap(), Profiler::object([] { return static_cast<abi::ICorProfilerCallback2*>(new Throws); }));
  });
  REQUIRE(WIFSIGNALED(ended.status));
  CHECK(WTERMSIG(ended.status) == SIGABRT);
  CHECK(ended.said.find("an exception left the profiler") != std::string::npos);
  CHECK(ended.said.find("mine") != std::string::npos);
}

TEST_CASE("run: a profiler that ends the test process is reported and fails it") {
  const auto says = [](const Ended& ended, const std::string& text) {
    INFO(ended.said);
    CHECK(ended.said.find(text) != std::string::npos);
    REQUIRE(WIFEXITED(ended.status));
    CHECK(WEXITSTATUS(ended.status) == EXIT_FAILURE);
  };
  Seen seen;
  seen.in_collection = [] { std::exit(0); };
  const auto play = [&] { run(small_heap(), watcher(seen)); };
  says(ended_in_child(play),
       "the profiler ended the process (exit) inside GarbageCollectionStarted, callback ");
  seen.in_collection = [] { std::quick_exit(0); };
  says(ended_in_child(play), "(quick_exit) inside GarbageCollectionStarted");
  seen.in_collection = [] { std::thread([] { std::exit(0); }).join(); };
  says(ended_in_child(play), "(exit) on a thread that was in no callback, while a run was under way.");
  says(ended_in_child([] { run(small_heap(), Profiler::object([]() -> void* { std::exit(0); })); }),
       "(exit) while it was being made.");
  seen.in_collection = nullptr;
  says(ended_in_child([&] { run(small_heap().then([] { std::exit(0); }), watcher(seen)); }),
       "the test ended the process (exit) between two steps");
}

TEST_CASE("run: ending the process outside a run or in a fork is not reported") {
  Seen seen;
  const auto passes = [](const Ended& ended) {
    INFO(ended.said);
    CHECK(ended.said.find("gcrucible:") == std::string::npos);
    REQUIRE(WIFEXITED(ended.status));
    CHECK(WEXITSTATUS(ended.status) == 0);
  };
  passes(ended_in_child([&] {
    run(small_heap(), watcher(seen));
    std::exit(0);
  }));
  passes(ended_in_child([&] {
    Heap heap = small_heap();
    heap.then([] { throw std::out_of_range("mine"); });
    try {
      run(heap, watcher(seen));
    } catch (const std::out_of_range&) {
    }
    std::exit(0);
  }));
  Ended forked;
  seen.in_collection = [&] { forked = ended_in_child([] { std::exit(0); }); };
  CHECK(run(small_heap(), watcher(seen)).passed());
  passes(forked);
}

TEST_CASE("run: an impossible step is reported with its line") {
  Seen seen;
  Heap heap;
  const Object dead = heap.allocate(heap.type("Node"), "dead");
  heap.collect().root(dead);
  try {
    run(heap, watcher(seen));
    FAIL("it was made");
  } catch (const Error& error) {
    CHECK(std::string(error.what()).find("the test's heap:7:") != std::string::npos);
  }
  CHECK(seen.alive == 0);
}

TEST_CASE("run: hundreds of runs give the same trace") {
  Seen seen;
  const Profiler profiler = watcher(seen);
  Heap heap = small_heap();
  const Thread worker = heap.start_thread("worker");
  Allocation there;
  there.thread = worker;
  heap.allocate(Type("byte[]"), there);
  heap.collect().end_thread(worker);
  const std::string first = run(heap, profiler).trace();
  bool same = true;
  for (std::uint64_t i = 1; i < tests::repetitions(300, 60); ++i)
    same = same && run(heap, profiler).trace() == first;
  CHECK(same);
  CHECK(seen.alive == 0);
}

}  // namespace gcrucible
