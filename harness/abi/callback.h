// All callback interfaces: ICorProfilerCallback and its later versions.
#pragma once

#include "harness/abi/callback1.h"
#include "harness/abi/callback_later.h"
