#include "harness/clr/entrance.h"

#include <algorithm>
#include <cstring>

namespace gcrucible::clr {
namespace {

// The entries before a table's first method: the distance to the whole object, and the type's description.
constexpr std::size_t kHead = 2;
// An invalid pointer is named if the faulting address lies within this distance of it.
constexpr std::uint64_t kNear = 4096;

// How far `word` lies below `address`. kNear if it is farther away, above it, or `address` is null.
std::uint64_t distance(std::uint64_t word, const std::uint64_t* address) {
  return address == nullptr ? kNear : std::min(*address - word, kNear);
}

void write_one(platform::CrashText& out, std::string_view name, std::uint64_t word, bool first) {
  if (!first) out.text(", ");
  out.text(name);
  out.text(" is ");
  out.hexadecimal(word);
}

}  // namespace

InsideMethod::InsideMethod(std::string_view method, std::string_view named,
                           std::span<const std::uint64_t> passed)
    : name(method), parameters(named), words(passed) {
  ThreadState& thread = this_thread();
  callback = thread.innermost;
  outer = std::exchange(thread.inside, this);
}

InsideMethod::~InsideMethod() {
  this_thread().inside = outer;
}

const InsideMethod* inside_method() {
  const ThreadState& thread = this_thread();
  return thread.inside != nullptr && thread.inside->callback == thread.innermost ? thread.inside : nullptr;
}

void write_arguments(platform::CrashText& out, const InsideMethod& inside, const std::uint64_t* address) {
  std::uint64_t least = kNear;
  for (const std::uint64_t word : inside.words) least = std::min(least, distance(word, address));
  std::string_view rest = inside.parameters;
  bool first = true;
  for (const std::uint64_t word : inside.words) {
    const std::string_view name = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    if (least < kNear && distance(word, address) != least) continue;
    write_one(out, name, word, first);
    first = false;
  }
}

// The slot before the new table holds the object's own table.
Entrance::Entrance(void* object, std::span<void* const> methods, std::size_t more)
    : object_(static_cast<void**>(object)), own_(static_cast<void**>(*object_)) {
  table_ = std::make_unique<void*[]>(1 + kHead + methods.size() + more);
  void** const made = table_.get() + 1 + kHead;
  table_[0] = own_;
  std::copy_n(own_ - kHead, kHead + methods.size() + more, made - kHead);
  std::ranges::copy(methods, made);
  *object_ = made;
}

void* Entrance::own(const void* object, std::size_t slot) {
  void* const* const made = *static_cast<void* const* const*>(object);
  return static_cast<void* const*>(made[-1 - static_cast<std::ptrdiff_t>(kHead)])[slot];
}

Entrance::~Entrance() {
  *object_ = own_;
}

}  // namespace gcrucible::clr
