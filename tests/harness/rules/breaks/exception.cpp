// Violations of the rules about exceptions.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

// Function 5 calls 7, which throws. 7 has a finally block, 5 a filter and the catch block. Then 5 throws
// and catches another exception.
Tale two_exceptions() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[192,0])";
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

// An exception that a collection moves from 1000 to 3000 between its throw and its catch.
Tale moved_exception() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[192,0])";
  tale.call("ExceptionThrown", R"("object":1000)");
  tale.call("ExceptionSearchFunctionEnter", R"("function":5)");
  tale.call("ExceptionSearchCatcherFound", R"("function":5)");
  tale.call("ExceptionSearchFunctionLeave");
  tale.call("ExceptionUnwindFunctionEnter", R"("function":5)");
  tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
  tale.call("MovedReferences2", R"("ranges":[[1000,3000,48]])");
  tale.call("MovedReferences", R"("ranges":[[1000,3000,48]])");
  tale.call("RootReferences2", R"("roots":[[3000,1,0,5]])").call("RootReferences", R"("roots":[3000])");
  tale.call("ObjectReferences", R"("object":3000,"class":16,"refs":[3024])");
  tale.call("ObjectReferences", R"("object":3024,"class":16,"refs":[])");
  tale.call("GarbageCollectionFinished");
  tale.call("ExceptionCatcherEnter", R"("function":5,"object":3000)");
  tale.call("ExceptionCatcherLeave");
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
       [](Tale& t) {
         t.header = R"("source":"simulated","runtime":"net10","event_mask":[64,0])";
         t.insert_after("ExceptionThrown", t.at("ExceptionThrown"));
       },
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
      {"exceptions/object-of-catcher",
       {},
       [](Tale& t) { t.edit("ExceptionCatcherEnter", "1000", "1008"); },
       two_exceptions},
      {"exceptions/object-of-catcher",
       {},
       [](Tale& t) { t.edit("ExceptionCatcherEnter", "3000", "1000"); },
       moved_exception},
      {"exceptions/object-of-catcher",
       {},
       [](Tale& t) { t.edit("ExceptionCatcherEnter", "3000", "3024"); },
       moved_exception},
      {"exceptions/thrown-object",
       {"exceptions/object-of-catcher"},
       [](Tale& t) { t.edit("ExceptionThrown", "1000", "1008"); },
       moved_exception},
  };
}

}  // namespace gcrucible::tests
