#include "harness/abi/class_factory.h"

#include <new>
#include <stdexcept>

#include "harness/abi/callback_base.h"
#include "tests/support/catch.h"

namespace gcrucible::abi {
namespace {

constexpr GUID kClsid = make_guid("B4D1E5C0-2F64-4B0E-9A6B-5B7A0C6E1D01");
constexpr GUID kOtherClsid = make_guid("B4D1E5C0-2F64-4B0E-9A6B-5B7A0C6E1D02");

int objects_alive = 0;

class SmallProfiler final : public CallbackBase {
 public:
  SmallProfiler() : CallbackBase(4) { ++objects_alive; }
  ~SmallProfiler() override { --objects_alive; }
};

class ThrowingProfiler final : public CallbackBase {
 public:
  ThrowingProfiler() { throw std::runtime_error("no"); }
};

class HungryProfiler final : public CallbackBase {
 public:
  HungryProfiler() { throw std::bad_alloc(); }
};

template <typename Profiler>
IClassFactory* factory_of() {
  void* factory = nullptr;
  REQUIRE(get_class_object<Profiler>(kClsid, kClsid, IClassFactory::iid, &factory) == S_OK);
  REQUIRE(factory != nullptr);
  return static_cast<IClassFactory*>(factory);
}

// Through the base class: only interfaces cross the boundary of a library.
TEST_CASE("ClassFactory: a library creates its profiler through IClassFactory") {
  IClassFactory* const factory = factory_of<SmallProfiler>();
  void* created = nullptr;
  REQUIRE(factory->CreateInstance(nullptr, ICorProfilerCallback2::iid, &created) == S_OK);
  CHECK(objects_alive == 1);
  auto* const profiler = static_cast<ICorProfilerCallback2*>(created);
  CHECK(profiler->Initialize(nullptr) == S_OK);
  CHECK(factory->LockServer(1) == S_OK);
  CHECK(factory->Release() == 0);
  CHECK(objects_alive == 1);
  CHECK(profiler->Release() == 0);
  CHECK(objects_alive == 0);
}

TEST_CASE("ClassFactory: each CreateInstance makes a new object") {
  IClassFactory* const factory = factory_of<SmallProfiler>();
  void* one = nullptr;
  void* two = nullptr;
  REQUIRE(factory->CreateInstance(nullptr, IUnknown::iid, &one) == S_OK);
  REQUIRE(factory->CreateInstance(nullptr, IUnknown::iid, &two) == S_OK);
  CHECK(one != two);
  CHECK(objects_alive == 2);
  static_cast<IUnknown*>(one)->Release();
  static_cast<IUnknown*>(two)->Release();
  CHECK(objects_alive == 0);
  factory->Release();
}

TEST_CASE("ClassFactory: a refused request gives null and leaks no object") {
  void* out = &objects_alive;
  SECTION("another class") {
    CHECK(get_class_object<SmallProfiler>(kClsid, kOtherClsid, IClassFactory::iid, &out) ==
          CLASS_E_CLASSNOTAVAILABLE);
    CHECK(out == nullptr);
  }
  SECTION("another interface than a factory's") {
    CHECK(get_class_object<SmallProfiler>(kClsid, kClsid, ICorProfilerCallback::iid, &out) == E_NOINTERFACE);
    CHECK(out == nullptr);
  }
  SECTION("no place for the answer") {
    CHECK(get_class_object<SmallProfiler>(kClsid, kClsid, IClassFactory::iid, nullptr) == E_POINTER);
    IClassFactory* const factory = factory_of<SmallProfiler>();
    CHECK(factory->CreateInstance(nullptr, IUnknown::iid, nullptr) == E_POINTER);
    CHECK(factory->QueryInterface(IUnknown::iid, nullptr) == E_POINTER);
    CHECK(factory->Release() == 0);
  }
  SECTION("aggregation") {
    IClassFactory* const factory = factory_of<SmallProfiler>();
    CHECK(factory->CreateInstance(factory, IUnknown::iid, &out) == CLASS_E_NOAGGREGATION);
    CHECK(out == nullptr);
    factory->Release();
  }
  SECTION("a callback interface newer than the profiler") {
    IClassFactory* const factory = factory_of<SmallProfiler>();
    CHECK(factory->CreateInstance(nullptr, ICorProfilerCallback5::iid, &out) == E_NOINTERFACE);
    CHECK(out == nullptr);
    factory->Release();
  }
  SECTION("a constructor that throws") {
    IClassFactory* const factory = factory_of<ThrowingProfiler>();
    CHECK(factory->CreateInstance(nullptr, ICorProfilerCallback2::iid, &out) == E_FAIL);
    CHECK(out == nullptr);
    factory->Release();
  }
  SECTION("a constructor without memory") {
    IClassFactory* const factory = factory_of<HungryProfiler>();
    CHECK(factory->CreateInstance(nullptr, ICorProfilerCallback2::iid, &out) == E_OUTOFMEMORY);
    CHECK(out == nullptr);
    factory->Release();
  }
  CHECK(objects_alive == 0);
}

}  // namespace
}  // namespace gcrucible::abi
