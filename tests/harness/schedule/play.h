// Plays of actors that only reach points.
#pragma once

#include <string>
#include <vector>

#include "harness/schedule/stage.h"
#include "harness/schedule/thread_pool.h"

namespace gcrucible::schedule::tests {

// After each of their points the actors write their letters, without any lock.
inline std::string reported(ThreadPool& pool, Stage& stage, const std::vector<std::vector<Point>>& parts) {
  std::string order;
  pool.play(stage, [&](Actor actor) {
    for (const Point point : parts[actor]) {
      reach(point);
      order += static_cast<char>('A' + actor);
    }
  });
  return order;
}

// The given number of callbacks for each of the actors.
inline std::vector<std::vector<Point>> callbacks(std::uint32_t actors, std::uint32_t each) {
  std::vector<Point> part;
  for (std::uint32_t i = 0; i < each; ++i) part.insert(part.end(), {Point::kEntry, Point::kReturn});
  return std::vector<std::vector<Point>>(actors, part);
}

}  // namespace gcrucible::schedule::tests
