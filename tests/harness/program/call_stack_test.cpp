// The stack of a thread through calls, returns and exceptions. What is left after each step of an exception
// is what DoStackSnapshot showed under .NET 10.
#include "harness/program/steps/call_stack.h"

#include <vector>

#include "tests/support/catch.h"

namespace gcrucible::program {
namespace {

using Frames = std::vector<std::uint32_t>;

constexpr std::uint32_t kMain = 0, kCatcher = 1, kMiddle = 2, kThrower = 3, kOther = 4;

Frames frames_of(const CallStack& stack) {
  return {stack.frames().begin(), stack.frames().end()};
}

TEST_CASE("CallStack: calls, returns and tail calls") {
  CallStack stack;
  stack.call(Call{.functions = {kMain, kMiddle}});
  stack.call(Call{.functions = {kThrower}, .times = 3});
  CHECK(frames_of(stack) == Frames{kMain, kMiddle, kThrower, kThrower, kThrower});
  CHECK(stack.returnable() == 5);
  stack.cut(2);
  stack.call(Call{.functions = {kOther, kThrower}, .tail = true});
  CHECK(frames_of(stack) == Frames{kMain, kOther, kThrower});
}

TEST_CASE("CallStack: frames that stayed are known") {
  CallStack stack;
  stack.call(Call{.functions = {kMain, kMiddle, kOther}});
  CHECK(stack.take_unchanged() == 0);
  CHECK(stack.take_unchanged() == 3);
  stack.cut(1);
  stack.call(Call{.functions = {kOther, kOther}});
  CHECK(stack.take_unchanged() == 1);
}

TEST_CASE("CallStack: an exception leaves the frames down to its catcher") {
  CallStack stack;
  stack.call(Call{.functions = {kMain, kCatcher, kMiddle, kThrower}});
  const Throw step{.frames = {kThrower, kMiddle}, .catcher = kCatcher};
  stack.begin(step);
  stack.run_first_code(step);
  CHECK(frames_of(stack) == Frames{kMain, kCatcher, kMiddle, kThrower});
  CHECK(stack.returnable() == 0);
  stack.end_exception();
  CHECK(frames_of(stack) == Frames{kMain, kCatcher});
  CHECK(stack.returnable() == 2);
}

TEST_CASE("CallStack: a filter runs on top of all frames") {
  CallStack stack;
  stack.call(Call{.functions = {kMain, kCatcher, kMiddle}});
  const Throw step{.frames = {kThrower, kMiddle}, .catcher = kCatcher, .filters = {kCatcher}};
  stack.begin(step);
  stack.run_first_code(step);
  CHECK(frames_of(stack) == Frames{kMain, kCatcher, kMiddle, kThrower, kCatcher});
  stack.end_exception();
  CHECK(frames_of(stack) == Frames{kMain, kCatcher});
}

TEST_CASE("CallStack: a finally block runs after the frames above it are gone") {
  CallStack stack;
  stack.call(Call{.functions = {kMain, kCatcher, kMiddle, kThrower}});
  const Throw step{.frames = {kThrower, kMiddle}, .catcher = kCatcher, .finally = {kMiddle}};
  stack.begin(step);
  stack.run_first_code(step);
  CHECK(frames_of(stack) == Frames{kMain, kCatcher, kMiddle});
  stack.call(Call{.functions = {kOther}});
  CHECK(stack.returnable() == 1);
  stack.end_exception();
  CHECK(frames_of(stack) == Frames{kMain, kCatcher});
}

TEST_CASE("CallStack: an exception whose frames are not there calls them and leaves nothing") {
  CallStack stack;
  stack.call(Call{.functions = {kMain}});
  const Throw step{.frames = {kThrower}, .catcher = kCatcher, .finally = {kThrower}};
  stack.begin(step);
  stack.run_first_code(step);
  CHECK(frames_of(stack) == Frames{kMain, kCatcher, kThrower});
  stack.end_exception();
  CHECK(frames_of(stack) == Frames{kMain});
}

TEST_CASE("CallStack: an uncaught exception leaves all its frames") {
  CallStack stack;
  stack.call(Call{.functions = {kMain, kNothing, kMiddle, kThrower}});
  stack.begin(Throw{.frames = {kThrower, kMiddle}});
  stack.end_exception();
  CHECK(frames_of(stack) == Frames{kMain, kNothing});
}

TEST_CASE("CallStack: an exception inside a finally block does not leave the block") {
  CallStack stack;
  stack.call(Call{.functions = {kMain, kMiddle, kThrower}});
  const Throw outer{.frames = {kThrower, kMiddle}, .catcher = kMain, .finally = {kMiddle}};
  stack.begin(outer);
  stack.run_first_code(outer);
  // Its catcher has the name of a function below the block, and must be another call of it.
  stack.begin(Throw{.frames = {kMiddle}, .catcher = kMain});
  CHECK(frames_of(stack) == Frames{kMain, kMiddle, kMain, kMiddle});
  stack.end_exception();
  CHECK(frames_of(stack) == Frames{kMain, kMiddle});
  stack.begin(Throw{.frames = {kOther}, .catcher = kMiddle});  // in the block's own function
  CHECK(frames_of(stack) == Frames{kMain, kMiddle, kOther});
  stack.end_exception();
  stack.end_exception();
  CHECK(frames_of(stack) == Frames{kMain});
}

TEST_CASE("CallStack: an exception that leaves a finally block ends both") {
  for (const bool called : {true, false}) {
    CallStack stack;
    if (called) stack.call(Call{.functions = {kMain, kCatcher, kMiddle, kThrower}});
    const Throw first{.frames = {kThrower, kMiddle, kCatcher}, .catcher = kMain, .finally = {kMiddle}};
    stack.begin(first);
    stack.run_first_code(first);
    CHECK(frames_of(stack) == Frames{kMain, kCatcher, kMiddle});
    stack.begin(Throw{.frames = {kOther, kMiddle}, .catcher = kCatcher, .replaces = true});
    CHECK(frames_of(stack) == Frames{kMain, kCatcher, kMiddle, kOther});
    stack.end_exception();
    CHECK(frames_of(stack) == (called ? Frames{kMain, kCatcher} : Frames{}));
  }
}

}  // namespace
}  // namespace gcrucible::program
