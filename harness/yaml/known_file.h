// What a file of gcrucible's own is, for the command that got it instead of another.
#pragma once

#include <cstdint>
#include <string_view>

namespace gcrucible::yaml {

enum class KnownFile : std::uint8_t {
  kUnknown,
  kScenario,
  kRuntime,
  kCatalogue,  // of rules: its index, its rules, or their code
  kFault,      // of the faulty profiler
  kMutants,    // that no test kills
  kTrace,
  kResult,  // of a campaign
};

// By the keys at its beginning. The file may have mistakes.
KnownFile known_file(std::string_view text);

// The file is of a known kind, and not of the wanted one.
inline bool is_other(KnownFile kind, KnownFile wanted) {
  return kind != KnownFile::kUnknown && kind != wanted;
}

// "a runtime file"; "gcrucible run SCENARIO --runtime FILE plays a scenario with it". Empty for kUnknown.
std::string_view name_of(KnownFile kind);
std::string_view use_of(KnownFile kind);

}  // namespace gcrucible::yaml
