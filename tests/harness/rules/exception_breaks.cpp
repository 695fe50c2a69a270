// Breaks of the rules about exceptions.
#include "tests/harness/rules/breaks.h"

namespace gcrucible::tests {
namespace {

// Function 5 calls 7, which throws: 7 has a finally block, 5 a filter and the catcher. Then 5 throws and
// catches another one.
Tale two_exceptions() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[64,0])";
  tale.call("ExceptionThrown", R"("object":1000)");
  tale.call("ExceptionSearchFunctionEnter", R"("function":7)");
  tale.call("ExceptionSearchFunctionLeave");
  tale.call("ExceptionSearchFunctionEnter", R"("function":5)");
  tale.call("ExceptionSearchFilterEnter", R"("function":5)");
  tale.call("ExceptionSearchFilterLeave");
  tale.call("ExceptionSearchCatcherFound", R"("function":5)");
  tale.call("ExceptionSearchFunctionLeave");
  tale.call("ExceptionUnwindFunctionEnter", R"("function":7)");
  tale.call("ExceptionUnwindFinallyEnter", R"("function":7)");
  tale.call("ExceptionUnwindFinallyLeave");
  tale.call("ExceptionUnwindFunctionLeave");
  for (const bool first : {true, false}) {
    if (!first) {
      tale.call("ExceptionThrown", R"("object":2000)");
      tale.call("ExceptionSearchFunctionEnter", R"("function":5)");
      tale.call("ExceptionSearchCatcherFound", R"("function":5)");
      tale.call("ExceptionSearchFunctionLeave");
    }
    tale.call("ExceptionUnwindFunctionEnter", R"("function":5)");
    tale.call("ExceptionCatcherEnter", std::string("\"function\":5,\"object\":") + (first ? "1000" : "2000"));
    tale.call("ExceptionCatcherLeave");
  }
  return tale;
}

// Function 5 catches one, throws another inside its catch block and does not catch that, which 4 does.
Tale left_catch_block() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[64,0])";
  tale.call("ExceptionThrown", R"("object":1000)");
  tale.call("ExceptionSearchFunctionEnter", R"("function":5)");
  tale.call("ExceptionSearchCatcherFound", R"("function":5)");
  tale.call("ExceptionSearchFunctionLeave");
  tale.call("ExceptionUnwindFunctionEnter", R"("function":5)");
  tale.call("ExceptionCatcherEnter", R"("function":5,"object":1000)");
  tale.call("ExceptionThrown", R"("object":2000)");
  tale.call("ExceptionSearchFunctionEnter", R"("function":5)");
  tale.call("ExceptionSearchFunctionLeave");
  tale.call("ExceptionSearchFunctionEnter", R"("function":4)");
  tale.call("ExceptionSearchCatcherFound", R"("function":4)");
  tale.call("ExceptionSearchFunctionLeave");
  tale.call("ExceptionUnwindFunctionEnter", R"("function":5)");
  tale.call("ExceptionUnwindFunctionLeave");
  tale.call("ExceptionUnwindFunctionEnter", R"("function":4)");
  tale.call("ExceptionCatcherEnter", R"("function":4,"object":2000)");
  tale.call("ExceptionCatcherLeave");
  return tale;
}

// Object 16 is thrown before the first collection, which comes in a finally block.
Tale thrown_before(Tale tale) {
  const auto before = [&](std::string name, std::string fields) {
    tale.insert_before("RuntimeSuspendStarted", make_call(std::move(name), std::move(fields)));
  };
  before("ExceptionThrown", R"("object":16)");
  before("ExceptionSearchFunctionEnter", R"("function":5)");
  before("ExceptionSearchCatcherFound", R"("function":5)");
  before("ExceptionSearchFunctionLeave", "");
  before("ExceptionUnwindFunctionEnter", R"("function":5)");
  before("ExceptionUnwindFinallyEnter", R"("function":5)");
  return tale;
}

// .NET has a handle of each exception, and the thread one of the last.
Tale with_handles() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[192,0])";
  tale.call("HandleCreated", R"("handle":1,"object":1000)");
  tale.call("HandleCreated", R"("handle":2,"object":1000)");
  tale.call("ExceptionThrown", R"("object":1000)");
  return tale;
}

Tale never_caught() {
  return thrown_before(recorded_collections());
}

Tale caught_behind_collection() {
  Tale tale = thrown_before(two_collections());
  tale.insert_before("HandleDestroyed", make_call("ExceptionUnwindFinallyLeave"));
  tale.insert_before("HandleDestroyed",
                     make_call("ExceptionCatcherEnter", R"("function":5,"object":12)"));
  tale.insert_before("HandleDestroyed", make_call("ExceptionCatcherLeave"));
  return tale;
}

}  // namespace

std::vector<Break> exception_breaks() {
  return {
      {"exceptions/nest", {}, [](Tale& t) { t.erase("ExceptionUnwindFunctionLeave"); }, two_exceptions},
      {"exceptions/nest", {}, [](Tale& t) { t.erase("ExceptionSearchFilterEnter"); }, two_exceptions},
      {"exceptions/nest", {}, [](Tale& t) { t.erase("ExceptionSearchFunctionLeave", 1); }, two_exceptions},
      {"exceptions/nest", {}, [](Tale& t) { t.erase("ExceptionCatcherEnter"); }, two_exceptions},
      {"exceptions/phases", {}, [](Tale& t) { t.erase("ExceptionSearchCatcherFound"); }, two_exceptions},
      {"exceptions/phases", {}, [](Tale& t) { t.erase("ExceptionThrown", 1); }, two_exceptions},
      {"exceptions/phases",
       {},
       [](Tale& t) { t.insert_after("ExceptionThrown", t.at("ExceptionThrown")); },
       two_exceptions},
      {"exceptions/phases",
       {},
       [](Tale& t) { t.insert_after("ExceptionSearchCatcherFound", t.at("ExceptionSearchCatcherFound")); },
       two_exceptions},
      {"exceptions/same-function",
       {},
       [](Tale& t) { t.edit("ExceptionCatcherEnter", "5", "6"); },
       two_exceptions},
      {"exceptions/same-function",
       {},
       [](Tale& t) { t.edit("ExceptionSearchFilterEnter", "5", "6"); },
       two_exceptions},
      {"exceptions/same-function",
       {},
       [](Tale& t) { t.edit("ExceptionUnwindFinallyEnter", "7", "6"); },
       two_exceptions},
      {"exceptions/unwound-as-searched",
       {"exceptions/same-function"},
       [](Tale& t) { t.edit("ExceptionUnwindFunctionEnter", "7", "6"); },
       two_exceptions},
      {"exceptions/unwound-as-searched",
       {},
       [](Tale& t) {
         t.insert_before("ExceptionSearchFunctionEnter",
                         make_call("ExceptionSearchFunctionEnter", R"("function":9)"));
         t.insert_before("ExceptionSearchFunctionEnter", make_call("ExceptionSearchFunctionLeave"), 1);
       },
       two_exceptions},
      {"exceptions/nest",
       {"exceptions/phases"},
       [](Tale& t) { t.erase("ExceptionCatcherEnter", 1); },
       left_catch_block},
      {"exceptions/phases",
       {},
       [](Tale& t) {
         t.insert_before("ExceptionUnwindFunctionEnter", make_call("ExceptionCatcherLeave"), 1);
       },
       left_catch_block},
      {"exceptions/object-of-catcher",
       {},
       [](Tale& t) { t.edit("ExceptionCatcherEnter", "1000", "1008"); },
       two_exceptions},
      {"exceptions/object-of-catcher",
       {},
       [](Tale& t) { t.edit("ExceptionCatcherEnter", "12", "16"); },
       caught_behind_collection},
      {"exceptions/object-of-catcher",
       {},
       [](Tale& t) { t.edit("ExceptionThrown", "16", "20"); },
       never_caught},
      {"exceptions/handles-of-thrown",
       {},
       [](Tale& t) { t.edit("ExceptionThrown", "1000", "1008"); },
       with_handles},
  };
}

}  // namespace gcrucible::tests
