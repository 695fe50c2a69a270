// Rows that a profiler adds to the tables of a module's metadata. What is there already is found, not made
// again.
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
  abi::HRESULT hr = abi::S_OK;  // META_S_DUPLICATE: it was there
};

// Under the lock of the tables. `same` says which row is the one.
template <typename Row, typename Same>
AddedRow add_row(std::deque<Row>& rows, abi::mdToken table, Row made, Same same) {
  const auto found = std::ranges::find_if(rows, same);
  const auto token = table | static_cast<abi::mdToken>(found - rows.begin() + 1);
  if (found != rows.end()) return {.token = token, .hr = abi::META_S_DUPLICATE};
  rows.push_back(std::move(made));
  return {.token = token, .hr = abi::S_OK};
}

// A row that is its value. Takes the lock.
template <typename Row>
AddedRow add_value(Emitting& emitting, std::deque<Row> Module::*rows, abi::mdToken table, const Row& value) {
  const std::scoped_lock lock(emitting.lock());
  return add_row(emitting.module().*rows, table, Row(value), [&](const Row& each) { return each == value; });
}

}  // namespace gcrucible::clr::metadata
