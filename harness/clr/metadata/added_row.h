// Rows that a profiler adds to the tables of a module's metadata. An existing equal row is reused.
#pragma once

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>

#include "harness/clr/metadata/emit.h"
#include "harness/clr/metadata/module.h"

namespace gcrucible::clr::metadata {

struct AddedRow {
  abi::mdToken token = 0;
  abi::HRESULT hr = abi::S_OK;  // META_S_DUPLICATE: the row existed before
};

// Call under the lock of the tables. `same` recognizes an equal row.
template <typename Row, typename Same>
AddedRow add_row(std::deque<Row>& rows, abi::mdToken table, Row made, Same same) {
  const auto found = std::ranges::find_if(rows, same);
  const auto token = table | static_cast<abi::mdToken>(found - rows.begin() + 1);
  if (found != rows.end()) return {.token = token, .hr = abi::META_S_DUPLICATE};
  rows.push_back(std::move(made));
  return {.token = token, .hr = abi::S_OK};
}

// For rows that are compared by value. Takes the lock.
template <typename Row>
AddedRow add_value(Emitting& emitting, std::deque<Row> Module::*rows, abi::mdToken table, const Row& value) {
  const std::scoped_lock lock(emitting.lock());
  return add_row(emitting.module().*rows, table, Row(value), [&](const Row& each) { return each == value; });
}

}  // namespace gcrucible::clr::metadata
