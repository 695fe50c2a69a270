// The kind of id that an Info method takes as its first argument.
#pragma once

#include <cstdint>

#include "harness/rules/decode/info_method.h"

namespace gcrucible::rules {

enum class Taken : std::uint8_t {
  kNothing,
  kObject,
  kClass,
  kModule,
  kAssembly,
  kAppDomain,
  kHandle,
  kThread
};

Taken taken_by(InfoMethod method);
InfoSet methods_that_take(Taken what);

// Methods that read the object. GetObjectGeneration and CreateHandle take an ObjectID and do not read it.
inline constexpr InfoSet kInspecting{InfoMethod::kGetClassFromObject, InfoMethod::kGetObjectSize,
                                     InfoMethod::kGetObjectSize2,     InfoMethod::kGetArrayObjectInfo,
                                     InfoMethod::kIsFrozenObject,     InfoMethod::kEnumerateObjectReferences};
inline constexpr InfoSet kTakingObjects =
    kInspecting | InfoSet{InfoMethod::kGetObjectGeneration, InfoMethod::kCreateHandle};

}  // namespace gcrucible::rules
