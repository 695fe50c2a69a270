// Hand-written traces of several threads, in which calls overlap. For other traces, see tale.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gcrucible::tests {

class Interleaved {
 public:
  // Recorded under .NET 10. `mask` is JSON: "[low,high]".
  explicit Interleaved(std::string_view mask, std::string_view source = "recorded");

  // Entry and return of a callback. `fields` are JSON members.
  Interleaved& call(std::uint32_t thread, std::string_view name, std::string_view fields = "");
  // Entry of a callback or of an Info call. Returns its line, for end().
  std::uint64_t enter(std::uint32_t thread, std::string_view name, std::string_view fields = "");
  std::uint64_t ask(std::uint32_t thread, std::string_view method, std::string_view args,
                    std::uint64_t inside = 0);
  Interleaved& end(std::uint64_t entry, std::int32_t hr = 0, std::string_view out = "");
  // A whole call of SetEventMask outside of callbacks.
  Interleaved& set(std::uint32_t thread, std::uint32_t low);
  // GarbageCollectionStarted of generation 0.
  Interleaved& start(std::uint32_t thread);

  std::string text() const;

 private:
  std::uint64_t line(std::uint32_t thread, const std::string& members);

  std::string text_;
  std::uint64_t lines_ = 0;
  std::string threads_;  // by line
};

}  // namespace gcrucible::tests
