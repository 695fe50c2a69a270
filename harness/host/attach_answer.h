// Message for a scenario whose attach had another result than expected.
#pragma once

#include <string>

#include "harness/abi/types.h"
#include "harness/program/runtime_profile.h"

namespace gcrucible::host {

// A sentence with a remedy; `expect:` is always one of the remedies.
std::string attach_answered(abi::HRESULT answer, abi::HRESULT expected,
                            const program::RuntimeProfile& runtime);

}  // namespace gcrucible::host
