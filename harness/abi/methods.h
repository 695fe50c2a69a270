// Both method tables and both interface tables.
#pragma once

#include "harness/abi/callback_methods.h"
#include "harness/abi/info_methods.h"
#include "harness/abi/interfaces.h"
#include "harness/abi/method_info.h"
