// The methods in Info lines of a trace, each with a small number.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "harness/abi/tables/info_methods.h"

namespace gcrucible::rules {

using abi::InfoMethod;

// Numbers after the methods of ICorProfilerInfo: enumerator methods such as "ICorProfilerObjectEnum::Next"
// (of any enumerator), and all other names.
inline constexpr InfoMethod kEnumNext = static_cast<InfoMethod>(abi::kInfoMethods.size());
inline constexpr InfoMethod kEnumGetCount = static_cast<InfoMethod>(abi::kInfoMethods.size() + 1);
inline constexpr InfoMethod kEnumOther = static_cast<InfoMethod>(abi::kInfoMethods.size() + 2);
inline constexpr InfoMethod kOtherInfo = static_cast<InfoMethod>(abi::kInfoMethods.size() + 3);
inline constexpr std::size_t kInfoCount = abi::kInfoMethods.size() + 4;

// kOtherInfo for an unknown name.
InfoMethod info_method_of(std::string_view name);

class InfoSet {
 public:
  constexpr InfoSet() = default;
  constexpr InfoSet(std::initializer_list<InfoMethod> methods) {
    for (const InfoMethod method : methods) words_[word(method)] |= bit(method);
  }
  static constexpr InfoSet all() {
    InfoSet every;
    every.words_ = {~std::uint64_t{0}, ~std::uint64_t{0}};
    return every;
  }
  constexpr bool has(InfoMethod method) const { return (words_[word(method)] & bit(method)) != 0; }
  constexpr InfoSet operator|(InfoSet other) const {
    InfoSet both;
    for (std::size_t i = 0; i < words_.size(); ++i) both.words_[i] = words_[i] | other.words_[i];
    return both;
  }

 private:
  static constexpr std::size_t word(InfoMethod method) { return static_cast<std::size_t>(method) / 64; }
  static constexpr std::uint64_t bit(InfoMethod method) {
    return std::uint64_t{1} << (static_cast<unsigned>(method) % 64);
  }
  std::array<std::uint64_t, 2> words_{};
};
static_assert(kInfoCount <= 128);

inline constexpr InfoSet kMaskSetters{InfoMethod::kSetEventMask, InfoMethod::kSetEventMask2};
inline constexpr InfoSet kMaskGetters{InfoMethod::kGetEventMask, InfoMethod::kGetEventMask2};
// Methods that .NET answers without checking the profiler, or does not answer: those that
// harness/runtimes/net10.yaml has as `unguarded` and as `not-implemented`.
inline constexpr InfoSet kUnguarded{InfoMethod::kQueryInterface,
                                    InfoMethod::kAddRef,
                                    InfoMethod::kRelease,
                                    InfoMethod::kGetNonGCHeapBounds,
                                    InfoMethod::kGetInprocInspectionInterface,
                                    InfoMethod::kGetInprocInspectionIThisThread,
                                    InfoMethod::kBeginInprocDebugging,
                                    InfoMethod::kEndInprocDebugging,
                                    InfoMethod::kSetFunctionReJIT,
                                    InfoMethod::kGetContextStaticAddress};

}  // namespace gcrucible::rules
