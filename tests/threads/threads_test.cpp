// Calls that a profiler's own threads may make during the runtime's callbacks. scripts/test builds it with
// the thread sanitizer.
#include <atomic>
#include <cstdint>
#include <functional>
#include <set>
#include <thread>
#include <vector>

#include "harness/abi/callback_base.h"
#include "harness/trace/journal.h"
#include "tests/support/catch.h"

namespace gcrucible {
namespace {

constexpr std::uint32_t kThreads = 4;
constexpr std::uint32_t kCallsPerThread = 500;

// Starts kThreads threads. All wait for the last one, so that they really run at the same time.
void at_once(const std::function<void(std::uint32_t)>& work) {
  std::atomic<std::uint32_t> ready{0};
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      ++ready;
      while (ready < kThreads) std::this_thread::yield();
      work(i);
    });
  }
  for (auto& thread : threads) thread.join();
}

struct Line {
  trace::EventKind kind;
  std::uint64_t n;
  std::uint32_t thread;
  std::uint64_t link;
};

class Lines : public trace::Sink {
 public:
  void on(const trace::Event& event) override {
    lines.push_back({event.kind, event.n, event.thread, event.link});
  }
  std::vector<Line> lines;
};

}  // namespace

TEST_CASE("Journal: lines of concurrent threads have no gap and returns match entries") {
  Lines sink;
  trace::Journal journal({&sink});
  at_once([&](std::uint32_t) {
    for (std::uint32_t i = 0; i < kCallsPerThread; ++i) {
      const std::uint64_t callback = journal.callback("ObjectAllocated", {});
      const std::uint64_t info = journal.info("GetObjectSize", callback, {});
      journal.returned(info, 0, {});
      journal.returned(callback, 0);
    }
  });
  journal.end({});

  REQUIRE(sink.lines.size() == std::size_t{kThreads} * kCallsPerThread * 4 + 1);
  std::set<std::uint32_t> threads;
  std::set<std::uint64_t> returned;
  bool in_order = true;
  bool paired = true;
  for (std::size_t i = 0; i < sink.lines.size(); ++i) {
    const Line& line = sink.lines[i];
    // Line 0 is the header, which this test does not write.
    in_order = in_order && line.n == i + 1;
    if (line.kind == trace::EventKind::kEnd) continue;
    threads.insert(line.thread);
    if (line.kind != trace::EventKind::kReturn) continue;
    const bool first = returned.insert(line.link).second;
    paired = paired && first && line.link < line.n && sink.lines[line.link - 1].thread == line.thread;
  }
  CHECK(in_order);
  CHECK(paired);
  CHECK(threads.size() == kThreads);
  CHECK(returned.size() == std::size_t{kThreads} * kCallsPerThread * 2);
}

TEST_CASE("CallbackBase: many threads may add and release references") {
  std::atomic<int> deleted{0};
  struct Counted : abi::CallbackBase {
    explicit Counted(std::atomic<int>& count) : count_(count) {}
    ~Counted() override { ++count_; }
    std::atomic<int>& count_;
  };
  auto* const profiler = new Counted(deleted);
  for (std::uint32_t i = 0; i < kThreads; ++i) profiler->AddRef();
  profiler->Release();
  at_once([&](std::uint32_t) {
    for (std::uint32_t i = 0; i < kCallsPerThread; ++i) {
      void* again = nullptr;
      if (profiler->QueryInterface(abi::ICorProfilerCallback2::iid, &again) == abi::S_OK) profiler->Release();
    }
    // The last thread to finish deletes the object, whichever thread that is.
    profiler->Release();
  });
  CHECK(deleted == 1);
}

}  // namespace gcrucible
