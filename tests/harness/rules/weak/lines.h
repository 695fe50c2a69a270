// The lines of a trace as text, and the changes that break a rule by hand.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "harness/rules/judge/judge.h"

namespace gcrucible::tests {

using Lines = std::vector<std::string>;
using RuleIds = std::vector<std::string>;

// The recording of that name in fixtures/traces, made under a real .NET; or
// tests/harness/rules/traces/NAME.jsonl, made by `gcrucible run fixtures/scenarios/NAME.yaml --trace FILE`.
Lines trace_of(const std::string& name);

// --- lines and calls ---

// The `which`th line that contains the text, from 0.
std::string& line_with(Lines& lines, std::string_view text, std::size_t which = 0);
// Replaces the first occurrence.
void replace(std::string& line, std::string_view from, std::string_view to);
// The index of the `which`th call of the callback.
std::size_t place_of(const Lines& lines, const std::string& callback, std::size_t which = 0);
std::string& call_of(Lines& lines, const std::string& callback, std::size_t which = 0);
// The `which`th answer to the scenario's question of that method.
std::string& answer_of(Lines& lines, const std::string& method, std::size_t which = 0);
// The return of the `which`th Info call of that method, inside a callback, with that HRESULT.
std::string& asked(Lines& lines, const std::string& method, const std::string& hr, std::size_t which = 0);
// The first return of that method that contains the text.
std::string& asked_with(Lines& lines, const std::string& method, std::string_view text);
std::string number_of(const std::string& line);
std::size_t return_of(const Lines& lines, std::size_t entry);
// Removes the call and all Info calls inside it, with their returns.
void erase_call(Lines& lines, const std::string& callback, std::size_t which = 0);
// Removes all callbacks of the `which`th suspension.
void erase_suspension(Lines& lines, std::size_t which);
// Adds a call with these fields and its return after the line `place`. `number` occurs nowhere in the trace.
void add_call(Lines& lines, std::size_t place, const std::string& number, const std::string& thread,
              const std::string& call);
// Moves the call and all Info calls inside it.
void put_on_thread(Lines& lines, std::size_t entry, const std::string& from, const std::string& to);
// Another thread, outside of callbacks, makes the first successful Info call of that method meanwhile.
void ask_on_another_thread(Lines& lines, const std::string& method, const std::string& out);
// The return of the call comes after the line `place`.
void return_after(Lines& lines, std::size_t entry, std::size_t place);

// --- values ---

using Path = std::initializer_list<std::size_t>;

// The JSON text of the key's value, or of a part of it: {0, 1} is the second item of the first item.
std::string value_of(const std::string& line, std::string_view key, Path path = {});
void set(std::string& line, std::string_view key, std::string_view json);
void set(std::string& line, std::string_view key, Path path, std::string_view json);
void add_to(std::string& line, std::string_view key, long long amount, Path path = {});
void drop_item(std::string& line, std::string_view key, Path path);
// At the end of an array.
void append(std::string& line, std::string_view key, std::string_view json);
// At the end of the line: "key":value.
void append_key(std::string& line, std::string_view member);

// --- verdicts ---

// With new numbers, also in returns, queries and answers.
Lines numbered(Lines lines);
std::vector<rules::Verdict> verdicts_of(const Lines& numbered);
// The violated rules, after the lines are numbered anew.
RuleIds verdict(Lines lines);

}  // namespace gcrucible::tests
