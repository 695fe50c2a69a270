// Prints the result as text and as JSON.
#pragma once

#include <span>
#include <string>

#include "bench/limits.h"
#include "bench/measurement.h"

namespace gcrucible::bench {

std::string table_of(std::span<const Measurement> measurements);
std::string text_of(std::span<const Ruling> rulings);
std::string json_of(std::span<const Measurement> measurements, std::span<const Ruling> rulings);

}  // namespace gcrucible::bench
