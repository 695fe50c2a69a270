// Builds traces of exceptions, call by call.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/harness/rules/tale.h"

namespace gcrucible::tests {

using Ids = std::vector<std::string>;

inline const std::string kNest = "exceptions/nest";
inline const std::string kAsSearched = "exceptions/unwound-as-searched";
inline const std::string kPhases = "exceptions/phases";
inline const std::string kCatcher = "exceptions/object-of-catcher";

inline constexpr int kExceptionsAlone = 64;
inline constexpr int kExceptionsAndCollections = 192;

class Exceptions {
 public:
  explicit Exceptions(const std::string& runtime, const std::string& source = "recorded",
                      int mask = kExceptionsAndCollections) {
    tale_.header = R"("source":")" + source + R"(","runtime":")" + runtime + R"(","event_mask":[)" +
                   std::to_string(mask) + ",0]";
  }

  Exceptions& thrown(int object = 1000) {
    return call("ExceptionThrown", "\"object\":" + std::to_string(object));
  }
  Exceptions& search(int function) { return call("ExceptionSearchFunctionEnter", named(function)); }
  Exceptions& searched() { return call("ExceptionSearchFunctionLeave", ""); }
  Exceptions& filter(int function) { return call("ExceptionSearchFilterEnter", named(function)); }
  Exceptions& filtered() { return call("ExceptionSearchFilterLeave", ""); }
  Exceptions& unwind(int function) { return call("ExceptionUnwindFunctionEnter", named(function)); }
  Exceptions& unwound() { return call("ExceptionUnwindFunctionLeave", ""); }
  Exceptions& found(int function) { return call("ExceptionSearchCatcherFound", named(function)); }
  Exceptions& finally(int function) { return call("ExceptionUnwindFinallyEnter", named(function)); }
  Exceptions& finished() { return call("ExceptionUnwindFinallyLeave", ""); }
  Exceptions& entered(int function, int object = 1000) {
    return call("ExceptionCatcherEnter", named(function) + ",\"object\":" + std::to_string(object));
  }
  Exceptions& left() { return call("ExceptionCatcherLeave", ""); }
  // Function 7 calls 8, which throws. No managed function catches the exception.
  Exceptions& uncaught() {
    return thrown().search(8).searched().search(7).unwound().unwind(8).unwound().unwind(7);
  }
  // Function 8 throws the object. A function without callbacks catches it.
  Exceptions& caught_unreported(int object = 1000) { return passing(object).unwind(8).unwound(); }
  // Function 8 throws the object and is searched.
  Exceptions& passing(int object = 1000) { return thrown(object).search(8).searched(); }
  // Function 8 throws the object, and its caller 7 catches it, at address `then` if given.
  Exceptions& caught(int object = 2000, std::optional<int> then = {}) {
    return passing(object)
        .search(7)
        .found(7)
        .searched()
        .unwind(8)
        .unwound()
        .unwind(7)
        .entered(7, then.value_or(object))
        .left();
  }
  // Function 5 catches the exception of 8. The frames between them have no callbacks.
  Exceptions& found_above() { return search(5).found(5).searched().unwind(8).unwound(); }
  Exceptions& caught_above() { return unwind(5).entered(5).left(); }
  Ids broken() const {
    return tests::broken(judge(tale_.text(), {.only = {kNest, kAsSearched, kPhases, kCatcher}}));
  }

 private:
  static std::string named(int function) { return "\"function\":" + std::to_string(function); }
  Exceptions& call(std::string name, std::string fields) {
    tale_.call(std::move(name), std::move(fields));
    return *this;
  }
  Tale tale_;
};

}  // namespace gcrucible::tests
