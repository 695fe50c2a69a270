// Handles whose beginning or end .NET does not report. The leeway applies only to .NET 10 and only to these
// cases.
#include <string>
#include <vector>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using Ids = std::vector<std::string>;

const std::string kTwice = "handles/created-before-destroyed";
const std::string kEach = "handles/every-handle";
const std::string kRoots = "roots/handle-ids";

class Handles {
 public:
  explicit Handles(const std::string& runtime) {
    tale_.header = R"("source":"recorded","runtime":")" + runtime + R"(","event_mask":[128,0])";
  }

  Handles& created(int handle, int object, std::uint32_t thread = 0) {
    return call("HandleCreated",
                "\"handle\":" + std::to_string(handle) + ",\"object\":" + std::to_string(object), thread);
  }
  Handles& destroyed(int handle, std::uint32_t thread = 0) {
    return call("HandleDestroyed", "\"handle\":" + std::to_string(handle), thread);
  }
  // First the handle of an exception, then its thread's.
  Handles& thrown(int handle, int of_thread, int object) {
    return created(handle, object).created(of_thread, object);
  }
  // Rows of RootReferences2.
  Handles& collected(const std::string& roots) {
    tale_.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
    if (!roots.empty()) tale_.call("RootReferences2", "\"roots\":[" + roots + "]");
    tale_.call("GarbageCollectionFinished");
    return *this;
  }
  // The handle is destroyed by another thread while the collection reports it.
  Handles& destroyed_while_collected(int handle, const std::string& roots) {
    tale_.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
    destroyed(handle, 1);
    tale_.call("RootReferences2", "\"roots\":[" + roots + "]");
    tale_.call("GarbageCollectionFinished");
    return *this;
  }
  Ids broken() const { return tests::broken(judge(tale_.text(), {.only = {kTwice, kEach, kRoots}})); }

 private:
  Handles& call(std::string name, std::string fields, std::uint32_t thread) {
    tale_.call(std::move(name), std::move(fields));
    tale_.steps.back().thread = thread;
    return *this;
  }
  Tale tale_;
};

// An exception is thrown and caught inside the catch block of another one. The handle numbers are those of
// a recording. The handle created again without a callback is `anew`.
Handles nested(const std::string& runtime, int anew) {
  Handles handles(runtime);
  handles.thrown(1, 2, 100).created(3, 200).destroyed(2).created(2, 200);
  handles.destroyed(3).destroyed(2).destroyed(1).destroyed(anew);
  return handles;
}

}  // namespace

TEST_CASE("handle leeway: a handle that is destroyed during a collection may still be reported in it") {
  const std::string root = "[100,3,0,1]";
  for (const char* const runtime : {"net10", "documented"}) {
    Handles handles(runtime);
    handles.created(1, 100).destroyed_while_collected(1, root);
    CHECK(handles.broken().empty());
    CHECK(handles.collected(root).broken() == Ids{kRoots});
  }
}

TEST_CASE("handle leeway: .NET may destroy a recreated exception handle unreported") {
  CHECK(nested("net10", 3).broken().empty());
  CHECK(nested("net10", 4).broken().empty());
  CHECK(nested("documented", 3).broken() == Ids{kTwice});
  CHECK(nested("documented", 4).broken() == Ids{kEach});
}

TEST_CASE("handle leeway: another exception ends the recreated handle") {
  Handles handles("net10");
  handles.thrown(1, 2, 100).created(3, 200).destroyed(2).created(2, 200).destroyed(3).destroyed(2);
  handles.created(4, 300).destroyed(3).created(3, 300).destroyed(4).destroyed(3).destroyed(1);
  CHECK(Handles(handles).destroyed(4).broken().empty());
  // One unreported end is allowed, a second one is not.
  CHECK(Handles(handles).destroyed(4).destroyed(4).broken() == Ids{kTwice});
}

// An exception of a filter's class constructor passes through native code, as the filtered exception did.
// Then the thread's own handle comes first, and is destroyed before any other is created.
TEST_CASE("handle leeway: native throw -> the thread's handle comes before the exception's") {
  Handles handles("net10");
  handles.thrown(1, 2, 100).created(3, 200).destroyed(1).created(1, 200).destroyed(3).destroyed(1);
  handles.destroyed(3).thrown(1, 4, 200).destroyed(4).destroyed(1);
  handles.thrown(4, 5, 300).destroyed(5).destroyed(4);
  CHECK(Handles(handles).destroyed(2).destroyed(5).broken().empty());
  CHECK(Handles(handles).destroyed(2).destroyed(5).destroyed(5).broken() == Ids{kTwice});
  CHECK(Handles("net10").thrown(1, 2, 100).destroyed(2).destroyed(1).destroyed(1).broken() == Ids{kTwice});
  // The outer exception gets its own handle again with the next throw.
  handles.created(6, 400).destroyed(5).created(5, 400);
  CHECK(Handles(handles).destroyed(7).broken() == Ids{kEach});
}

TEST_CASE("handle leeway: a rethrown object leaves the thread its handle") {
  Handles handles("net10");
  handles.thrown(1, 2, 100).created(3, 100);
  CHECK(Handles(handles).destroyed(3).destroyed(2).destroyed(1).destroyed(3).broken().empty());
  CHECK(Handles(handles).destroyed(3).destroyed(2).collected("[100,3,0,1],[100,3,0,3]").broken().empty());
  CHECK(Handles(handles).destroyed(3).destroyed(2).destroyed(1).destroyed(3).destroyed(3).broken() ==
        Ids{kTwice});
  CHECK(Handles(handles).destroyed(2).destroyed(1).destroyed(3).destroyed(3).broken() == Ids{kTwice});
  // Two such handles look like those of one exception.
  CHECK(
      Handles(handles).created(4, 100).destroyed(4).destroyed(2).destroyed(3).destroyed(4).broken().empty());
}

TEST_CASE("handle leeway: a thread without an open exception has no recreated handle") {
  Handles handles("net10");
  handles.thrown(1, 2, 100).created(3, 200).destroyed(2).created(2, 200).destroyed(3).destroyed(2);
  CHECK(Handles(handles).destroyed(3, 1).broken() == Ids{kTwice});
  CHECK(Handles(handles).destroyed(1).created(5, 0).destroyed(3).broken() == Ids{kTwice});
  // Without a nested exception no handle is created again.
  CHECK(Handles("net10").thrown(1, 2, 100).destroyed(1).destroyed(2).destroyed(2).broken() == Ids{kTwice});
  CHECK(Handles("net10").thrown(1, 2, 100).destroyed(1).destroyed(2).destroyed(9).broken() == Ids{kEach});
}

TEST_CASE("handle leeway: a recreated handle is reported as a strong root once per thread") {
  Handles handles("net10");
  handles.thrown(1, 2, 100).created(3, 200).destroyed(2).created(2, 200).destroyed(3).destroyed(2);
  CHECK(Handles(handles).collected("[100,3,0,1],[100,3,0,3]").broken().empty());
  CHECK(Handles(handles).collected("[100,3,0,1],[100,3,0,7]").broken().empty());
  CHECK(Handles(handles).collected("[100,3,0,7]").collected("[100,3,0,7]").broken().empty());
  CHECK(Handles(handles).collected("[100,3,2,3]").broken() == Ids{kRoots});
  CHECK(Handles(handles).collected("[100,3,0,3]").collected("[100,3,0,7]").broken().empty());
  CHECK(Handles("net10").thrown(1, 2, 100).collected("[100,3,0,7]").broken() == Ids{kEach, kRoots});
  CHECK(Handles("net10").thrown(1, 2, 100).destroyed(1).destroyed(2).collected("[100,3,0,2]").broken() ==
        Ids{kRoots});
}

TEST_CASE("handle leeway: .NET may reuse the slot of a dead WeakReference") {
  const auto reused = [](const std::string& runtime, const std::string& first, const std::string& second) {
    Handles handles(runtime);
    return handles.created(1, 100).collected(first).collected(second).created(1, 200).broken();
  };
  CHECK(reused("net10", "", "").empty());
  CHECK(reused("net10", "[100,3,2,1]", "").empty());
  CHECK(reused("documented", "", "") == Ids{kTwice});
  // The handle was alive in the last collection, or was not weak.
  CHECK(reused("net10", "", "[100,3,2,1]") == Ids{kTwice});
  CHECK(reused("net10", "[100,3,0,1]", "") == Ids{kTwice});
  // No collection could free the handle.
  CHECK(Handles("net10").collected("").created(1, 100).created(1, 200).broken() == Ids{kTwice});
}

TEST_CASE("handle leeway: the roots of a handle keep the flags of its kind") {
  const auto twice = [](const std::string& flags, const std::string& later) {
    Handles handles("net10");
    handles.created(5, 100).collected("[100,3," + flags + ",5]").collected("[100,3," + later + ",5]");
    return handles;
  };
  CHECK(twice("1", "1").broken().empty());
  CHECK(twice("1", "0").broken() == Ids{kRoots});
  CHECK(twice("0", "2").broken() == Ids{kRoots});
  // For a reference-counting handle, the count determines whether it is weak.
  CHECK(twice("8", "10").broken().empty());
  CHECK(twice("10", "2").broken() == Ids{kRoots});
  Handles anew = twice("1", "1");
  CHECK(anew.destroyed(5).created(5, 100).collected("[100,3,0,5]").broken().empty());
}

}  // namespace gcrucible::tests
