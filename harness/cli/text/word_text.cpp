#include "harness/cli/text/word_text.h"

#include <algorithm>
#include <array>

#include "harness/cli/text/head_columns.h"

namespace gcrucible::cli {
namespace {

constexpr auto kWords = std::to_array<Word>({
    {"account",
     "How many objects and bytes a run allocated, reclaimed and left alive, by type and by function. `run "
     "--account` prints it."},
    {"advice", "Discouraged but legal behaviour of the profiler. It fails a run only with --strict."},
    {"another presentation",
     "A second play of a case that reports the same collections in other calls, ranges or order. The "
     "profiler's result must stay the same."},
    {"bad input",
     "The scenario, the trace or an option is wrong, so that nothing was judged. Exit status 2."},
    {"batch",
     "One call of a callback that takes arrays, such as MovedReferences2 with its ranges, and the "
     "older call with the same entries."},
    {"broken",
     "At least one rule is violated, or an expectation failed. Exit status 1. In capitals before a "
     "rule: a finding."},
    {"broken as expected",
     "The scenario violates this rule on purpose and says so with `breaks`. It does not fail the "
     "run."},
    {"broken, not compared",
     "The rule is violated, but does not count. Either the scenario was written for another runtime "
     "or profiler, or the scenario itself makes the runtime violate rules."},
    {"case", "One generated program of a campaign. `--case N` runs it alone."},
    {"cause", "Mistakes in a profiler that often violate the rule. Your profiler may have a different one."},
    {"CLSID",
     "The GUID by which a runtime asks DllGetClassObject for the profiler. CORECLR_PROFILER has it."},
    {"compacted", "The survivors of a generation move together. MovedReferences reports them."},
    {"condemned",
     "Said of the generations that a collection collects. Every object of the other generations "
     "counts as alive."},
    {"consequence",
     "A rule that is violated because of another violation. It is named beneath that finding and "
     "is none of its own."},
    {"could not run",
     "gcrucible itself failed, for example because a disk is full. Exit status 2; the profiler is not to "
     "blame."},
    {"crashed", "The profiler ended the process, by a signal, an exit or an exception. Exit status 3."},
    {"cut off",
     "The trace is not whole, so that the missing part was not judged. `--partial` judges it as if "
     "it ended there."},
    {"deadlock",
     "Threads wait for each other's locks for ever. It is reported at once as the finding hang. Exit status "
     "4."},
    {"demoted", "Said of a survivor that is in a younger generation after the collection."},
    {"departure",
     "One place where a scenario reports something else than the runtime would: `edits`, "
     "`entries`, `calls`, `say`, `splits`."},
    {"DllGetClassObject",
     "The function that a profiler library exports: HRESULT DllGetClassObject(REFCLSID, REFIID, void**). "
     "In C++ it is extern \"C\" with default visibility, in Rust #[unsafe(no_mangle)], in C# "
     "[UnmanagedCallersOnly(EntryPoint = \"DllGetClassObject\")]."},
    {"documented",
     "The runtime that follows the documentation alone. Scenarios and campaigns without another one play "
     "under it."},
    {"exclusive", "Of a function: what it allocated itself."},
    {"expectation",
     "A statement of the scenario (`expect`) about its run. One that is not met fails the run."},
    {"flaky", "A finding that some plays of its scenario do not show."},
    {"follow", "Lists the rules that are violated because of the finding above it."},
    {"found",
     "The first case that showed the finding, how often it was shown, and how many programs were tried for a "
     "small one."},
    {"frozen", "Said of an object in memory that is never collected and never reported as a range."},
    {"gcrucible_probe",
     "The C function that a profiler exports to show its own tables, also called its probe. In a finding: "
     "an answer of this function is wrong."},
    {"handle", "A root that keeps an object, or follows it weakly, until it is freed."},
    {"held up", "A callback that takes 0.2 s or longer while a collection waits for it."},
    {"history", "What happened to the objects of the finding, with lines of the scenario."},
    {"hung",
     "The profiler did not return from a callback in the time of --timeout, or threads wait for "
     "each other. Exit status 4."},
    {"inclusive", "Of a function: what it allocated, and all that it called."},
    {"induced", "Said of a collection that the program or a profiler requested."},
    {"interface",
     "The newest ICorProfilerCallback that the profiler's QueryInterface returns. Newer callbacks are never "
     "called."},
    {"kept", "The trace gave occasion to judge the rule, and the rule held."},
    {"leeway",
     "What a runtime may do although a rule forbids it to others. `gcrucible explain RULE` prints it."},
    {"liberties",
     "Choices that the documentation leaves to the runtime, made by a number: order, extra handles, "
     "aborted suspensions."},
    {"LOH", "The large object heap: objects of 85,000 bytes or more. It is collected with generation 2."},
    {"mended", "A finding of an earlier campaign that does not show again."},
    {"net10", "The runtime .NET 10, as measured. docs/runtimes.md compares the runtimes."},
    {"no code runs",
     "The profiler gave method bodies to the runtime. gcrucible keeps them and never runs them."},
    {"no profiler",
     "The library or the CLSID that the command names is not that of a profiler, so nothing was run. Exit "
     "status 2."},
    {"not answered",
     "An Info method that gcrucible refuses and a real runtime answers. What follows from that is "
     "not held against the profiler."},
    {"not compared",
     "An expectation or a violation that this run cannot show or that something else may have "
     "caused. The reason is printed with it."},
    {"not judged",
     "A rule for which the trace lacks evidence, or gives no occasion. `-v` lists the reasons."},
    {"not played",
     "A scenario that this profiler cannot play, for example because the runtime is too old for "
     "it. It does not fail the run."},
    {"not run", "A signal stopped the command before this scenario began."},
    {"nothing was checked",
     "The profiler asked for no events, or failed to start, so that no rule about collections was "
     "judged. Exit status 2."},
    {"occasion",
     "A place in the trace where a rule holds or is violated, such as one call of a callback. A rule "
     "without an occasion is not judged."},
    {"oracles",
     "Everything that judges the cases of a campaign: the rules, the probe and another presentation."},
    {"orphans",
     "Callbacks of a collection that began before the profiler was attached. A profiler must "
     "ignore them."},
    {"panic",
     "An error of Rust that unwinds the stack. Where it would leave an extern \"C\" function, it ends the "
     "process: a crash with SIGABRT, exit status 3. From an extern \"C-unwind\" function it leaves the "
     "callback: the finding exception."},
    {"partial", "A trace that is not whole was judged with --partial, and no rule is violated so far."},
    {"pass",
     "No rule is violated and no expectation failed, except those that are set aside. Exit status "
     "0."},
    {"pinned", "Said of an object that no collection may move."},
    {"plug",
     "A block of neighbouring survivors that a collection moves, or leaves, as a whole. A plug is "
     "what one or more ranges report."},
    {"POH",
     "The pinned object heap, since .NET 5: objects that are allocated as pinned. It is collected with "
     "generation 2."},
    {"probe",
     "The function gcrucible_probe of a profiler. gcrucible calls it after each collection and "
     "compares the answer with the heap."},
    {"promoted", "Said of a survivor that is in an older generation after the collection."},
    {"provisional",
     "A mode of .NET 10's collector: a swept collection of generation 1 goes on as a full one "
     "without GarbageCollectionStarted, and reports twice."},
    {"range",
     "Start, new start and length of a block of survivors, as MovedReferences2 or "
     "SurvivingReferences2 report it."},
    {"reclaimed",
     "Said of an object that a collection found dead, in the generation that it had when the collection "
     "began."},
    {"recorder",
     "gcrucible's own profiler, which writes down each callback. A run without --profiler uses it."},
    {"refused",
     "The profiler could not be loaded, or its Initialize or InitializeForAttach returned an error. Exit "
     "status 2."},
    {"replay", "The `run` command that plays the scenario of a finding again."},
    {"root",
     "Something outside the heap that keeps an object alive: a local variable, a static field or a "
     "handle."},
    {"rule", "A documented statement about the runtime or the profiler by which a trace can be judged."},
    {"schedule",
     "The order in which several threads take turns. A scenario can name it, so that a run can be "
     "repeated."},
    {"second traversal",
     "A check of the simulator itself: after each collection a simpler walk through the heap must "
     "find the same objects."},
    {"set aside", "Not held against this run; the reason is printed with it."},
    {"shrunk",
     "Said of a generated program that is reduced to the smallest one that shows the same finding."},
    {"SIGABRT",
     "The signal of abort(), which a failed assert, a panic of Rust and an unhandled exception call: the "
     "finding crash. What the profiler printed to stderr says why."},
    {"SIGSEGV",
     "The signal of a read or write where the process has no memory: the finding crash. The report says "
     "what was at that address before, and prints the native stack."},
    {"slot",
     "The place of a method in the table of an interface, from 0. A runtime calls methods by their slots; "
     "`gcrucible explain ICorProfilerCallback4` prints them."},
    {"slots",
     "Methods that seem to be in the slots of other ones, by the names of their functions. Correct the table "
     "first: other findings may follow from it."},
    {"smallest",
     "The smallest scenario that violates the rule or shows the finding. The line also says how to play "
     "it."},
    {"SOH", "The small object heap: generations 0, 1 and 2."},
    {"standing", "Where a run was when a signal stopped it."},
    {"stopped", "A signal stopped the command while it ran this scenario."},
    {"suppressed", "Said of a finding that --suppress allows, with a reason."},
    {"survivor", "An object that is alive after a collection."},
    {"swept", "The survivors of a generation stay where they are. SurvivingReferences reports them."},
    {"trace", "All callbacks and Info calls of a run in their order, one a line (`--trace FILE`)."},
    {"traversal",
     "See second traversal: a check of the simulator itself. A finding here is no fault of a profiler."},
    {"unchecked",
     "Nothing was checked in this scenario, or its finding was not. Exit status 1 with --strict, otherwise 2 "
     "if no scenario checked anything or a finding was not checked."},
    {"where", "The place of the finding: line of the scenario, collection, callback and thread."},
});

std::string with_spaces(std::string_view word) {
  std::string text(word);
  std::ranges::replace(text, '-', ' ');
  return text;
}

}  // namespace

std::span<const Word> words() {
  return kWords;
}

std::string word_text(std::string_view word, const report::Style& style) {
  const std::string wanted = with_spaces(word);
  const auto* const row =
      std::ranges::find_if(kWords, [&](const Word& each) { return with_spaces(each.word) == wanted; });
  if (row == kWords.end()) return {};
  return std::string(row->word) + "\n" + report::field(style, "  means", kHeadColumns, row->means) +
         report::field(style, "  see", kHeadColumns, "docs/words.md has all words of verdicts and rules");
}

}  // namespace gcrucible::cli
