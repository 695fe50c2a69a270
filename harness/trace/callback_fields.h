// The arguments of every callback as the fields of its line.
//
// Each function has the name and the parameters of its method. Recorder and harness share these functions, so
// their traces agree. The fields are views of the arguments: use them only while the arguments exist. Out
// pointers and interface pointers are not fields.
#pragma once

#include "harness/trace/gc_fields.h"
#include "harness/trace/load_fields.h"
#include "harness/trace/runtime_fields.h"
