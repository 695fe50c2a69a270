// Switch points: the places where a thread may have to wait for others.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace gcrucible::schedule {

enum class Point : std::uint8_t {
  kEntry,   // before a callback
  kReturn,  // after the profiler's code in a callback
  kInfo,    // before a call of ICorProfilerInfo
  kLock,    // before a lock is taken, or a wake waited for
  kWait,    // the thread waits, is outside or has ended: another thread must run
  kWake,    // after other threads are woken
  kStep,    // before a step of a program thread
};

// A set of switch points.
class Points {
 public:
  constexpr Points(std::initializer_list<Point> points) {
    for (const Point point : points) bits_ |= bit(point);
  }
  constexpr bool has(Point point) const { return (bits_ & bit(point)) != 0; }

  friend bool operator==(const Points&, const Points&) = default;

 private:
  static constexpr std::uint32_t bit(Point point) { return 1u << static_cast<unsigned>(point); }

  std::uint32_t bits_ = 0;
};

inline constexpr Points kEveryPoint{Point::kEntry, Point::kReturn, Point::kInfo, Point::kLock,
                                    Point::kWait,  Point::kWake,   Point::kStep};

}  // namespace gcrucible::schedule
