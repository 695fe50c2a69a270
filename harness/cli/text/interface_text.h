// Text of `gcrucible explain` about the profiling interfaces and their methods: what an author needs who
// writes the table of methods by hand.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/report/style.h"

namespace gcrucible::cli {

// "ICorProfilerCallback4", "ICorProfilerInfo" and so on.
bool is_interface(std::string_view word);
// IUnknown and IClassFactory.
std::vector<std::string_view> com_interface_names();

// IID and methods with slots and signatures. `word` must satisfy is_interface().
std::string interface_text(std::string_view word, const report::Style& style);

// Fields about a callback or an Info method: interface, slot, signature and types. Empty for another word.
std::string method_text(std::string_view word, const report::Style& style);

}  // namespace gcrucible::cli
