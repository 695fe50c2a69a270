// The misbehaving profilers of these tests. dying_profiler.cpp, careless_profiler.cpp and
// fixtures/profilers/lifetime/fault.h describe their options.
#pragma once

#include <string>

#include "tests/support/places.h"

namespace gcrucible::tests {

inline const std::string kDying = in_build("/cli_dying_profiler.so");
inline const std::string kDyingClsid = "{7D4A1C2E-93B0-4C5F-8E21-6F0B9A3D5C84}";
// Dies in its first MovedReferences2.
inline const std::string kCrash = "CLI_TEST_DIE=crash at MovedReferences2";
inline const std::string kForcing = in_build("/cli_forcing_profiler.so");
inline const std::string kForcingClsid = "{F02C6B1E-53D7-4A88-8E09-6A4B1D7C2E35}";
inline const std::string kCareless = in_build("/cli_careless_profiler.so");
inline const std::string kCarelessClsid = "{2B8E6A14-70D5-4E0C-A3F1-9C5D7E2B4A60}";
inline const std::string kFaulty = in_build("/libgcrucible_faulty.so");
inline const std::string kFaultyClsid = "{3A4C9B2E-7F15-4D08-A6C3-91E5D27B8F40}";
// The correct one.
inline const std::string kLifetime = in_build("/libgcrucible_lifetime.so");
inline const std::string kLifetimeClsid = kFaultyClsid;

}  // namespace gcrucible::tests
