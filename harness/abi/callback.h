// All callback interfaces: ICorProfilerCallback to ICorProfilerCallback11.
#pragma once

#include "harness/abi/callback1.h"
#include "harness/abi/callback2_11.h"
