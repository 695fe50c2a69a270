// Model lines about single handles and addresses.
#include <string>
#include <vector>

#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;
using program::CreateHandle;
using program::Generation;

constexpr std::uint32_t kMask = abi::COR_PRF_MONITOR_GC;

std::string from_model(const std::string& line) {
  return line.substr(line.find("\"model\""));
}

TEST_CASE("model lines: cleared handles have the numbers of the program") {
  Build build;
  const std::uint32_t node = build.node();
  std::vector<std::uint32_t> handles;
  for (int i = 0; i < 6; ++i) {
    build.root(build.object(node), program::AddRoot::Kind::kStatic);  // also a handle, under net10
    handles.push_back(build.handle(CreateHandle::Kind::kWeakShort, build.object(node)));
    build.handle(CreateHandle::Kind::kStrong, build.object(node));
  }
  build.add(program::FreeHandle{handles[2]});
  build.collect(Generation::k0);
  build.handle(CreateHandle::Kind::kWeakLong, build.object(node));
  build.collect(Generation::k0);
  Witness witness(kMask);
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kGarbageCollectionFinished) {
      // The profiler's own handles, between those of the program.
      abi::ObjectHandleID made = nullptr;
      witness.info->CreateHandle(witness.clr->engine().address_of(0), abi::COR_PRF_HANDLE_TYPE_WEAK, &made);
    }
    return abi::S_OK;
  };
  const RunResult result = run(build.program, witness);
  CHECK(!result.error.has_value());
  const std::vector<std::string> lines = result.lines("\"model\":\"cleared\"");
  REQUIRE(lines.size() == 2);
  CHECK(from_model(lines[0]) == "\"model\":\"cleared\",\"collection\":1,\"handles\":[0,2,6,8,10]}");
  CHECK(from_model(lines[1]) == "\"model\":\"cleared\",\"collection\":2,\"handles\":[12]}");
}

// Uses of ObjectIDs before, during and after one collection in which object 0 dies and object 1 moves.
struct Misuse {
  Build build;
  std::uint64_t dead = 0, old_id = 0, new_id = 0;

  Misuse() {
    const std::uint32_t node = build.node();
    build.object(node);
    build.root(build.object(node));
    build.collect(Generation::k0);
  }
  // The `stale` lines of a run that calls `ask` in the callback `where`.
  template <typename Ask>
  std::vector<std::string> lines(CallbackMethod where, Ask ask) {
    Witness witness(kMask);
    witness.react = [&](const Seen& seen) {
      const engine::Engine& engine = witness.clr->engine();
      if (seen.method == CallbackMethod::kGarbageCollectionStarted) dead = engine.address_of(0);
      if (seen.method == CallbackMethod::kMovedReferences2) {
        old_id = seen.ids[0];
        new_id = seen.to[0];
      }
      if (seen.method == where) ask(*witness.info);
      return abi::S_OK;
    };
    const RunResult result = run(build.program, witness);
    CHECK(!result.error.has_value());
    return result.lines("\"model\":\"stale\"");
  }
};

TEST_CASE("model lines: an Info call with a stale ObjectID is followed by its name") {
  abi::ClassID class_id = 0;
  abi::SIZE_T size = 0;
  abi::BOOL frozen = 0;
  Misuse misuse;
  const auto has = [](const std::string& line, const std::string& text) {
    INFO(line);
    CHECK(line.find(text) != std::string::npos);
  };
  const auto after = misuse.lines(CallbackMethod::kGarbageCollectionFinished, [&](abi::NewestInfo& info) {
    CHECK(info.GetClassFromObject(misuse.old_id, &class_id) == abi::E_INVALIDARG);
    CHECK(info.GetObjectSize2(misuse.dead, &size) == abi::E_INVALIDARG);
    CHECK(info.IsFrozenObject(misuse.new_id + 8, &frozen) == abi::E_INVALIDARG);
    CHECK(info.GetClassFromObject(misuse.new_id, &class_id) == abi::S_OK);
    abi::COR_PRF_GC_GENERATION_RANGE range{};
    static_cast<void>(info.GetObjectGeneration(misuse.old_id, &range));
    CHECK(info.GetObjectGeneration(misuse.new_id, &range) == abi::S_OK);
    abi::ObjectHandleID handle = nullptr;
    CHECK(info.CreateHandle(misuse.old_id, abi::COR_PRF_HANDLE_TYPE_WEAK, &handle) == abi::E_INVALIDARG);
    // This number was never an ObjectID.
    CHECK(info.GetClassFromObject(0x1234'5678, &class_id) == abi::E_INVALIDARG);
  });
  REQUIRE(after.size() == 6);
  has(after[0], "\"method\":\"GetClassFromObject\",\"line\":");
  has(after[0], "\"kind\":\"moved\",\"object\":1,");
  has(after[0], "\"collection\":1,\"range\":[");
  has(after[1], "\"method\":\"GetObjectSize2\"");
  has(after[1], "\"kind\":\"died\",\"object\":0,");
  has(after[1], "\"now\":null,\"collection\":1,\"range\":null");
  has(after[2], "\"method\":\"IsFrozenObject\"");
  has(after[2], "\"kind\":\"interior\",\"object\":1,");
  has(after[3], "\"method\":\"GetObjectGeneration\"");
  has(after[4], "\"method\":\"CreateHandle\"");
  has(after[5], "\"at\":305419896,\"kind\":\"unknown\",\"object\":null,\"was\":null,\"now\":null,");

  const auto early = misuse.lines(CallbackMethod::kMovedReferences2, [&](abi::NewestInfo& info) {
    CHECK(info.GetClassFromObject(misuse.new_id, &class_id) == abi::E_INVALIDARG);
    CHECK(info.GetClassFromObject(misuse.old_id, &class_id) == abi::S_OK);
  });
  REQUIRE(early.size() == 1);
  has(early[0], "\"kind\":\"ahead\",\"object\":1,");
  has(early[0], "\"collection\":1,\"range\":[");
}

}  // namespace
}  // namespace gcrucible::tests
