// Both method tables and both interface tables.
#pragma once

#include "harness/abi/interfaces.h"
#include "harness/abi/tables/callback_methods.h"
#include "harness/abi/tables/info_methods.h"
#include "harness/abi/tables/method_info.h"
