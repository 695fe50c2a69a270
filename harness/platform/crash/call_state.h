// State that a function must preserve for its caller, in addition to the registers that compilers handle.
#pragma once

#include <cstdint>

namespace gcrucible::platform {

inline constexpr std::uint32_t kDirectionFlag = 1;  // string instructions go backwards
inline constexpr std::uint32_t kVectorControl = 2;  // rounding and exceptions: MXCSR, or FPCR on ARM
inline constexpr std::uint32_t kX87Control = 4;

// State of the calling thread. Costs some nanoseconds, because one object is made for each callback.
class CallState {
 public:
  CallState() : vector_(vector()), x87_(x87()) {}

  // Restores every part that has changed since construction. Returns the changed parts as flags.
  std::uint32_t restore() const {
    std::uint32_t changed = 0;
#if defined(__x86_64__)
    constexpr std::uint64_t kDirection = 0x400;
    if ((__builtin_ia32_readeflags_u64() & kDirection) != 0) {
      asm volatile("cld" ::: "cc");
      changed |= kDirectionFlag;
    }
    if (x87() != x87_) {
      asm volatile("fldcw %0" ::"m"(x87_));
      changed |= kX87Control;
    }
#endif
    if (vector() != vector_) {
      vector(vector_);
      changed |= kVectorControl;
    }
    return changed;
  }

 private:
#if defined(__x86_64__)
  // Status bits of MXCSR: they record exceptions and set nothing.
  static constexpr std::uint32_t kStatus = 0x3F;
  static std::uint32_t vector() {
    return __builtin_ia32_stmxcsr() & ~kStatus;
  }
  static void vector(std::uint32_t value) {
    __builtin_ia32_ldmxcsr(value);
  }
  static std::uint16_t x87() {
    std::uint16_t value = 0;
    asm volatile("fnstcw %0" : "=m"(value));
    return value;
  }
#elif defined(__aarch64__)
  static std::uint64_t vector() {
    std::uint64_t value = 0;
    asm volatile("mrs %0, fpcr" : "=r"(value));
    return value;
  }
  static void vector(std::uint64_t value) {
    asm volatile("msr fpcr, %0" ::"r"(value));
  }
  static std::uint16_t x87() {
    return 0;
  }
#else
  static std::uint32_t vector() {
    return 0;
  }
  static void vector(std::uint32_t) {}
  static std::uint16_t x87() {
    return 0;
  }
#endif

  decltype(vector()) vector_;
  std::uint16_t x87_;
};

}  // namespace gcrucible::platform
