#include "harness/clr/info/handed_out.h"

#include <algorithm>
#include <array>

namespace gcrucible::clr {

void HandedOut::made(const void* object, const Origin& origin) {
  const std::lock_guard lock(mutex_);
  alive_.insert_or_assign(object, origin);
}

void HandedOut::gone(const void* object) {
  const std::lock_guard lock(mutex_);
  alive_.erase(object);
}

void HandedOut::report(trace::Journal& journal) const {
  struct Left {
    Origin first;
    std::uint64_t count = 0;
  };
  // By name, so that the lines do not depend on addresses.
  std::map<std::string_view, Left> left;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [object, origin] : alive_) {
      Left& of_method = left[origin.method];
      if (of_method.count++ == 0 || origin.line < of_method.first.line) of_method.first = origin;
    }
  }
  for (const auto& [method, each] : left) {
    if (each.count < 2) continue;
    journal.model("unreleased", std::array{trace::Field{"interface", trace::text(each.first.interface)},
                                           trace::Field{"method", trace::text(method)},
                                           trace::Field{"line", trace::number(each.first.line)},
                                           trace::Field{"count", trace::number(each.count)}});
  }
}

}  // namespace gcrucible::clr
