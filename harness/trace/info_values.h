// Arguments and results of Info calls that are more than a number, as values. Recorder and harness share
// these functions, so their `args` and `out` agree.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/abi/guid.h"
#include "harness/abi/interfaces.h"
#include "harness/abi/structures.h"
#include "harness/trace/read/columns.h"

namespace gcrucible::trace {

namespace detail {

template <typename Structure>
constexpr Column field_of(Column column) {
  column.stride = sizeof(Structure);
  return column;
}

}  // namespace detail

// [[generation, start, length, reserved], …], the result of GetGenerationBounds and GetObjectGeneration.
inline Value generation_ranges(const abi::COR_PRF_GC_GENERATION_RANGE* ranges, std::uint64_t count) {
  using Range = abi::COR_PRF_GC_GENERATION_RANGE;
  if (ranges == nullptr) return null();
  return table_of(count, detail::field_of<Range>(u32_column(&ranges->generation)),
                  detail::field_of<Range>(id_column(&ranges->rangeStart)),
                  detail::field_of<Range>(size_column(&ranges->rangeLength)),
                  detail::field_of<Range>(size_column(&ranges->rangeLengthReserved)));
}

// [[start, length, reserved], …], the result of GetNonGCHeapBounds.
inline Value nongc_ranges(const abi::COR_PRF_NONGC_HEAP_RANGE* ranges, std::uint64_t count) {
  using Range = abi::COR_PRF_NONGC_HEAP_RANGE;
  if (ranges == nullptr) return null();
  return table_of(count, detail::field_of<Range>(id_column(&ranges->rangeStart)),
                  detail::field_of<Range>(size_column(&ranges->rangeLength)),
                  detail::field_of<Range>(size_column(&ranges->rangeLengthReserved)));
}

// [[token, offset], …], the result of GetClassLayout.
inline Value field_offsets(const abi::COR_FIELD_OFFSET* offsets, std::uint64_t count) {
  using Offset = abi::COR_FIELD_OFFSET;
  if (offsets == nullptr) return null();
  return table_of(count, detail::field_of<Offset>(u32_column(&offsets->ridOfField)),
                  detail::field_of<Offset>(u32_column(&offsets->ulOffset)));
}

// The argument of QueryInterface: the interface's name, or the IID as text if no name is known. The returned
// pointer is never written. The HRESULT is enough.
class InterfaceName {
 public:
  explicit InterfaceName(abi::REFIID iid) : text_(abi::format_guid(iid)) {
    if (iid == abi::IUnknown::iid) name_ = "IUnknown";
    for (const abi::InterfaceInfo& each : abi::kInfoInterfaces) {
      if (each.iid == iid) name_ = each.name;
    }
  }
  InterfaceName(const InterfaceName&) = delete;
  InterfaceName& operator=(const InterfaceName&) = delete;

  std::string_view view() const { return name_.empty() ? text_.view() : name_; }
  Value value() const { return text(view()); }

 private:
  abi::GuidText text_;
  std::string_view name_;
};

}  // namespace gcrucible::trace
