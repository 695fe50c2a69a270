// Every number that a document or a message names leads to an explanation.
#include <regex>
#include <set>

#include "harness/rules/judge/other_finding.h"
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

TEST_CASE("explain: accepts each number that documents and scenarios name") {
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

TEST_CASE("explain: a rule needs no family, and a letter for a digit is no typing error") {
  CHECK(contains(call({"explain", "cache-follows"}).out, "object-ids/cache-follows"));
  CHECK(contains(call({"explain", "MovedReference2"}).err, "did you mean 'MovedReferences2'?"));
  for (const char* const word :
       {"account", "CLSID", "documented", "inclusive", "net10", "reclaimed", "where"})
    CHECK(call({"explain", word}).status == 0);
}

TEST_CASE("explain: an option has its commands and their help") {
  const std::string timeout = in_one_line(call({"explain", "--timeout"}).out);
  CHECK(timeout.starts_with("--timeout write --timeout S of gcrucible run means Seconds without progress"));
  CHECK(contains(timeout, "of gcrucible test"));
  CHECK(contains(timeout, "default 30"));
  CHECK(call({"explain", "timeout"}).out == call({"explain", "--timeout"}).out);
  CHECK(contains(call({"explain", "-j"}).out, "-j, --jobs N"));
  CHECK(contains(in_one_line(call({"explain", "--color", "never", "--strict"}).out), "--strict write "));
  CHECK(contains(call({"explain", "--color"}).out, "--color WHEN"));
  // A key of scenarios and an option.
  const std::string seed = call({"explain", "seed"}).out;
  CHECK(contains(seed, "a key of scenarios"));
  CHECK(contains(seed, "\n--seed\n"));
  // Whatever --help lists is explained.
  for (const char* const command :
       {"run", "test", "explore", "check", "record", "merge", "compare", "rules"}) {
    const std::string help = call({command, "--help"}).out;
    const std::regex option("\n  (?:-[a-z], +)?(--[a-z-]+)");
    for (std::sregex_iterator each(help.begin(), help.end(), option), end; each != end; ++each) {
      INFO(command << " " << each->str(1));
      CHECK(call({"explain", each->str(1)}).status == 0);
    }
  }
}

TEST_CASE("explain: accepts rule ids and globs and note numbers and suggests near ones") {
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
      {"xyzzy",
       "'xyzzy' is unknown: no rule, callback, Info method, HRESULT, flag, option or word of the output has "
       "that name; "
       "gcrucible rules lists the rules\n"},
      {"closed-intervall", "'closed-intervall' is unknown: no rule, callback, "},
      {"finalisation-qeued",
       "no rule matches 'finalisation-qeued'; the nearest are finalization/queued-once"},
      {"MovedRefrences2", "'MovedRefrences2' is unknown; did you mean 'MovedReferences2'?"},
      {"cache-folows", "did you mean 'object-ids/cache-follows'?"},
      {"moved_references2", "'moved_references2' is unknown; did you mean 'MovedReferences2'?"},
      {"MovedRefs", "'MovedRefs' is unknown; did you mean 'MovedReferences'?"},
      {"GCFinished", "'GCFinished' is unknown; did you mean 'GarbageCollectionFinished'?"},
      {"E_FIAL", "'E_FIAL' is unknown; did you mean 'E_FAIL'?"},
      {"half", "no rule matches 'half'; did you mean '*half*'?"},
      {"move/x", "no rule matches 'move/x'; did you mean 'moved/*'?"},
      {"half-open-rang", "did you mean '*half-open-rang*'?"},
      {"half-opne-range", "did you mean 'moved/half-open-range'?"},
      {"moved/half-opn", "no rule matches 'moved/half-opn'; did you mean 'moved/half-open-range'?"},
      {"movedreferences", "'movedreferences' is unknown; did you mean 'MovedReferences'?"},
      {"--timout", "no command has the option '--timout'; did you mean '--timeout'?"},
      {"--xyzzy", "no command has the option '--xyzzy'; gcrucible COMMAND --help lists those of a command"},
      {"tiemout", "'tiemout' is unknown; did you mean '--timeout'?"},
      {"crach", "'crach' is unknown; did you mean 'crash'?"},
      {"BROKEN", "'BROKEN' is unknown; did you mean 'broken'?"},
      {"condemed", "'condemed' is unknown; did you mean 'condemned'?"},
  };
  for (const auto& [word, says] : unknown) {
    const Called run = call({"explain", word});
    INFO(word << "\n" << run.err);
    CHECK(run.status == 2);
    CHECK(contains(run.err, says));
  }
}

TEST_CASE("explain: findings other than rules have meaning and advice and a docs section") {
  const std::string page = text_of_file(in_source("/docs/reference/campaigns.md"));
  for (const rules::OtherFinding& each : rules::kOtherFindings) {
    const Called run = call({"explain", std::string(each.word) + " (SIGSEGV in Shutdown)"}, {"COLUMNS=240"});
    INFO(run.out << run.err);
    CHECK(run.status == 0);
    CHECK(run.out == call({"explain", std::string(each.word)}, {"COLUMNS=240"}).out);
    CHECK(run.out.starts_with(std::string(each.word) + "\n  finding "));
    CHECK(contains(run.out, "\n  means "));
    CHECK(contains(run.out, "\n  do "));
    const std::string see = "\n  see        docs/reference/campaigns.md, \"";
    const std::size_t section = run.out.find(see);
    REQUIRE(section != std::string::npos);
    const std::string rest = run.out.substr(section + see.size());
    CHECK(contains(page, "\n## " + rest.substr(0, rest.find('"')) + "\n"));
  }
  const Called two = call({"explain", "hang", "moved/half-open-range"});
  CHECK(two.status == 0);
  CHECK(contains(two.out, "\nmoved/half-open-range\n"));
}

TEST_CASE("explain: a key of scenarios has its meaning in each place") {
  const Called server = call({"explain", "balanced"});
  CHECK(server.status == 0);
  CHECK(contains(in_one_line(server.out), "balanced is a key of `heap` in scenarios: true: objects go to"));
  const Called id = call({"explain", "compact"});
  CHECK(id.status == 0);
  CHECK(contains(id.out, "docs/reference/scenarios/keys.md"));
  CHECK(call({"explain", "balancedd"}).status == 2);
}

TEST_CASE("explain knows the words that verdicts and summaries print, and docs/words.md has the same") {
  const std::string page = text_of_file(in_source("/docs/words.md"));
  // The results, what stands before a rule, what stands in the lines of a verdict, and words of rules.
  for (const char* const word : {"pass",
                                 "broken",
                                 "bad input",
                                 "crashed",
                                 "hung",
                                 "unchecked",
                                 "refused",
                                 "cut off",
                                 "partial",
                                 "not played",
                                 "stopped",
                                 "not run",
                                 "broken as expected",
                                 "broken, not compared",
                                 "advice",
                                 "kept",
                                 "not judged",
                                 "not compared",
                                 "not answered",
                                 "no code runs",
                                 "no profiler",
                                 "nothing was checked",
                                 "follow",
                                 "consequence",
                                 "held up",
                                 "set aside",
                                 "mended",
                                 "suppressed",
                                 "plug",
                                 "orphans",
                                 "provisional",
                                 "demoted",
                                 "condemned",
                                 "departure",
                                 "another presentation",
                                 "cause",
                                 "gcrucible_probe",
                                 "interface",
                                 "slot",
                                 "slots",
                                 "oracles",
                                 "smallest",
                                 "liberties"}) {
    const Called run = call({"explain", word}, {"COLUMNS=1000"});
    INFO(word << "\n" << run.out << run.err);
    CHECK(run.status == 0);
    const std::string head = std::string(word) + "\n  means      ";
    REQUIRE(run.out.starts_with(head));
    const std::string means = run.out.substr(head.size(), run.out.find('\n', head.size()) - head.size());
    CHECK(contains(page, "\n| " + std::string(word) + " | " + means + " |\n"));
  }
  CHECK(call({"explain", "not-played"}).out == call({"explain", "not played"}).out);
}

TEST_CASE("explain knows every row of docs/words.md") {
  const std::string page = text_of_file(in_source("/docs/words.md"));
  std::size_t rows = 0;
  std::size_t at = page.find("|---|---|\n");
  REQUIRE(at != std::string::npos);
  for (at = page.find("\n| ", at); at != std::string::npos; at = page.find("\n| ", at + 1)) {
    const std::string word = page.substr(at + 3, page.find(" |", at + 3) - at - 3);
    const Called run = call({"explain", word});
    INFO(word << "\n" << run.err);
    CHECK(run.status == 0);
    ++rows;
  }
  CHECK(rows > 40);
}

TEST_CASE("explain: a callback or Info method or HRESULT leads to its rules") {
  const Called callback = call({"explain", "MovedReferences2"});
  INFO(callback.out << callback.err);
  CHECK(callback.status == 0);
  CHECK(callback.out.starts_with("MovedReferences2\n"));
  CHECK(contains(callback.out, "  method of  ICorProfilerCallback4\n"));
  CHECK(contains(callback.out, "  needs      COR_PRF_MONITOR_GC or COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS\n"));
  CHECK(contains(call({"explain", "Shutdown"}).out,
                 "  needs      no flag: it is delivered with every event mask"));
  CHECK(
      contains(call({"explain", "ObjectAllocated"}).out, "  needs      COR_PRF_ENABLE_OBJECT_ALLOCATED and"));
  CHECK(contains(callback.out, "\nmoved/"));
  CHECK_FALSE(contains(callback.out, "\nthreads/calls-nest"));
  const Called hresult = call({"explain", "CORPROF_E_UNSUPPORTED_CALL_SEQUENCE"});
  CHECK(hresult.status == 0);
  CHECK(hresult.out.starts_with("CORPROF_E_UNSUPPORTED_CALL_SEQUENCE (0x80131363)\n  rules "));
  CHECK(contains(hresult.out, "\nsuspend-runtime/refusals "));
  CHECK(call({"explain", "GetObjectSize"}).out.starts_with("GetObjectSize\n  method of  ICorProfilerInfo\n"));
  CHECK(contains(call({"explain", "CORPROF_E_MODULE_IS_ENC"}).out,
                 ")\n"
                 "  rules      none mentions it\n"));
  CHECK(call({"explain", "MovedReferences9x"}).status == 2);
}

TEST_CASE("explain: accepts note numbers with any number of leading zeros") {
  for (const auto& [loose, number] :
       std::vector<std::pair<std::string, std::string>>{{"GC-MOVE-8", "GC-MOVE-008"},
                                                        {"GC-MOVE-0008", "GC-MOVE-008"},
                                                        {"Q-1", "Q-01"},
                                                        {"Q-010", "Q-10"},
                                                        {"GC-X-SUS-1", "GC-X-SUS-001"}}) {
    const Called run = call({"explain", loose});
    INFO(loose << "\n" << run.err);
    CHECK(run.status == 0);
    CHECK(run.out == call({"explain", number}).out);
  }
  CHECK(call({"explain", "GC-MOVE-0"}).status == 2);
  CHECK(call({"explain", "GC-MOVE-"}).status == 2);
  CHECK(call({"explain", "Q-"}).status == 2);
}

TEST_CASE("explain: an event mask flag -> its callbacks and when it may be set") {
  const platform::Environment wide{"COLUMNS=1000"};
  const Called gc = call({"explain", "COR_PRF_MONITOR_GC"}, wide);
  INFO(gc.out << gc.err);
  CHECK(gc.status == 0);
  CHECK(gc.out.starts_with("COR_PRF_MONITOR_GC (0x80 in the low word of the event mask)\n  brings     "));
  CHECK(contains(gc.out, " GarbageCollectionStarted, SurvivingReferences, GarbageCollectionFinished, "));
  CHECK(contains(gc.out,
                 "  set        in Initialize, and later unless concurrent collections are on, where it is "
                 "refused with CORPROF_E_CONCURRENT_GC_NOT_PROFILABLE (masks/change-any-time); by a profiler "
                 "that attached: yes; "));
  const Called moved = call({"explain", "HIGH_MONITOR_GC_MOVED_OBJECTS"}, wide);
  CHECK(contains(moved.out,
                 "  brings     MovedReferences, MovedReferences2; under .NET 10 it enables nothing alone "
                 "(masks/moved-objects-alone-silent)\n"
                 "  set        at any time; "));
  for (const auto& [flag, rule] : std::vector<std::pair<std::string, std::string>>{
           {"MONITOR_SUSPENDS", "\nsuspension/thread-pairs "}, {"MONITOR_THREADS", "\nthreads/"}}) {
    const Called run = call({"explain", flag}, wide);
    INFO(run.out);
    CHECK(contains(run.out, "  rules      none names it; these mention the callbacks that it enables\n"));
    CHECK(contains(run.out, rule));
  }
  CHECK(contains(gc.out, "\nmasks/gc-brings-all "));
  CHECK(call({"explain", "MONITOR_GC"}, wide).out == gc.out);
  const Called basic = call({"explain", "HIGH_BASIC_GC"}, wide);
  CHECK(contains(basic.out, "  brings     GarbageCollectionStarted, GarbageCollectionFinished\n"));
  CHECK(contains(basic.out, "  by         SetEventMask2"));
  CHECK(contains(basic.out, "\nmasks/basic-gc "));
  CHECK(contains(call({"explain", "COR_PRF_ENABLE_FRAME_INFO"}, wide).out,
                 "  brings     no callback\n  set        in Initialize only; "));
  CHECK(contains(call({"explain", "ENABLE_OBJECT_ALLOCATED"}, wide).out,
                 "  brings     ObjectAllocated with COR_PRF_MONITOR_OBJECT_ALLOCATED\n"));
  CHECK(contains(call({"explain", "COR_PRF_REQUIRE_PROFILE_IMAGE"}, wide).out,
                 "  made of    COR_PRF_MONITOR_CODE_TRANSITIONS, COR_PRF_MONITOR_ENTERLEAVE, "));
  CHECK(contains(call({"explain", "MONITOR_GX"}).err, "did you mean 'MONITOR_GC'?"));
  CHECK(contains(call({"explain", "COR_PRF_MONITER_GC"}).err, "did you mean 'COR_PRF_MONITOR_GC'?"));
}

namespace {

// The text after that head in the explanation of a rule.
std::string command_of(const std::string& rule, const std::string& head) {
  const std::string text = call({"explain", rule}).out;
  const std::size_t at = text.find("\n  " + head + " ");
  INFO(text);
  REQUIRE(at != std::string::npos);
  return text.substr(at + 14, text.find('\n', at + 1) - at - 14);
}

}  // namespace

TEST_CASE("explain: the printed commands work when pasted in any folder") {
  for (const char* const rule : {"moved/half-open-range", "object-ids/no-interior-pointers"}) {
    const std::string command = command_of(rule, "play     ");
    const Called run = call_program({"/bin/sh", "-c", command});
    INFO(command << "\n" << run.out << run.err);
    CHECK(run.status == 0);
    CHECK(contains(run.out, "\nPASS"));
  }
  const std::string text = call({"explain", "ranges/exact-first"}).out;
  const std::size_t play = text.rfind("\n  play ");
  REQUIRE(play != std::string::npos);
  CHECK(text.rfind("\n  broken in  fixtures/scenarios/broken/ranges/exact-first.yaml\n", play) !=
        std::string::npos);
  const Called shown =
      call_program({"/bin/sh", "-c", text.substr(play + 14, text.find('\n', play + 1) - play - 14)});
  INFO(shown.out << shown.err);
  CHECK(shown.status == 0);
  CHECK(contains(shown.out, "broken as expected ranges/exact-first"));
  const std::string command = command_of("object-ids/no-interior-pointers", "broken by");
  const Called found = call_program(
      {"/bin/sh", "-c", "cd $(mktemp -d) && " + command + "; s=$?; echo left: *; rm -rf \"$PWD\"; exit $s"});
  INFO(command << "\n" << found.out << found.err);
  CHECK(found.status == 1);
  CHECK(contains(found.out, "object-ids/no-interior-pointers"));
  // The folder is empty: the shell found no match for the pattern.
  CHECK(contains(found.out, "\nleft: *\n"));
  CHECK_FALSE(contains(found.out, "\n1,000 cases, "));
}

TEST_CASE("explain: a method has its slot, its signature and the widths of its types") {
  const Called run = call({"explain", "MovedReferences2", "GarbageCollectionStarted"}, {"COLUMNS=200"});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(contains(run.out, "  method of  ICorProfilerCallback4\n  slot       87 of the table of methods"));
  CHECK(contains(run.out, "  signature  HRESULT MovedReferences2(ULONG cMovedObjectIDRanges, ObjectID "));
  CHECK(contains(run.out, "ULONG has 32 bits; ObjectID has 64 bits (a pointer's size); SIZE_T has 64 bits"));
  // Read as a byte, it gives wrong generations.
  CHECK(contains(run.out, "BOOL has 32 bits, 0 or 1"));
  const Called info = call({"explain", "GetObjectGeneration"}, {"COLUMNS=200"});
  CHECK(contains(info.out, "  method of  ICorProfilerInfo2\n  slot       55 of"));
  CHECK(contains(info.out, "COR_PRF_GC_GENERATION_RANGE has 32 bytes: generation (32 bits"));
  CHECK(contains(call({"explain", "AddRef"}).out, "  method of  IUnknown\n  slot       1 of"));
}

TEST_CASE("explain: an interface has its IID and its methods by slot") {
  const Called run = call({"explain", "ICorProfilerCallback4"}, {"COLUMNS=200"});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(contains(run.out, "ICorProfilerCallback4\n  IID        {7B63B2E3-107D-4D48-B2F6-F61E229470D2}\n"));
  CHECK(contains(run.out, "  extends    ICorProfilerCallback3\n"));
  CHECK(contains(run.out, "    83  ReJITCompilationStarted(FunctionID functionId, ReJITID rejitId, BOOL "));
  CHECK(contains(run.out, "    88  SurvivingReferences2("));
  CHECK(contains(call({"explain", "ICorProfilerInfo"}).out, "  extends    IUnknown\n"));
  CHECK(call({"explain", "ICorProfilerCallback12"}).status == 2);
  const Called unknown = call({"explain", "IUnknown"}, {"COLUMNS=200"});
  CHECK(unknown.status == 0);
  CHECK(unknown.out.starts_with("IUnknown\n  IID        {00000000-0000-0000-C000-000000000046}\n"));
  CHECK(contains(unknown.out, "     0  QueryInterface(REFIID riid, void** ppvObject)\n     1  AddRef()\n"));
  CHECK_FALSE(contains(unknown.out, "extends"));
  CHECK(contains(call({"explain", "IClassFactory"}, {"COLUMNS=200"}).out, "  extends    IUnknown\n"));
  CHECK(contains(call({"explain", "IUnknwon"}).err, "did you mean 'IUnknown'?"));
}

}  // namespace gcrucible::tests
