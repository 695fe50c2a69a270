// Generator of random heaps for RapidCheck. RapidCheck shrinks a failing heap to a small scenario.
//
//   rc::check("my profiler", [](const gcrucible::Heap& heap) {
//     RC_ASSERT(gcrucible::run(heap, mine).findings().empty());
//   });
#pragma once

#include <gcrucible/programs.h>
#include <rapidcheck.h>

#include <cstddef>
#include <exception>
#include <ostream>
#include <utility>
#include <vector>

namespace gcrucible {

namespace detail {

inline rc::Shrinkable<Heap> shrinkable(Heap heap, Programs programs, unsigned kind, std::size_t place);

// Sequence of all smaller heaps, kind after kind. It starts at the position where the heap itself was found.
// The candidates before that position have just failed to reproduce, so they come last.
class Smaller {
 public:
  Smaller(Heap heap, Programs programs, unsigned kind, std::size_t place)
      : heap_(std::move(heap)),
        programs_(std::move(programs)),
        first_kind_(kind),
        first_place_(place),
        place_(place) {}

  rc::Maybe<rc::Shrinkable<Heap>> operator()() {
    for (; turn_ <= Programs::kKinds; ++turn_, place_ = 0, there_ = false) {
      const unsigned kind = (first_kind_ + turn_) % Programs::kKinds;
      if (!there_) found_ = programs_.smaller(heap_, kind);
      there_ = true;
      const std::size_t end =
          turn_ < Programs::kKinds || found_.size() < first_place_ ? found_.size() : first_place_;
      if (place_ >= end) continue;
      const std::size_t place = place_++;
      return shrinkable(found_[place], programs_, kind, place);
    }
    return rc::Nothing;
  }

 private:
  Heap heap_;
  Programs programs_;
  unsigned first_kind_;
  std::size_t first_place_;
  unsigned turn_ = 0;
  std::size_t place_;
  bool there_ = false;
  std::vector<Heap> found_;
};

inline rc::Shrinkable<Heap> shrinkable(Heap heap, Programs programs, unsigned kind, std::size_t place) {
  return rc::shrinkable::lambda(
      [heap]() { return heap; },
      [heap, programs, kind, place]() { return rc::makeSeq<Smaller>(heap, programs, kind, place); });
}

}  // namespace detail

// Heaps grow with RapidCheck's size. Shrinking removes steps and types and simplifies how collections are
// reported.
inline rc::Gen<Heap> programs(const Envelope& envelope = {}) {
  const Programs source(envelope);
  return rc::Gen<Heap>([source](const rc::Random& random, int size) {
    rc::Random copy = random;
    return detail::shrinkable(source.draw(copy.next(), size), source, 0, 0);
  });
}

// Called by RapidCheck to print a heap.
inline void showValue(const Heap& heap, std::ostream& out) {
  try {
    out << "\n" << heap.yaml();
  } catch (const std::exception& error) {
    out << error.what();
  }
}

}  // namespace gcrucible

namespace rc {

template <>
struct Arbitrary<gcrucible::Heap> {
  static Gen<gcrucible::Heap> arbitrary() { return gcrucible::programs(); }
};

}  // namespace rc
