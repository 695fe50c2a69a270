// Recordings of a real .NET 10 with one mistake each, of a kind that random changes seldom make.
#include <algorithm>
#include <string>

#include "tests/harness/rules/weak/damages.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

// Removes the roots of handles, which come last.
void drop_handles(std::string& exact, std::string& older) {
  std::size_t dropped = 0;
  for (std::size_t at = exact.rfind(",["); exact.find(",3,", at) < exact.find(']', at);
       at = exact.rfind(",[")) {
    exact.erase(at, exact.find(']', at) + 1 - at);
    ++dropped;
  }
  REQUIRE(dropped != 0);
  while (dropped-- != 0) older.erase(older.rfind(','), older.rfind("]") - older.rfind(','));
}

// Turns SurvivingReferences into a MovedReferences that moves no object.
void report_as_moved(std::string& line) {
  replace(line, "SurvivingReferences", "MovedReferences");
  const std::size_t begin = line.find("[[");
  std::string rows;
  for (std::size_t at = begin + 1; line[at] != ']'; at = line.find_first_of("[]", line.find(']', at) + 1)) {
    const std::size_t comma = line.find(',', at);
    const std::string start = line.substr(at + 1, comma - at - 1);
    rows += (rows.empty() ? "[" : ",[") + start + "," + start +
            line.substr(comma, line.find(']', at) + 1 - comma);
  }
  line.replace(begin + 1, line.rfind("]]") - begin, rows);
}

const HandDamage kHandDamages[] = {
    {"the pinned object heap is reported as moved",
     "poh",
     [](Lines& l) {
       report_as_moved(line_with(l, "\"SurvivingReferences2\""));
       report_as_moved(line_with(l, "\"SurvivingReferences\""));
     },
     {"ranges/family-of-mode"}},
    {"a row of the table is of generation 9",
     "gen1",
     [](Lines& l) { replace(line_with(l, "\"out\":[5,[[4,"), "[[4,", "[[9,"); },
     {"generations/known-generation"}},
    {"generation 2 is in use before anything was collected",
     "gen1",
     [](Lines& l) { replace(line_with(l, "\"out\":[5,[[4,"), ",0,4194264],[1,", ",5000,4194264],[1,"); },
     {"generations/before-promotion", "generations/shift-when-collected"}},
    {"a collection of generation 0 says that it collects generation 1",
     "churn",
     [](Lines& l) { replace(line_with(l, "\"GarbageCollectionStarted\"", 1), "[true,false", "[true,true"); },
     {"bracket/condemned-generations", "ranges/every-survivor"}},
    {"ranges come on the finalizer's thread",
     "gen1",
     [](Lines& l) {
       const auto first = std::find_if(l.begin(), l.end(), [](const std::string& line) {
         return line.find("\"MovedReferences2\"") != std::string::npos;
       });
       REQUIRE(l.end() - first > 4);
       std::for_each(first, first + 4, [](std::string& line) { replace(line, "\"t\":0", "\"t\":1"); });
     },
     {"threads/triggering-thread"}},
    {"roots come on the finalizer's thread where suspensions are not reported",
     "areas",
     [](Lines& l) {
       const auto first = std::find_if(l.begin(), l.end(), [](const std::string& line) {
         return line.find("\"RootReferences2\"") != std::string::npos;
       });
       REQUIRE(l.end() - first > 4);
       std::for_each(first, first + 4, [](std::string& line) { replace(line, "\"t\":0", "\"t\":1"); });
     },
     {"threads/triggering-thread"}},
    {"an ordinary finalizer is reported as critical",
     "finalizers",
     [](Lines& l) { replace(line_with(l, "\"FinalizeableObjectQueued\""), "\"flags\":0", "\"flags\":1"); },
     {"finalization/known-flags"}},
    {"the object with the critical finalizer is queued first",
     "finalizers",
     [](Lines& l) {
       std::string& first = line_with(l, "\"FinalizeableObjectQueued\"");
       std::string& last = line_with(l, "\"FinalizeableObjectQueued\"", 4);
       const std::string object = first.substr(first.find("\"object\""));
       first.replace(first.find("\"object\""), std::string::npos, last.substr(last.find("\"object\"")));
       last.replace(last.find("\"object\""), std::string::npos, object);
     },
     {"finalization/critical-last"}},
    {"the finalizer of a class is critical in one collection and ordinary in the next",
     "passing",
     [](Lines& l) {
       for (const std::size_t which : {3u, 4u, 5u}) {
         replace(line_with(l, "\"FinalizeableObjectQueued\"", which), "\"flags\":1", "\"flags\":0");
       }
     },
     {"finalization/known-flags"}},
    {"generation 1 of the table shrinks between two collections",
     "gen1",
     [](Lines& l) { replace(line_with(l, "\"out\":[5,[[4,", 2), "39456", "39448"); },
     {"generations/shift-when-collected"}},
    {"more objects are counted than generation 0 has room for",
     "gen0",
     [](Lines& l) {
       std::string& line = line_with(l, "\"ObjectsAllocatedByClass\"");
       const std::size_t comma = line.find(',', line.find("[["));
       line.insert(comma + 1, "9999");
     },
     {"allocated-by-class/census"}},
    {"a young collection reports no root of a handle",
     "gen1",
     [](Lines& l) { drop_handles(line_with(l, "\"RootReferences2\""), line_with(l, "\"RootReferences\"")); },
     {"references/closed-graph"}},
    {"a dependent handle is not reported",
     "dependent",
     [](Lines& l) {
       std::string& line = line_with(l, "\"ConditionalWeakTableElementReferences\"");
       line.erase(line.rfind(",["), line.rfind("]]") - line.rfind(",[") + 1);
     },
     {"references/closed-graph"}},
    {"ThreadNameChanged has not returned when its thread collects",
     "threads",
     [](Lines& l) {
       const auto back = static_cast<std::ptrdiff_t>(return_of(l, place_of(l, "ThreadNameChanged")));
       const auto end = static_cast<std::ptrdiff_t>(return_of(l, place_of(l, "RuntimeResumeFinished")));
       std::rotate(l.begin() + back, l.begin() + back + 1, l.begin() + end + 1);
     },
     {"bracket/waits-where-forbidden"}},
    {"the first collection comes without its suspension",
     "dependent",
     [](Lines& l) {
       for (const char* const name :
            {"RuntimeSuspendStarted", "RuntimeThreadSuspended", "RuntimeSuspendFinished",
             "RuntimeResumeStarted", "RuntimeThreadResumed", "RuntimeResumeFinished"}) {
         erase_call(l, name);
       }
     },
     {"bracket/suspended"}},
    {"a collection starts in a suspension that prepares one",
     "background",
     [](Lines& l) { replace(line_with(l, "\"RuntimeSuspendStarted\""), "\"reason\":1", "\"reason\":7"); },
     {"bracket/suspended"}},
    {"a suspension for shutdown is resumed",
     "background",
     [](Lines& l) { replace(line_with(l, "\"reason\":7"), "\"reason\":7", "\"reason\":4"); },
     {"bracket/suspended"}},
    {"a thread is resumed on another one than it was suspended on",
     "background",
     [](Lines& l) { put_on_thread(l, place_of(l, "RuntimeThreadResumed"), "0", "1"); },
     {"suspension/on-its-thread"}},
    {"a thread that is suspended begins a suspension",
     "attach",
     [](Lines& l) {
       const auto at = static_cast<std::ptrdiff_t>(place_of(l, "RuntimeSuspendStarted"));
       std::rotate(l.begin() + at, l.begin() + at + 2, l.begin() + at + 4);
     },
     {"suspension/suspended-threads-rest"}},
    {"Started alone comes on another thread, where neither threads nor suspensions are reported",
     "boxes",
     [](Lines& l) { put_on_thread(l, place_of(l, "GarbageCollectionStarted"), "0", "1"); },
     {"threads/triggering-thread"}},
    {"a thread of the program's reports for server GC",
     "server",
     [](Lines& l) {
       put_on_thread(l, place_of(l, "RootReferences2"), "7", "3");
       put_on_thread(l, place_of(l, "RootReferences"), "7", "3");
     },
     {"threads/triggering-thread"}},
    {"a thread that has ended allocates",
     "areas",
     [](Lines& l) {
       const std::size_t ended = place_of(l, "ThreadDestroyed");
       std::size_t next = 0;
       while (place_of(l, "ObjectAllocated", next) < ended) ++next;
       put_on_thread(l, place_of(l, "ObjectAllocated", next), "0", "3");
     },
     {"threads/known"}},
    {"a survivor is reported without the class that it was counted by",
     "loh",
     [](Lines& l) {
       replace(line_with(l, "139632289255872,\"class\":139683244137816"), "139683244137816", "0");
     },
     {"allocated-by-class/census", "references/class-of-unloading"}},
    {"a range begins at null",
     "gen1",
     [](Lines& l) { replace(line_with(l, "\"out\":[5,[[4,", 2), "[2,140302035714088,", "[2,0,"); },
     {"generations/disjoint", "generations/known-generation", "generations/shift-when-collected"}},
    {"a range of large objects that are not collected gets shorter",
     "passing",
     [](Lines& l) {
       add_to(line_with(l, "\"out\":[5,[[4,", 1), "out", -8, {1, 0, 2});
     },
     {"generations/shift-when-collected"}},
    {"a region has less memory than the others, in a table with one of each generation",
     "sweep",
     [](Lines& l) {
       add_to(line_with(l, "\"out\":[5,[["), "out", -8, {1, 2, 3});
     },
     {"generations/known-generation"}},
    {"a region of large objects is no multiple of the others",
     "sweep",
     [](Lines& l) {
       add_to(line_with(l, "\"out\":[5,[["), "out", -8, {1, 1, 3});
     },
     {"generations/known-generation"}},
    {"a range begins at another distance from its region, where only brackets are reported",
     "background",
     [](Lines& l) {
       add_to(line_with(l, "\"out\":[6,[["), "out", -40, {1, 2, 1});
     },
     {"generations/known-generation"}},
    {"a range of large objects is of the size of those of small ones",
     "background",
     [](Lines& l) {
       replace(line_with(l, "[0,140439483056168,560,"), "[0,140439483056168", "[3,140439483056168");
     },
     {"generations/known-generation"}},
    {"the version of the runtime is another one",
     "gen0",
     [](Lines& l) { replace(line_with(l, "\"ret\":6,"), "[0,2,10,0,12,", "[0,2,10,0,11,"); },
     {"info/answers-at-start"}},
    {"SetEventMask2 answers S_FALSE",
     "gen0",
     [](Lines& l) { replace(line_with(l, "\"ret\":10,"), "\"hr\":0", "\"hr\":1"); },
     {"info/answers-at-start"}},
    {"Info of the newest version is refused",
     "gen0",
     [](Lines& l) { replace(line_with(l, "\"ret\":4,"), "\"hr\":0", "\"hr\":-2147467262"); },
     {"info/answers-at-start"}},
    {"the last collection before a detach has no end, although the runtime goes on",
     "detach",
     [](Lines& l) { erase_call(l, "GarbageCollectionFinished", 1); },
     {"bracket/pairs"}},
    {"a pinned handle counts references",
     "pinned",
     [](Lines& l) { replace(line_with(l, "\"RootReferences2\""), ",3,1,", ",3,9,"); },
     {"roots/kinds-and-flags"}},
    {"a handle is made for an object on a thread that has ended",
     "late",
     [](Lines& l) {
       const std::size_t ended = place_of(l, "ThreadDestroyed");
       const std::size_t from = l[ended].find("\"t\":") + 4;
       const std::string thread = l[ended].substr(from, l[ended].find(',', from) - from);
       const std::string& known = line_with(l, "\"HandleCreated\"", 4);
       const std::string object =
           known.substr(known.find("\"object\":"), known.rfind('}') - known.find("\"object\":"));
       add_call(l, return_of(l, ended), "900001", thread,
                R"("HandleCreated","handle":140000000000016,)" + object);
     },
     {"threads/known"}},
    {"a method of id 0 is inlined",
     "at-once",
     [](Lines& l) {
       std::string& line = line_with(l, "\"JITInlining\"");
       const std::size_t at = line.find("\"callee\":") + 9;
       line.replace(at, line.find_first_not_of("0123456789", at) - at, "0");
     },
     {"ids/never-null"}},
    {"a function is unwound before any is searched",
     "exceptions",
     [](Lines& l) {
       const auto at = [&](const char* name) {
         return l.begin() + static_cast<std::ptrdiff_t>(place_of(l, name));
       };
       const auto unwound = at("ExceptionUnwindFunctionEnter");
       std::rotate(at("ExceptionSearchFunctionEnter"), unwound, unwound + 2);
     },
     {"exceptions/phases"}},
    {"another object is caught than the one that a collection has left",
     "edges",
     [](Lines& l) {
       std::string& line = line_with(l, "\"ExceptionCatcherEnter\"");
       replace(line, "\"object\":140162050859480", "\"object\":140162050859488");
     },
     {"exceptions/object-of-catcher"}},
    {"generation 1 is in use before the first collection, of which brackets alone are reported",
     "background",
     [](Lines& l) {
       std::string& line = line_with(l, "\"out\":[6,[[");
       const std::size_t row = line.find("[1,"), start = line.find(',', row) + 1;
       const std::size_t length = line.find(',', start) + 1;
       line.replace(length, line.find(',', length) - length, "800");
     },
     {"generations/before-promotion"}},
    {"two frozen objects of a page come in the other order",
     "gen1",
     [](Lines& l) {
       const auto at = l.begin() + static_cast<std::ptrdiff_t>(place_of(l, "ObjectReferences", 8));
       std::rotate(at, at + 2, at + 4);
     },
     {"references/ascending"}},
};

}  // namespace

void recording_damages(std::vector<HandDamage>& all) {
  add(all, kHandDamages);
}

}  // namespace gcrucible::tests
