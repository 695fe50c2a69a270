// Numbers of lines and threads, the place of the header, and the end.
#include "harness/trace/journal.h"

#include <array>
#include <string>
#include <thread>
#include <vector>

#include "harness/abi/hresults.h"
#include "harness/trace/callback_fields.h"
#include "tests/harness/trace/text_output.h"
#include "tests/support/catch.h"

namespace gcrucible::trace {
namespace {

constexpr std::array<Field, 1> kSource{{{"source", text("recorded")}}};

}  // namespace

TEST_CASE("Journal: each kind of line is written in its form") {
  TextOutput output;
  JsonWriter writer(output);
  Journal journal({&writer});
  journal.header(kSource);
  const std::uint64_t started = journal.callback("HandleDestroyed", fields::HandleDestroyed(9));
  const std::array<Value, 2> args{number(0), text("x")};
  const std::uint64_t info = journal.info("GetGenerationBounds", started, args);
  const std::array<Value, 2> out{number(5), null()};
  journal.returned(info, abi::S_OK, out);
  const std::uint64_t alone = journal.info("ForceGC", kNoLine, {});
  journal.returned(alone, abi::E_FAIL, {});
  journal.returned(started, abi::S_OK);
  const std::array<Field, 1> died{{{"object", id(8)}}};
  journal.model("died", died);
  CHECK(journal.lines() == 8);
  journal.end(died);
  CHECK(output.text ==
        R"({"gcrucible_trace":1,"source":"recorded"}
{"n":1,"t":0,"call":"HandleDestroyed","handle":9}
{"n":2,"t":0,"info":"GetGenerationBounds","inside":1,"args":[0,"x"]}
{"n":3,"t":0,"ret":2,"hr":0,"out":[5,null]}
{"n":4,"t":0,"info":"ForceGC","args":[]}
{"n":5,"t":0,"ret":4,"hr":-2147467259}
{"n":6,"t":0,"ret":1,"hr":0}
{"n":7,"t":0,"model":"died","object":8}
{"end":true,"lines":9,"object":8}
)");
  // One write for each line, so that memory that survives a crash contains complete lines.
  CHECK(output.writes == 9);
}

TEST_CASE("Journal: the header is the first line even if it comes late") {
  TextOutput output;
  JsonWriter writer(output);
  Journal journal({&writer});
  const std::uint64_t line = journal.callback("Initialize", {});
  journal.returned(line, abi::S_OK);
  CHECK(output.text.empty());
  journal.header(kSource);
  journal.callback("Shutdown", {});
  CHECK(output.text ==
        R"({"gcrucible_trace":1,"source":"recorded"}
{"n":1,"t":0,"call":"Initialize"}
{"n":2,"t":0,"ret":1,"hr":0}
{"n":3,"t":0,"call":"Shutdown"}
)");
}

TEST_CASE("JsonWriter: kPassOn writes lines before the header at once") {
  TextOutput output;
  JsonWriter writer(output, JsonWriter::BeforeHeader::kPassOn);
  Journal journal({&writer});
  journal.callback("Initialize", {});
  CHECK(output.text == "{\"n\":1,\"t\":0,\"call\":\"Initialize\"}\n");
}

TEST_CASE("Journal: lines after the end are dropped") {
  TextOutput output;
  JsonWriter writer(output);
  Journal journal({&writer});
  journal.header(kSource);
  const std::uint64_t open = journal.callback("Shutdown", {});
  journal.end({});
  const std::string whole = output.text;
  journal.returned(open, abi::S_OK);
  const std::uint64_t late = journal.callback("ThreadDestroyed", fields::ThreadDestroyed(1));
  CHECK(late == kNoLine);
  journal.returned(late, abi::S_OK);
  journal.end({});
  CHECK(output.text == whole);
  CHECK(journal.lines() == 3);
}

TEST_CASE("Journal: threads are numbered in order and numbers are not reused") {
  TextOutput output;
  JsonWriter writer(output);
  Journal journal({&writer});
  journal.header(kSource);
  for (int i = 0; i < 3; ++i) {
    std::thread([&] { journal.callback("ThreadCreated", {}); }).join();
  }
  journal.callback("Shutdown", {});
  std::thread([&] { journal.callback("ThreadCreated", {}); }).join();
  for (const char* thread :
       {"\"n\":1,\"t\":0", "\"n\":2,\"t\":1", "\"n\":3,\"t\":2", "\"n\":4,\"t\":3", "\"n\":5,\"t\":4"}) {
    INFO(output.text);
    CHECK(output.text.find(thread) != std::string::npos);
  }
}

TEST_CASE("Journal: concurrent lines are numbered without a gap") {
  TextOutput output;
  JsonWriter writer(output);
  Journal journal({&writer});
  journal.header(kSource);
  constexpr int kThreads = 4;
  constexpr int kCalls = 500;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int call = 0; call < kCalls; ++call)
        journal.returned(journal.callback("RuntimeResumeFinished", {}), 0);
    });
  }
  for (std::thread& thread : threads) thread.join();
  journal.end({});
  CHECK(journal.lines() == 2 * kThreads * kCalls + 2);
  std::uint64_t n = 1;
  std::size_t at = output.text.find('\n') + 1;
  for (; n <= 2 * kThreads * kCalls; ++n) {
    const std::string expected = "{\"n\":" + std::to_string(n) + ",";
    REQUIRE(output.text.compare(at, expected.size(), expected) == 0);
    at = output.text.find('\n', at) + 1;
  }
  CHECK(output.text.substr(at) == "{\"end\":true,\"lines\":4002}\n");
}

}  // namespace gcrucible::trace
