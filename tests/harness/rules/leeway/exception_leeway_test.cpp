// Callbacks of exceptions that .NET 10 does not raise: the end of a search without a catcher, and the
// beginning of blocks in dynamic methods. The leeway applies only to .NET 10 and only to these cases.
#include <string>
#include <vector>

#include "tests/harness/rules/exceptions.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

Exceptions net10() {
  return Exceptions("net10");
}

}  // namespace

TEST_CASE("exceptions: in .NET 10 a search that leaves managed code ends as an unwind") {
  CHECK(net10().uncaught().broken().empty());
  CHECK(net10().uncaught().thrown().search(7).searched().broken().empty());
  CHECK(net10().uncaught().uncaught().broken().empty());
  CHECK(net10().thrown().search(5).filter(5).uncaught().filtered().searched().broken().empty());
  CHECK(Exceptions("documented").uncaught().broken() == Ids{kNest});
  CHECK(Exceptions("documented").thrown().search(5).filter(5).uncaught().filtered().broken() == Ids{kNest});
}

// Programs whose filters call a throwing function, and whose finally blocks throw another exception.
TEST_CASE("exceptions: leaving a finally block also ends the exception that it runs for") {
  const auto in_filter = [](const std::string& runtime, int unwound, int catcher) {
    Exceptions reported(runtime);
    reported.thrown().search(5).filter(5).thrown(1001).search(7).searched().search(catcher).found(catcher);
    reported.searched().unwind(7).finally(7).thrown(1002).search(unwound).searched().search(catcher);
    reported.found(catcher)
        .searched()
        .unwind(unwound)
        .unwound()
        .unwind(catcher)
        .entered(catcher, 1002)
        .left();
    return reported.filtered().searched().broken();
  };
  for (const char* const runtime : {"net10", "documented"}) {
    INFO(runtime);
    CHECK(in_filter(runtime, 7, 8).empty());
  }
  // In the function of the block itself, the exception may be caught around the block or inside it.
  for (const bool goes_on : {false, true}) {
    Exceptions reported = net10();
    reported.thrown().search(5).filter(5).thrown(1001).search(7).found(7).searched().unwind(7).finally(7);
    reported.thrown(1002).search(7).found(7).searched().unwind(7).entered(7, 1002).left();
    if (goes_on) reported.finished().entered(7, 1001).left();
    CHECK(reported.filtered().searched().broken().empty());
  }
}

TEST_CASE("exceptions: a finally block may call its own function, which an exception leaves") {
  const auto passed = [](const std::string& runtime, bool in_filter) {
    Exceptions reported(runtime, "simulated");
    if (in_filter) reported.thrown().search(5).filter(5);
    reported.thrown(1001).search(7).found(7).searched().unwind(7).finally(7);
    reported.thrown(1002).search(7).searched().search(8).found(8).searched();
    reported.unwind(7).unwound().unwind(8).entered(8, 1002).left();
    return reported;
  };
  for (const char* const runtime : {"net10", "documented"}) {
    for (const bool in_filter : {false, true}) {
      INFO(runtime << " " << in_filter);
      Exceptions goes_on = passed(runtime, in_filter);
      goes_on.finished().entered(7, 1001).left();
      if (in_filter) goes_on.filtered().searched();
      CHECK(goes_on.broken().empty());
      // Only one block was open.
      CHECK(passed(runtime, false).finished().entered(7, 1001).left().finished().broken() == Ids{kNest});
    }
  }
}

TEST_CASE("exceptions: the next Leave decides if a finally block goes on after a catch") {
  // The block of 7 is open, for the exception 1001 in a filter of 5, and another was caught in 7.
  const auto caught = [] {
    Exceptions reported = net10();
    reported.thrown().search(5).filter(5).thrown(1001).search(7).found(7).searched().unwind(7).finally(7);
    reported.thrown(1002).search(7).found(7).searched().unwind(7).entered(7, 1002).left();
    return reported;
  };
  CHECK(caught().finished().entered(7, 1001).left().filtered().searched().broken().empty());
  CHECK(caught().filtered().searched().broken().empty());
  // It went on, so that the next callbacks are about 1001.
  CHECK(caught().finished().entered(7, 1003).left().broken() == Ids{kCatcher});
  CHECK(caught().finished().thrown(1004).broken() == Ids{kNest});
  // It did not, and the filter is over.
  CHECK(caught().filtered().finished().broken() == Ids{kNest});
  CHECK(caught().filtered().entered(7, 1001).broken() == Ids{kNest, kCatcher, kPhases, kAsSearched});
  // A block that another one's exception is in: whose Leave comes then is not known.
  const auto in_block = [] {
    Exceptions reported = net10();
    reported.thrown().search(3).searched().search(2).found(2).searched().unwind(3).finally(3);
    reported.thrown(1001).search(7).found(7).searched().unwind(7).finally(7);
    reported.thrown(1002).search(7).found(7).searched().unwind(7).entered(7, 1002).left();
    return reported;
  };
  CHECK(in_block().finished().unwound().unwind(2).entered(2).left().broken().empty());
  CHECK(in_block()
            .finished()
            .entered(7, 1001)
            .left()
            .finished()
            .unwound()
            .unwind(2)
            .entered(2)
            .left()
            .broken()
            .empty());
}

TEST_CASE("exceptions: an exception may move if collections are not reported") {
  const auto moved = [](int mask) { return Exceptions("net10", "recorded", mask).caught(1000, 2000); };
  CHECK(moved(kExceptionsAlone).broken().empty());
  CHECK(moved(kExceptionsAndCollections).broken() == Ids{kCatcher});
}

TEST_CASE("exceptions: unwinding other functions than those searched is a violation") {
  const Ids less{kAsSearched};
  CHECK(net10().thrown().search(8).searched().search(7).unwound().unwind(8).unwound().thrown().broken() ==
        less);
  CHECK(net10().thrown().search(8).searched().search(7).unwound().unwind(8).thrown().broken() == less);
  CHECK(net10().thrown().search(8).unwound().thrown().broken() == less);
  CHECK(net10().thrown().search(5).filter(5).thrown().search(8).unwound().filtered().broken() == less);
  CHECK(net10().thrown().search(8).searched().search(7).unwound().unwind(7).broken() == less);
}

TEST_CASE("exceptions: in .NET 10 another exception may interrupt a search") {
  const auto caught = [](Exceptions& reported, int function) -> Exceptions& {
    reported.thrown().search(function).found(function).searched().unwind(function);
    return reported.entered(function).left();
  };
  const auto interrupted = [&](const std::string& runtime) {
    Exceptions reported(runtime);
    caught(reported.thrown().search(8), 5).searched().search(7).found(7).searched();
    reported.unwind(8).unwound().unwind(7).entered(7).left();
    return reported;
  };
  CHECK(interrupted("net10").broken().empty());
  CHECK(interrupted("documented").broken() == Ids{kNest});
  // The exception is thrown again in the catch block of 8, which native code called.
  Exceptions lost = net10();
  lost.thrown().search(8).found(8).searched().unwind(8).entered(8).thrown().search(8);
  CHECK(caught(lost, 7).broken().empty());
  CHECK(caught(lost, 7).broken().empty());
  CHECK(net10().thrown().search(5).filter(5).thrown().search(8).thrown().search(4).filtered().broken() ==
        Ids{kNest});
  CHECK(lost.searched().searched().broken() == Ids{kNest});
}

TEST_CASE("exceptions: a search that ends out of order is a violation") {
  Exceptions reported = net10();
  reported.thrown().search(7).searched().unwind(7);
  CHECK(reported.thrown().broken() == Ids{kNest});
  CHECK(net10().thrown().search(7).searched().unwound().broken() == Ids{kNest});
  CHECK(net10().uncaught().unwind(6).broken() == Ids{kNest, kAsSearched});
}

// As recorded from .NET 10.0.12 for dynamic methods on 23 November 2026.
TEST_CASE("exceptions: .NET 10 reports blocks of dynamic methods as left but not entered") {
  CHECK(net10().caught_unreported().left().broken().empty());
  CHECK(net10().thrown().left().broken().empty());
  CHECK(net10().passing().filtered().unwind(8).unwound().left().broken().empty());
  CHECK(net10().passing().filtered().found_above().caught_above().broken().empty());
  CHECK(net10().passing().found_above().finished().caught_above().broken().empty());
  CHECK(net10().caught_unreported().left().caught().broken().empty());
  CHECK(net10().thrown().thrown().search(5).found(5).searched().unwind(5).entered(5).left().broken().empty());
  CHECK(Exceptions("documented").caught_unreported().left().broken() == Ids{kNest});
  CHECK(Exceptions("net10", "simulated").caught_unreported().left().broken() == Ids{kNest});
  CHECK(Exceptions("net10", "simulated").passing().filtered().broken() == Ids{kNest});
}

TEST_CASE("exceptions: other exceptions may start and end in unreported blocks") {
  CHECK(net10().caught_unreported().caught().left().caught().broken().empty());
  CHECK(net10().thrown().caught().caught(3000).left().broken().empty());
  CHECK(net10().passing().caught().filtered().found_above().caught_above().broken().empty());
  CHECK(net10().passing().found_above().caught().finished().caught_above().broken().empty());
  CHECK(net10()
            .passing()
            .caught_unreported(2000)
            .left()
            .filtered()
            .found_above()
            .caught_above()
            .broken()
            .empty());
  CHECK(net10()
            .passing()
            .found_above()
            .caught_unreported(2000)
            .left()
            .finished()
            .caught_above()
            .broken()
            .empty());
  // In an unreported catch block, an unreported finally block replaces the exception for which it runs.
  CHECK(net10().caught_unreported().passing(2000).found_above().caught(3000).left().broken().empty());
  // An exception of the filter itself ends in the filter.
  CHECK(net10().passing().caught_unreported(2000).filtered().found_above().caught_above().broken().empty());
  CHECK(net10().passing().thrown(2000).filtered().found_above().caught_above().broken().empty());
  // Exceptions of a catch block and of a finally block replace the caught exception.
  CHECK(net10().caught_unreported().caught().caught().broken().empty());
  CHECK(net10().passing().found_above().caught().caught().broken().empty());
}

TEST_CASE("exceptions: unreported blocks may be inside reported ones") {
  const auto in_catch = [] { return net10().passing().found_above().unwind(5).entered(5); };
  CHECK(in_catch().caught_unreported(2000).caught(3000).left().left().caught().broken().empty());
  const auto in_finally = [] { return net10().passing().found_above().unwind(5).finally(5); };
  CHECK(in_finally().caught_unreported(2000).caught(3000).left().finished().broken().empty());
  const auto in_filter = [] { return net10().passing().search(5).filter(5); };
  CHECK(in_filter().caught_unreported(2000).left().filtered().found(5).searched().broken().empty());
  CHECK(in_filter().passing(2000).filtered().unwind(8).unwound().left().filtered().found(5).broken().empty());
  // A handler of AppDomain.FirstChanceException has such a block.
  CHECK(net10().thrown().search(8).caught_unreported(2000).left().searched().broken().empty());
}

TEST_CASE("exceptions: a Leave where no unreported block can be is a violation") {
  CHECK(net10().left().broken() == Ids{kNest});
  CHECK(net10().caught_unreported().left().left().broken() == Ids{kNest});
  CHECK(net10().caught_unreported().left().finished().broken() == Ids{kNest});
  CHECK(net10().thrown().search(8).filtered().broken() == Ids{kNest});
  CHECK(net10().passing().unwind(8).finished().broken() == Ids{kNest});
  CHECK(net10().passing().unwind(8).left().broken() == Ids{kNest});
  CHECK(net10().passing().found_above().left().broken() == Ids{kNest});
  CHECK(net10().passing().found_above().filtered().broken() == Ids{kNest});
  CHECK(net10().passing().found_above().unwind(5).left().broken() == Ids{kNest});
  CHECK(net10().passing().left().broken() == Ids{kAsSearched});
  CHECK(net10().caught().left().broken() == Ids{kNest});
}

}  // namespace gcrucible::tests
