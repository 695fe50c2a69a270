// The enumerators that Info methods return behave as in .NET 10.
#include <memory>

#include "harness/clr/info/object_enum.h"
#include "tests/support/catch.h"

namespace gcrucible::clr {
namespace {

using abi::E_INVALIDARG;
using abi::S_FALSE;
using abi::S_OK;
using abi::ThreadID;

std::shared_ptr<HandedOut> new_ledger() {
  return std::make_shared<HandedOut>();
}

TEST_CASE("Enum Next: returns items in order and their count") {
  auto* all = new ThreadEnum({1, 2, 3}, new_ledger(), {});
  ThreadID ids[4] = {};
  abi::ULONG fetched = 9;
  CHECK(all->Next(0, nullptr, &fetched) == S_OK);
  CHECK(fetched == 0);
  CHECK(all->Next(1, ids, nullptr) == S_OK);
  CHECK(ids[0] == 1);
  CHECK(all->Next(2, ids, nullptr) == E_INVALIDARG);
  CHECK(all->Next(1, nullptr, &fetched) == E_INVALIDARG);
  CHECK(all->Next(4, ids, &fetched) == S_FALSE);
  CHECK(fetched == 2);
  CHECK(ids[1] == 3);
  CHECK(all->Next(1, ids, &fetched) == S_FALSE);
  CHECK(fetched == 0);
  CHECK(all->Reset() == S_OK);
  CHECK(all->Next(3, ids, &fetched) == S_OK);
  CHECK(all->Release() == 0);
}

TEST_CASE("Enum: Skip and GetCount and Clone behave as in .NET") {
  auto* all = new ObjectEnum({1, 2, 3}, new_ledger(), {});
  abi::ULONG count = 0;
  CHECK(all->GetCount(&count) == S_OK);
  CHECK(count == 3);
  CHECK(all->GetCount(nullptr) == E_INVALIDARG);
  CHECK(all->Skip(2) == S_OK);
  // A clone starts at the beginning.
  abi::ICorProfilerObjectEnum* clone = nullptr;
  CHECK(all->Clone(nullptr) == E_INVALIDARG);
  REQUIRE(all->Clone(&clone) == S_OK);
  abi::ObjectID id = 0;
  CHECK(clone->Next(1, &id, nullptr) == S_OK);
  CHECK(id == 1);
  CHECK(clone->Release() == 0);
  CHECK(all->Next(1, &id, nullptr) == S_OK);
  CHECK(id == 3);
  CHECK(all->Skip(0) == S_OK);
  CHECK(all->Skip(1) == S_FALSE);
  all->Reset();
  CHECK(all->Skip(1000) == S_FALSE);
  CHECK(all->Next(1, &id, &count) == S_FALSE);
  CHECK(all->Release() == 0);
}

TEST_CASE("Enum: QueryInterface and reference counts behave as in .NET") {
  auto* all = new ThreadEnum({}, new_ledger(), {});
  void* found = nullptr;
  CHECK(all->QueryInterface(abi::IUnknown::iid, &found) == S_OK);
  CHECK(found == static_cast<abi::ICorProfilerThreadEnum*>(all));
  CHECK(all->QueryInterface(abi::ICorProfilerThreadEnum::iid, &found) == S_OK);
  CHECK(all->Release() == 2);
  CHECK(all->QueryInterface(abi::ICorProfilerObjectEnum::iid, &found) == abi::E_NOINTERFACE);
  CHECK(found == nullptr);
  CHECK(all->QueryInterface(abi::IUnknown::iid, nullptr) == abi::E_POINTER);
  CHECK(all->AddRef() == 3);
  CHECK(all->Release() == 2);
  CHECK(all->Release() == 1);
  CHECK(all->Release() == 0);
}

}  // namespace
}  // namespace gcrucible::clr
