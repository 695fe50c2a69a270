// The whole profiling interface of the CLR: the callbacks (ICorProfilerCallback), the Info interfaces
// (ICorProfilerInfo), and tables of their names. callback_base.h and class_factory.h help to write a
// profiler. They must be included separately.
#pragma once

#include "harness/abi/callback.h"
#include "harness/abi/enumerators.h"
#include "harness/abi/enums.h"
#include "harness/abi/event_mask.h"
#include "harness/abi/guid.h"
#include "harness/abi/hresults.h"
#include "harness/abi/info.h"
#include "harness/abi/metadata/metadata.h"
#include "harness/abi/monitor_flags.h"
#include "harness/abi/scoped_interfaces.h"
#include "harness/abi/simple_types.h"
#include "harness/abi/structures.h"
#include "harness/abi/suspend_reasons.h"
#include "harness/abi/tables/methods.h"
#include "harness/abi/types.h"
#include "harness/abi/unknown.h"
