// What a scenario is told whose attach was answered otherwise than it expects.
#pragma once

#include <string>

#include "harness/abi/types.h"
#include "harness/program/runtime_profile.h"

namespace gcrucible::host {

// A sentence with what may be done about it, `expect:` in any case.
std::string attach_answered(abi::HRESULT answer, abi::HRESULT expected,
                            const program::RuntimeProfile& runtime);

}  // namespace gcrucible::host
