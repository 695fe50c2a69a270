// As precompiled.h, for tests.
#pragma once

#include <thread>

#include "scripts/cmake/precompiled.h"
#include "tests/support/catch.h"
