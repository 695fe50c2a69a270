// Recordings of a real .NET 10 with one wrong thing each, of a kind that a random change seldom makes: which
// rule says so.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "harness/trace/reader.h"
#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

using Lines = std::vector<std::string>;
using Ids = std::vector<std::string>;

Lines recording(const std::string& name) {
  std::ifstream file(in_source("/fixtures/traces/" + name + ".jsonl"));
  Lines lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  REQUIRE_FALSE(lines.empty());
  return lines;
}

// The `which`th line that has the text, from 0.
std::string& line_with(Lines& lines, std::string_view text, std::size_t which = 0) {
  for (std::string& line : lines) {
    if (line.find(text) != std::string::npos && which-- == 0) return line;
  }
  FAIL("no line with " << text);
  return lines.front();
}

void replace(std::string& line, std::string_view from, std::string_view to) {
  const std::size_t at = line.find(from);
  INFO(line.substr(0, 400) << " has no " << from);
  REQUIRE(at != std::string::npos);
  line.replace(at, from.size(), to);
}

// SurvivingReferences as MovedReferences that moves nothing.
void tell_as_moved(std::string& line) {
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

Ids verdict(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return broken(judge(text));
}

struct Damage {
  const char* what;
  const char* recording;
  void (*change)(Lines&);
  Ids breaks;
};

const Damage kDamages[] = {
    {"the pinned object heap is reported as moved",
     "poh",
     [](Lines& l) {
       tell_as_moved(line_with(l, "\"SurvivingReferences2\""));
       tell_as_moved(line_with(l, "\"SurvivingReferences\""));
     },
     {"ranges/family-of-mode"}},
    {"a row of the table is of generation 9",
     "gen1",
     [](Lines& l) { replace(line_with(l, "\"out\":[5,[[4,"), "[[4,", "[[9,"); },
     {"generations/known-generation"}},
    {"generation 2 is in use before anything was collected",
     "gen1",
     [](Lines& l) { replace(line_with(l, "\"out\":[5,[[4,"), ",0,4194264],[1,", ",5000,4194264],[1,"); },
     {"generations/before-promotion"}},
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
    {"roots come on the finalizer's thread where suspensions are not told",
     "areas",
     [](Lines& l) {
       const auto first = std::find_if(l.begin(), l.end(), [](const std::string& line) {
         return line.find("\"RootReferences2\"") != std::string::npos;
       });
       REQUIRE(l.end() - first > 4);
       std::for_each(first, first + 4, [](std::string& line) { replace(line, "\"t\":0", "\"t\":1"); });
     },
     {"threads/triggering-thread"}},
    {"an ordinary finalizer is told as critical",
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
    {"Info of the newest version is refused",
     "gen0",
     [](Lines& l) { replace(line_with(l, "\"ret\":4,"), "\"hr\":0", "\"hr\":-2147467262"); },
     {"info/answers-at-start"}},
};

}  // namespace

TEST_CASE("recordings with one thing wrong break the rule about it") {
  for (const Damage& damage : kDamages) {
    INFO(damage.what << ", in " << damage.recording);
    Lines lines = recording(damage.recording);
    damage.change(lines);
    CHECK(verdict(lines) == damage.breaks);
  }
}

}  // namespace gcrucible::tests
