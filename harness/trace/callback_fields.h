// The arguments of every callback as the fields of its line.
//
// Each function is named as its method and takes the method's parameters, so that recorder and harness write
// the name once for both and their traces agree. The fields view the arguments: use them while those live.
// Pointers through which a profiler answers, and pointers to interfaces, are no fields.
#pragma once

#include "harness/trace/gc_fields.h"
#include "harness/trace/load_fields.h"
#include "harness/trace/runtime_fields.h"
