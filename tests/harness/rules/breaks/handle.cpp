// Violations of the rules about handles.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

Tale with_interfaces() {
  Tale tale = two_collections();
  tale.header += ",\"callback_version\":10";
  return tale;
}

// A handle is created for object 17 before the first collection.
Tale with_handle() {
  Tale tale = two_collections();
  tale.edit("HandleCreated", "\"object\":0", "\"object\":17");
  return tale;
}

}  // namespace

std::vector<Break> handle_breaks() {
  return {
      {"handles/every-handle", {"roots/handle-ids"}, [](Tale& t) { t.erase("HandleCreated", 2); }},
      {"handles/initial-object",
       {},
       [](Tale& t) { t.edit("HandleCreated", "\"object\":17", "\"object\":11"); },
       with_handle},
      {"roots/handle-ids",
       {},
       [](Tale& t) { t.move_after("HandleDestroyed", "HandleCreated"); }},
      {"dependent-handles/handle-ids",
       {},
       [](Tale& t) { t.edit("ConditionalWeakTableElementReferences", "[7,8,78]", "[7,8,77]"); }},
      {"dependent-handles/needs-fifth-interface",
       {},
       [](Tale& t) { t.header.replace(t.header.find(":10"), 3, ":4"); },
       with_interfaces},
  };
}

}  // namespace gcrucible::tests
