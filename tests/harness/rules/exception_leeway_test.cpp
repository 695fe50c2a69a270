// The end of a search that no catcher ends, as .NET 10 tells it: excused there and nowhere else, and only so
// far.
#include <string>
#include <vector>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using Ids = std::vector<std::string>;

const std::string kNest = "exceptions/nest";
const std::string kAsSearched = "exceptions/unwound-as-searched";

class Exceptions {
 public:
  explicit Exceptions(const std::string& runtime) {
    tale_.header = R"("source":"recorded","runtime":")" + runtime + R"(","event_mask":[64,0])";
  }

  Exceptions& thrown() { return call("ExceptionThrown", R"("object":1000)"); }
  Exceptions& search(int function) { return call("ExceptionSearchFunctionEnter", named(function)); }
  Exceptions& searched() { return call("ExceptionSearchFunctionLeave", ""); }
  Exceptions& filter(int function) { return call("ExceptionSearchFilterEnter", named(function)); }
  Exceptions& filtered() { return call("ExceptionSearchFilterLeave", ""); }
  Exceptions& unwind(int function) { return call("ExceptionUnwindFunctionEnter", named(function)); }
  Exceptions& unwound() { return call("ExceptionUnwindFunctionLeave", ""); }
  Exceptions& found(int function) { return call("ExceptionSearchCatcherFound", named(function)); }
  Exceptions& entered(int function) {
    return call("ExceptionCatcherEnter", named(function) + R"(,"object":1000)");
  }
  Exceptions& left() { return call("ExceptionCatcherLeave", ""); }
  // Function 7 calls 8, which throws, and nobody catches it in managed code.
  Exceptions& uncaught() {
    return thrown().search(8).searched().search(7).unwound().unwind(8).unwound().unwind(7);
  }
  Ids broken() const { return tests::broken(judge(tale_.text(), {.only = {kNest, kAsSearched}})); }

 private:
  static std::string named(int function) { return "\"function\":" + std::to_string(function); }
  Exceptions& call(std::string name, std::string fields) {
    tale_.call(std::move(name), std::move(fields));
    return *this;
  }
  Tale tale_;
};

Exceptions net10() {
  return Exceptions("net10");
}

}  // namespace

TEST_CASE("the search of an exception that leaves managed code ends as an unwinding in .NET 10") {
  CHECK(net10().uncaught().broken().empty());
  CHECK(net10().uncaught().thrown().search(7).searched().broken().empty());
  CHECK(net10().uncaught().uncaught().broken().empty());
  CHECK(net10().thrown().search(5).filter(5).uncaught().filtered().searched().broken().empty());
  CHECK(Exceptions("documented").uncaught().broken() == Ids{kNest});
  CHECK(Exceptions("documented").thrown().search(5).filter(5).uncaught().filtered().broken() == Ids{kNest});
}

TEST_CASE("it is unwound as far as it was searched for") {
  const Ids less{kAsSearched};
  CHECK(net10().thrown().search(8).searched().search(7).unwound().unwind(8).unwound().thrown().broken() ==
        less);
  CHECK(net10().thrown().search(8).searched().search(7).unwound().unwind(8).thrown().broken() == less);
  CHECK(net10().thrown().search(8).unwound().thrown().broken() == less);
  CHECK(net10().thrown().search(5).filter(5).thrown().search(8).unwound().filtered().broken() == less);
  CHECK(net10().thrown().search(8).searched().search(7).unwound().unwind(7).broken() == less);
}

TEST_CASE("another exception may interrupt the search of one in .NET 10, and take its place or not") {
  const auto caught = [](Exceptions& told, int function) -> Exceptions& {
    told.thrown().search(function).found(function).searched().unwind(function);
    return told.entered(function).left();
  };
  const auto interrupted = [&](const std::string& runtime) {
    Exceptions told(runtime);
    caught(told.thrown().search(8), 5).searched().search(7).found(7).searched();
    told.unwind(8).unwound().unwind(7).entered(7).left();
    return told;
  };
  CHECK(interrupted("net10").broken().empty());
  CHECK(interrupted("documented").broken() == Ids{kNest});
  // In the catch block of 8 it is thrown again, and 8 was called by native code.
  Exceptions lost = net10();
  lost.thrown().search(8).found(8).searched().unwind(8).entered(8).thrown().search(8);
  CHECK(caught(lost, 7).broken().empty());
  CHECK(caught(lost, 7).broken().empty());
  CHECK(net10().thrown().search(5).filter(5).thrown().search(8).thrown().search(4).filtered().broken() ==
        Ids{kNest});
  CHECK(lost.searched().searched().broken() == Ids{kNest});
}

TEST_CASE("an exception whose catcher was found ends its search as others do") {
  Exceptions told = net10();
  told.thrown().search(7).searched().unwind(7);
  CHECK(told.thrown().broken() == Ids{kNest});
  CHECK(net10().thrown().search(7).searched().unwound().broken() == Ids{kNest});
  CHECK(net10().uncaught().unwind(6).broken() == Ids{kNest, kAsSearched});
}

}  // namespace gcrucible::tests
