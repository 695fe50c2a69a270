// One callback with its arguments, with names from the scenario.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/report/style.h"
#include "harness/report/text/places.h"
#include "harness/rules/decode/callback.h"

namespace gcrucible::report {

struct CallbackText {
  std::string head;  // "MovedReferences2, 3 ranges", "GarbageCollectionStarted collects gen 0, induced"
  std::vector<std::string> rows;  // "8→7 length 1 (O1)", "O6 (stack, pinned)"
};
CallbackText text_of(const rules::Callback& callback, const Places& places, const Style& style);

// The number of rows that a callback reports, and its text: "3 ranges"; empty if the callback has no rows.
std::uint64_t rows_of(const rules::Callback& callback);
std::string rows_text(std::string_view method, std::uint64_t rows);

// "gen 0, gen 1", "nothing"; "induced", "not induced".
std::string generations_text(const std::vector<std::uint8_t>& generations);
std::string reason_text(std::uint32_t reason);

}  // namespace gcrucible::report
