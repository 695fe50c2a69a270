// Neighbours of the damages: changes that leave the trace of another legal run.
#include "tests/harness/rules/weak/damages.h"

namespace gcrucible::tests {
namespace {

constexpr const char* kCompiles = "code/function-is-compiled-where-blocking-is-unsafe";

void hold_safe(Lines& lines, const char* callback) {
  erase_call(lines, "JITCompilationFinished");
  const std::size_t at = place_of(lines, callback);
  put_on_thread(lines, at, value_of(lines[at], "t"), "7");
  return_after(lines, at, place_of(lines, "GarbageCollectionStarted"));
}

}  // namespace

std::vector<LegalChange> legal_changes() {
  return {
      {"a collection starts while JITCompilationStarted runs, which is safe to block", kCompiles,
       [](Lines& l) { hold_safe(l, "JITCompilationStarted"); }, "bracket/waits-where-unsafe-to-block"},
      {"a class that ObjectAllocated has named is never loaded",
       "allocation/class-loads-after-its-first-object",
       [](Lines& l) {
         const std::string named = value_of(call_of(l, "ObjectAllocated"), "class");
         for (const char* const name : {"ClassLoadStarted", "ClassLoadFinished"}) {
           std::size_t which = 0;
           while (value_of(call_of(l, name, which), "class") != named) ++which;
           erase_call(l, name, which);
         }
       },
       "allocation/class-load-follows"},
      {"fewer objects of a class are counted than were allocated",
       "runtimes/documented-counts-are-of-new-objects",
       [](Lines& l) {
         set(call_of(l, "ObjectsAllocatedByClass"), "classes", {0, 1}, "2");
       },
       "allocated-by-class/counts"},
      {"a class with new objects is not counted", "runtimes/documented-counts-are-of-new-objects",
       [](Lines& l) { drop_item(call_of(l, "ObjectsAllocatedByClass"), "classes", {0}); },
       "allocated-by-class/counts"},
      {"an enumeration stops where its callback returns FALSE", "info/the-heap-is-walked-on-demand",
       [](Lines& l) {
         std::string& line = answer_of(l, "EnumerateObjectReferences");
         drop_item(line, "visited", {1});
         append_key(line, "\"stopped\":1");
       },
       "walks/reference-callback"},
      {"GetStringLayout leaves out what it has no pointer for", "info/string-layout-without-some-answers",
       [](Lines& l) {
         std::string& line = answer_of(l, "GetStringLayout");
         set(line, "out", "[null,null,12]");
         set(line, "null", "[0,1]");
       },
       "info/optional-outs"},
      {"an array is refused because its dimensions do not fit into the buffers", "special/questions",
       [](Lines& l) { set(asked(l, "GetArrayObjectInfo", "0"), "hr", "-2147024774"); },
       "objects/array-contents"},
      {"GetObjectSize2 fails without a pointer, and GetObjectSize answers", "special/questions",
       [](Lines& l) {
         std::string& line = asked(l, "GetObjectSize2", "0");
         set(line, "hr", "-2147024809");
         set(line, "out", "[null]");
         append_key(line, "\"null\":[0]");
       },
       "objects/size-overflow"},
      {"a class without fields of its own", "special/questions",
       [](Lines& l) { set(asked(l, "GetClassLayout", "0"), "out", {1}, "0"); }, "classes/own-fields"},
      {"two threads ask the same at once and receive the same answer", "special/questions",
       [](Lines& l) {
         ask_on_another_thread(l, "IsArrayClass", value_of(asked(l, "IsArrayClass", "0"), "out"));
       },
       "info/free-threaded"},
      {"a native thread gets a ThreadID and allocates", "special/server-allocations",
       [](Lines& l) {
         const std::size_t at = place_of(l, "ObjectAllocated", 3);
         put_on_thread(l, at, value_of(l[at], "t"), "99");
         add_call(l, at - 1, "900001", "99", R"("ThreadCreated","thread":4096)");
         add_call(l, at + 1, "900003", "99", R"("ThreadAssignedToOSThread","thread":4096,"os":null)");
       },
       "allocation/allocating-thread"},
  };
}

}  // namespace gcrucible::tests
