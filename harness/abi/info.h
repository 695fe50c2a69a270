// All Info interfaces: ICorProfilerInfo and its later versions.
#pragma once

#include "harness/abi/info1_2.h"
#include "harness/abi/info3_9.h"
#include "harness/abi/info_later.h"
