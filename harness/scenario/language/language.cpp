#include "harness/scenario/language/language.h"

#include <algorithm>

#include "harness/runtimes/runtimes.h"
#include "harness/scenario/language/words.h"

namespace gcrucible::scenario {

using yaml::defined;
using yaml::either;
using yaml::flag;
using yaml::list_of;
using yaml::map;
using yaml::map_of;
using yaml::name;
using yaml::nothing;
using yaml::number;
using yaml::optional;
using yaml::required;
using yaml::Shape;
using yaml::text;
using yaml::words;

namespace {

Shape noun(Shape shape, std::string noun) {
  shape.noun = std::move(noun);
  return shape;
}

Shape profiler_shape() {
  return map({
      optional("library", text(), "path of the profiler's library, relative to this file; --profiler wins"),
      optional("clsid", text(), "its CLSID; --clsid wins"),
      optional("env", map_of(text()), "environment variables of the host process; --env wins"),
      optional("load", words(load_words()),
               "start: with the process; attach: by a step of that name; default: start"),
      optional("load-anyway", flag(), "true: load it even if its Initialize fails, which no runtime does"),
      optional(
          "initialize", either({number(0, 0xFFFFFFFF, "32 bits"), text_that_is("an HRESULT's name")}),
          "the HRESULT that its Initialize must return; after a failure, the process goes on without it"),
  });
}

Shape process_shape() {
  return map({
      optional("exit", words(exit_words()),
               "normal: with Shutdown; hosted: unmanaged code made the runtime, abrupt: ended from outside, "
               "store: a Windows Store app, all three without Shutdown; default: normal"),
  });
}

Shape make_language() {
  const Shape thread =
      either({name("a thread's name"),
              map({
                  required("id", name("a thread's name"), "its name in this file"),
                  optional("name", text(), "its name in the simulated process; empty for none"),
              })});
  return map({
      required("scenario", text(), "the title, one line"),
      optional("about", text(), "what it shows, and where the expectations come from"),
      optional(
          "runtime", either({noun(text(), "a runtime's name"), runtimes::profile_shape(false)}),
          "a runtime's name, or `like:` a runtime with other values for some of its keys; default: net10"),
      optional("seed", number(), "the seed of every choice that the scenario leaves open; default: 1"),
      optional("heap", heap_shape(), "settings of the simulated heap"),
      optional("profiler", profiler_shape(),
               "the profiler that this scenario is for; usually left to the command line"),
      optional("observe", text(),
               "the output that must be the same with a plain report, in .NET's order and in as few calls as "
               "possible. The output: stdout, stderr, calls (its Info calls and their answers), file:NAME (a "
               "file in {dir} of its `env`), or command:TEXT (its output in {dir})"),
      optional("process", process_shape(), "how the process ends"),
      optional("assemblies", map_of(assembly_shape()),
               "assemblies with settings, by name; others exist when a type names them"),
      optional("types", map_of(type_shape()), "the types, by name"),
      optional("threads", list_of(thread, 1),
               "the threads; the first one is the main thread and runs already"),
      optional("functions", map_of(either({nothing(), type_name()})),
               "functions, each with its type, null, or `lightweight` for a DynamicMethod; those that steps "
               "name exist by themselves"),
      optional("objects", list_of(allocation_shape()),
               "objects that exist before the profiler is loaded; they are never announced to it"),
      optional("roots", list_of(root_shape()), "roots that are there from the start"),
      optional("handles", list_of(handle_shape()), "handles that are there from the start"),
      optional("report", run_report_shape(), "wrong reports to the profiler, anywhere in the run"),
      optional("failing-calls",
               list_of(map({
                   required("call", text_that_is("a method's name"),
                            "a method of ICorProfilerInfo that may fail although the call is right"),
                   optional("which", number(0, 0xFFFFFFFE, "32 bits"),
                            "which call of it, counted from 0; default: all"),
               })),
               "Info calls of the profiler's own that fail as .NET's may: with CORPROF_E_DATAINCOMPLETE, "
               "E_OUTOFMEMORY or CORPROF_E_SUSPENSION_IN_PROGRESS, by the method"),
      required("steps", list_of(step_shape(), 1),
               "the steps of the program, in order; without a step nothing would be checked"),
      optional("expect", run_expectation_shape(), "what the whole run must show"),
  });
}

}  // namespace

Shape object_name() {
  return noun(text(), "an object's name");
}
Shape object_name_or_null() {
  return either({nothing(), object_name()});
}
Shape address() {
  return noun(number(0, (std::uint64_t{1} << 47) - 1, "47 bits, what a process has"), "an address");
}
Shape place_in_memory() {
  Shape shape = address();
  shape.least = 1;
  shape.floor = "address 0 is null everywhere, and nothing lies there";
  return shape;
}
Shape length() {
  return number(0, kMostBytes, "46 bits");
}
Shape generation() {
  return defined("generation", words(generation_words()));
}
Shape type_name() {
  return noun(text(), "a type's name");
}
Shape text_that_is(std::string what) {
  return noun(text(), std::move(what));
}
Shape one_or_list(Shape item) {
  return either({item, list_of(item)});
}

const Shape& language() {
  static const Shape kLanguage = make_language();
  return kLanguage;
}

std::string json_schema() {
  return yaml::schema(language(), "A gcrucible scenario");
}

std::string reference() {
  yaml::Shape shape = language();
  const auto runtime = std::ranges::find(shape.keys, std::string("runtime"), &yaml::Key::name);
  // docs/reference/runtime-files.md has the keys of runtimes.
  const yaml::Shape of_files = runtimes::profile_shape(true);
  std::erase_if(runtime->shape.parts.back().keys, [&](const yaml::Key& key) {
    return std::ranges::find(of_files.keys, key.name, &yaml::Key::name) != of_files.keys.end();
  });
  runtime->about += "; the other keys are those of [runtime files](../runtime-files.md#reference)";
  return yaml::reference(shape);
}

}  // namespace gcrucible::scenario
