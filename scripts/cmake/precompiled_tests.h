// The same for tests: see precompiled.h.
#pragma once

#include <thread>

#include "scripts/cmake/precompiled.h"
#include "tests/support/catch.h"
