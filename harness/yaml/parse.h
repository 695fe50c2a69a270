// Parses bytes into values. Detects every error in a file that does not depend on its meaning.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "harness/expected.h"
#include "harness/yaml/messages.h"
#include "harness/yaml/value.h"

namespace gcrucible::yaml {

// Files are written by hand. A larger file is a mistake, for example a trace.
inline constexpr std::size_t kLargestFile = std::size_t{4} << 20;
inline constexpr std::size_t kDeepest = 32;

// The document in messages.text(), or nothing and at least one message. Never throws. It rejects:
// - text that is not UTF-8, control characters, tabs in indentation;
// - more than one document, tags, anchors and aliases;
// - duplicate keys, keys that are not scalars, and nesting deeper than kDeepest.
std::optional<Value> parse(Messages& messages,
                           const std::string& page = "docs/reference/scenarios/README.md");

// The whole text of a regular file.
Expected<std::string> read_file(const std::string& path);

}  // namespace gcrucible::yaml
