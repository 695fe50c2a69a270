// Marks calls that the runtime answers and gcrucible does not.
#pragma once

#include <array>
#include <string_view>

#include "harness/clr/threads/thread_state.h"
#include "harness/trace/journal.h"

namespace gcrucible::clr {

// Writes a model line, so that a callback that passes the failure on does not violate a rule.
inline void write_gap(trace::Journal& journal, std::string_view what, abi::HRESULT hr) {
  const ThreadState& thread = this_thread();
  journal.model("gap",
                std::array{trace::Field{"what", trace::text(what)},
                           trace::Field{"hr", trace::number(static_cast<std::uint32_t>(hr))},
                           trace::Field{"inside", thread.in_callback() ? trace::number(thread.current_line())
                                                                       : trace::null()}});
}

}  // namespace gcrucible::clr
