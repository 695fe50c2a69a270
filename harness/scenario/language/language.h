// The language as one table: the keys, their values and their meanings. Checks, messages, the JSON Schema and
// the test of the documentation use this table.
#pragma once

#include <string>

#include "harness/yaml/shape.h"

namespace gcrucible::scenario {

const yaml::Shape& language();

// The contents of docs/scenario.schema.json.
std::string json_schema();
// The generated part of docs/reference/scenarios/keys.md.
std::string reference();

// Parts of the language, each in a separate file.
yaml::Shape heap_shape();
yaml::Shape type_shape();
yaml::Shape assembly_shape();
yaml::Shape step_shape();
yaml::Shape allocation_shape();
yaml::Shape root_shape();
yaml::Shape handle_shape();
yaml::Shape collect_shape();
yaml::Shape say_shape();
yaml::Shape call_edits_shape();
yaml::Shape placed_say_shape();
yaml::Shape entry_edits_shape();
yaml::Shape run_report_shape();
yaml::Shape answer_shape();
yaml::Shape ask_shape(bool inside_collection);
yaml::Shape schedule_shape();
yaml::Shape schedule_of_threads_shape();
// Of a collection. The step `suspend` has the same keys.
yaml::Shape suspension_shape();
yaml::Shape attach_shape(bool inside_collection);
yaml::Shape collection_expectation_shape();
yaml::Shape run_expectation_shape();

// Basic values that occur everywhere.
yaml::Shape object_name();
yaml::Shape object_name_or_null();
yaml::Shape address();
yaml::Shape place_in_memory();  // of an existing thing
yaml::Shape length();
yaml::Shape generation();
yaml::Shape type_name();
yaml::Shape text_that_is(std::string noun);
yaml::Shape one_or_list(yaml::Shape item);

inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 46;

}  // namespace gcrucible::scenario
