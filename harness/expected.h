// How functions of the harness return errors.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace gcrucible {

// A value, or the reason why there is none. Expected<void> is success or a reason. The reason is a text for
// the user: what is wrong, where, and what to do. Test the object before `*`, `->` or error(). Replaceable by
// std::expected of C++23, except that no caller can ignore the error by accident.
template <class T>
class [[nodiscard]] Expected : public tl::expected<T, std::string> {
 public:
  using tl::expected<T, std::string>::expected;
};

// For `return failure("…");` in a function that returns an Expected.
inline tl::unexpected<std::string> failure(std::string why) {
  return tl::unexpected<std::string>(std::move(why));
}

}  // namespace gcrucible
