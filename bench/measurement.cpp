#include "bench/measurement.h"

#include <algorithm>

namespace gcrucible::bench {

namespace {

template <typename Of>
std::vector<double> of_each(const std::vector<Pair>& pairs, Of of) {
  std::vector<double> values;
  std::ranges::transform(pairs, std::back_inserter(values), of);
  return values;
}

double memory_of(const Sample& sample, std::uint64_t nodes) {
  return (static_cast<double>(sample.peak_memory) - static_cast<double>(nodes * kNodeBytes)) /
         static_cast<double>(nodes);
}

}  // namespace

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double Measurement::simulated_time() const {
  return median(of_each(pairs,
                        [](const Pair& pair) { return static_cast<double>(pair.simulated.nanoseconds); })) /
         static_cast<double>(nodes);
}

double Measurement::real_time() const {
  return median(
             of_each(pairs, [](const Pair& pair) { return static_cast<double>(pair.real->nanoseconds); })) /
         static_cast<double>(nodes);
}

double Measurement::ratio() const {
  return median(of_each(pairs, [](const Pair& pair) {
    return static_cast<double>(pair.simulated.nanoseconds) / static_cast<double>(pair.real->nanoseconds);
  }));
}

double Measurement::simulated_memory() const {
  return std::ranges::max(of_each(pairs, [&](const Pair& pair) { return memory_of(pair.simulated, nodes); }));
}

double Measurement::real_memory() const {
  return std::ranges::max(of_each(pairs, [&](const Pair& pair) { return memory_of(*pair.real, nodes); }));
}

}  // namespace gcrucible::bench
