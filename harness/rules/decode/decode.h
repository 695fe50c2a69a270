// Events of a trace as typed values. Missing keys keep their defaults, because a damaged trace is still
// judged.
#pragma once

#include "harness/rules/collection/collection_model.h"
#include "harness/rules/collection/heap_model.h"
#include "harness/rules/decode/callback.h"
#include "harness/rules/decode/header.h"
#include "harness/rules/judge/end.h"
#include "harness/trace/event.h"

namespace gcrucible::rules {

Header decode_header(const trace::Event& event);
// Overwrites `callback`. Its vectors keep their memory.
void decode_callback(const trace::Event& event, Callback& callback);
// Without the data that only the entry contains.
Return decode_return(const trace::Event& event);
End decode_end(const trace::Event& event);

// For the model lines "collection", "heap", "plan" and "cleared".
CollectionModel decode_collection(const trace::Event& event);
bool is_after(const trace::Event& heap);
HeapPicture decode_heap(const trace::Event& event);
CollectionPlan decode_plan(const trace::Event& event);
// Rows of the table from GetGenerationBounds.
std::vector<HeapRange> decode_bounds(const trace::Value& table);
std::vector<std::uint32_t> decode_numbers(const trace::Event& event, std::string_view key);

}  // namespace gcrucible::rules
