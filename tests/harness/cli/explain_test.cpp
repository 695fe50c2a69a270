// Every number that a document or a message names leads somewhere.
#include <regex>
#include <set>

#include "tests/harness/cli/command.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

void numbers_in(const std::filesystem::path& file, const std::regex& pattern, std::set<std::string>& found) {
  const std::string text = text_of_file(file);
  for (std::sregex_iterator each(text.begin(), text.end(), pattern), end; each != end; ++each)
    found.insert(each->str());
}

}  // namespace

TEST_CASE("explain knows all numbers that the documents and scenarios name") {
  const std::regex pattern("\\b(Q-[0-9]{2}|(GC|PR)-[A-Z]{2,5}-[0-9]{3})\\b");
  std::set<std::string> numbers;
  const std::filesystem::path root = in_source("");
  numbers_in(root / "README.md", pattern, numbers);
  for (const char* const folder : {"docs", "fixtures/scenarios", "harness/rules/catalogue"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder))
      if (entry.is_regular_file()) numbers_in(entry.path(), pattern, numbers);
  }
  CHECK(numbers.size() > 250);
  std::vector<std::string> line{"explain"};
  line.insert(line.end(), numbers.begin(), numbers.end());
  const Called all = call(line);
  INFO(all.err);
  CHECK(all.status == 0);
}

TEST_CASE("explain takes rules by id, by glob and by the numbers of the reference notes") {
  const Called row = call({"explain", "GC-MOVE-008"});
  CHECK(row.status == 0);
  CHECK(row.out.starts_with("moved/half-open-range\n"));
  CHECK(row.out == call({"explain", "moved/half-open-range", "GC-MOVE-008"}).out);
  const Called question = call({"explain", "Q-01"});
  CHECK(question.status == 0);
  CHECK(question.out.starts_with("Q-01\n  open "));
  CHECK(contains(question.out, "\n  here "));
  const std::vector<std::pair<std::string, std::string>> unknown{
      {"GC-MOVE-808", "no rule has the number 'GC-MOVE-808'; did you mean \"GC-MOVE-008\"?"},
      {"Q-99", "there is no question 'Q-99'; there are Q-01, "},
      {"xyzzy", "no rule matches 'xyzzy', and none is near; gcrucible rules lists all\n"},
      {"finalisation-qeued",
       "no rule matches 'finalisation-qeued'; the nearest are finalization/queued-once, "},
      {"MovedRefrences2", "nothing is called 'MovedRefrences2'; did you mean 'MovedReferences2'?"},
      {"E_FIAL", "nothing is called 'E_FIAL'; did you mean 'E_FAIL'?"},
      {"half", "no rule matches 'half'; did you mean '*half*'?"},
      {"move/x", "no rule matches 'move/x'; did you mean 'moved/*'?"},
      {"half-open-rang", "did you mean '*half-open-rang*'?"},
      {"half-opne-range", "did you mean 'moved/half-open-range'?"},
  };
  for (const auto& [word, says] : unknown) {
    const Called run = call({"explain", word});
    INFO(word << "\n" << run.err);
    CHECK(run.status == 2);
    CHECK(contains(run.err, says));
  }
}

TEST_CASE("explain leads from a callback, an Info method or an HRESULT to the rules that speak of it") {
  const Called callback = call({"explain", "MovedReferences2"});
  INFO(callback.out << callback.err);
  CHECK(callback.status == 0);
  CHECK(callback.out.starts_with("MovedReferences2: the rules that speak of it\n"));
  CHECK(contains(callback.out, "\nmoved/"));
  CHECK_FALSE(contains(callback.out, "\nthreads/calls-nest"));
  const Called hresult = call({"explain", "CORPROF_E_UNSUPPORTED_CALL_SEQUENCE"});
  CHECK(hresult.status == 0);
  CHECK(hresult.out.starts_with("CORPROF_E_UNSUPPORTED_CALL_SEQUENCE (0x80131363): the rules that speak"));
  CHECK(contains(call({"explain", "GetObjectSize"}).out, "GetObjectSize: the rules that speak of it\n"));
  CHECK(contains(call({"explain", "CORPROF_E_MODULE_IS_ENC"}).out, "): no rule speaks of it\n"));
  CHECK(call({"explain", "MovedReferences9x"}).status == 2);
}

}  // namespace gcrucible::tests
