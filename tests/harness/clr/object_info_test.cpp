// Answers of Info methods about single objects. Values, order of checks and unwritten out parameters: as
// observed in .NET 10.
#include "tests/harness/clr/object_zoo.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;

TEST_CASE("GetClassFromObject and GetObjectSize: return class and size of each object") {
  ObjectZoo object_zoo;
  object_zoo.visit([&](Witness& witness) {
    NewestInfo& info = *witness.info;
    struct Row {
      std::uint32_t object, type;
      std::uint64_t size;
    };
    for (const Row& row :
         {Row{object_zoo.widget, object_zoo.widget_type, 48},
          Row{object_zoo.gadget, object_zoo.gadget_type, 64},
          Row{object_zoo.ints, object_zoo.ints_type, 17308},
          Row{object_zoo.text, object_zoo.string_type, 15576},
          Row{object_zoo.grid, object_zoo.grid_type, 100}, Row{object_zoo.plain, object_zoo.object_type, 24},
          Row{object_zoo.large, object_zoo.ints_type, 120'024},
          Row{object_zoo.pinned, object_zoo.ints_type, 36},
          Row{object_zoo.frozen, object_zoo.string_type, 54}}) {
      const ObjectID object = ObjectZoo::id(witness, row.object);
      INFO("object " << row.object);
      Out<ClassID> class_id;
      CHECK(info.GetClassFromObject(object, &class_id) == S_OK);
      CHECK(class_id.value == ObjectZoo::class_id(witness, row.type));
      CHECK(info.GetClassFromObject(object, nullptr) == S_OK);
      Out<ULONG> size;
      CHECK(info.GetObjectSize(object, &size) == S_OK);
      CHECK(size.value == row.size);
      Out<SIZE_T> exact;
      CHECK(info.GetObjectSize2(object, &exact) == S_OK);
      CHECK(exact.value == row.size);
      CHECK(info.GetObjectSize(object, nullptr) == S_OK);
      CHECK(info.GetObjectSize2(object, nullptr) == S_OK);
    }
    Out<ClassID> class_id;
    CHECK(info.GetClassFromObject(0, &class_id) == E_INVALIDARG);
    CHECK(!class_id.written());
    Out<ULONG> size;
    CHECK(info.GetObjectSize(0, &size) == E_INVALIDARG);
    CHECK(!size.written());
  });
  CHECK(object_zoo.visited);
}

TEST_CASE("GetObjectSize: above 32 bits -> COR_E_OVERFLOW and GetObjectSize2 is exact") {
  Build build;
  build.program.heap.backing = program::Backing::kAddressSpace;
  build.root(build.object(build.array("System.Int64[]", 0x0A, 8), 700'000'000));
  build.collect(program::Generation::k0);
  Witness witness(COR_PRF_MONITOR_GC);
  bool asked = false;
  witness.react = [&](const Seen& seen) {
    if (seen.method != CallbackMethod::kGarbageCollectionFinished) return S_OK;
    asked = true;
    const ObjectID object = ObjectZoo::id(witness, 0);
    Out<ULONG> size;
    CHECK(witness.info->GetObjectSize(object, &size) == COR_E_OVERFLOW);
    CHECK(size.value == 0xFFFF'FFFF);
    CHECK(witness.info->GetObjectSize(object, nullptr) == S_OK);
    Out<SIZE_T> exact;
    CHECK(witness.info->GetObjectSize2(object, &exact) == S_OK);
    CHECK(exact.value == 5'600'000'024);
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(asked);
}

TEST_CASE("GetArrayObjectInfo: returns dimensions and data and refuses bad arguments") {
  ObjectZoo object_zoo;
  object_zoo.visit([&](Witness& witness) {
    NewestInfo& info = *witness.info;
    ULONG32 sizes[3] = {7, 7, 7};
    int bounds[3] = {7, 7, 7};
    Out<BYTE*> data;
    const ObjectID ints = ObjectZoo::id(witness, object_zoo.ints);
    CHECK(info.GetArrayObjectInfo(ints, 3, sizes, bounds, &data) == S_OK);
    CHECK(sizes[0] == 4321);
    CHECK(sizes[1] == 7);
    CHECK(bounds[0] == 0);
    CHECK(reinterpret_cast<UINT_PTR>(data.value) == ints + 16);
    Out<BYTE*> untouched;
    CHECK(info.GetArrayObjectInfo(ints, 0, sizes, bounds, &untouched) == E_NOT_SUFFICIENT_BUFFER);
    CHECK(info.GetArrayObjectInfo(ObjectZoo::id(witness, object_zoo.grid), 1, sizes, bounds, &untouched) ==
          E_NOT_SUFFICIENT_BUFFER);
    for (const std::uint32_t object : {object_zoo.widget, object_zoo.text}) {
      CHECK(info.GetArrayObjectInfo(ObjectZoo::id(witness, object), 3, sizes, bounds, &untouched) ==
            E_INVALIDARG);
    }
    CHECK(info.GetArrayObjectInfo(ints, 3, nullptr, bounds, &untouched) == E_INVALIDARG);
    CHECK(info.GetArrayObjectInfo(ints, 3, sizes, nullptr, &untouched) == E_INVALIDARG);
    CHECK(info.GetArrayObjectInfo(ints, 3, sizes, bounds, nullptr) == E_INVALIDARG);
    CHECK(!untouched.written());
    const ObjectID grid = ObjectZoo::id(witness, object_zoo.grid);
    CHECK(info.GetArrayObjectInfo(grid, 2, sizes, bounds, &data) == S_OK);
    CHECK(reinterpret_cast<UINT_PTR>(data.value) == grid + 32);
    CHECK(sizes[0] == 3);
    CHECK(sizes[1] == 5);
    CHECK(bounds[0] == 0);
    CHECK(bounds[1] == 2);
    // The same values are in the object's memory, after its length.
    const auto* const words = reinterpret_cast<const std::uint32_t*>(grid + 16);
    CHECK(std::vector<std::uint32_t>(words, words + 4) == std::vector<std::uint32_t>{3, 5, 0, 2});
  });
  CHECK(object_zoo.visited);
}

struct Enumerated {
  std::vector<std::uint64_t> offsets, targets;
  std::size_t most = 99;
};

BOOL GCRUCIBLE_STDCALL remember(ObjectID root, ObjectID* reference, void* data) {
  auto* all = static_cast<Enumerated*>(data);
  all->offsets.push_back(reinterpret_cast<UINT_PTR>(reference) - root);
  all->targets.push_back(*reference);
  return all->offsets.size() < all->most ? 1 : 0;
}

TEST_CASE("EnumerateObjectReferences: reports field addresses without null references") {
  ObjectZoo object_zoo;
  object_zoo.visit([&](Witness& witness) {
    NewestInfo& info = *witness.info;
    Enumerated gadget;
    CHECK(info.EnumerateObjectReferences(ObjectZoo::id(witness, object_zoo.gadget), remember, &gadget) ==
          S_OK);
    CHECK(gadget.offsets == std::vector<std::uint64_t>{8, 40});
    CHECK(gadget.targets == std::vector<std::uint64_t>{ObjectZoo::id(witness, object_zoo.widget),
                                                       ObjectZoo::id(witness, object_zoo.text)});
    Enumerated first{.most = 1};
    CHECK(info.EnumerateObjectReferences(ObjectZoo::id(witness, object_zoo.root), remember, &first) == S_OK);
    CHECK(first.offsets == std::vector<std::uint64_t>{16});
    // Only types without references return S_FALSE.
    Enumerated none;
    for (const std::uint32_t object : {object_zoo.ints, object_zoo.text, object_zoo.plain}) {
      CHECK(info.EnumerateObjectReferences(ObjectZoo::id(witness, object), remember, &none) == S_FALSE);
    }
    CHECK(none.offsets.empty());
    CHECK(info.EnumerateObjectReferences(ObjectZoo::id(witness, object_zoo.gadget), nullptr, nullptr) ==
          E_INVALIDARG);
  });
  CHECK(object_zoo.visited);
}

TEST_CASE("EnumerateObjectReferences: only null references -> S_OK and no callback") {
  Build build;
  const std::uint32_t object = build.object(build.node());
  const std::uint32_t array = build.object(build.array("Node[]", 0x12, 8), 0);
  build.root(object);
  build.root(array);
  build.collect(program::Generation::k0);
  Witness witness(COR_PRF_MONITOR_GC);
  int asked = 0;
  witness.react = [&](const Seen& seen) {
    if (seen.method != CallbackMethod::kGarbageCollectionFinished) return S_OK;
    for (const std::uint32_t each : {object, array}) {
      ++asked;
      Enumerated none;
      CHECK(witness.info->EnumerateObjectReferences(ObjectZoo::id(witness, each), remember, &none) == S_OK);
      CHECK(none.offsets.empty());
    }
    return S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(asked == 2);
}

TEST_CASE("IsFrozenObject and GetObjectGeneration: answers for each kind of heap") {
  ObjectZoo object_zoo;
  object_zoo.visit([&](Witness& witness) {
    NewestInfo& info = *witness.info;
    const auto frozen = [&](ObjectID object) {
      Out<BOOL> answer;
      CHECK(info.IsFrozenObject(object, &answer) == S_OK);
      return answer.value;
    };
    CHECK(frozen(ObjectZoo::id(witness, object_zoo.frozen)) == 1);
    CHECK(frozen(ObjectZoo::id(witness, object_zoo.text)) == 0);
    CHECK(frozen(0) == 1);

    const auto generation = [&](std::uint32_t object) {
      Out<COR_PRF_GC_GENERATION_RANGE> range;
      CHECK(info.GetObjectGeneration(ObjectZoo::id(witness, object), &range) == S_OK);
      CHECK(range.value.rangeStart <= ObjectZoo::id(witness, object));
      CHECK(ObjectZoo::id(witness, object) < range.value.rangeStart + range.value.rangeLength);
      CHECK(range.value.rangeLength <= range.value.rangeLengthReserved);
      return static_cast<int>(range.value.generation);
    };
    CHECK(generation(object_zoo.widget) == COR_PRF_GC_GEN_1);
    CHECK(generation(object_zoo.large) == COR_PRF_GC_LARGE_OBJECT_HEAP);
    CHECK(generation(object_zoo.pinned) == COR_PRF_GC_PINNED_OBJECT_HEAP);
    for (const ObjectID object : {ObjectZoo::id(witness, object_zoo.frozen), ObjectID{0}}) {
      Out<COR_PRF_GC_GENERATION_RANGE> none;
      CHECK(info.GetObjectGeneration(object, &none) == CORPROF_E_NOT_GC_OBJECT);
      CHECK(static_cast<int>(none.value.generation) == 0x7FFF'FFFF);
      CHECK(none.value.rangeStart == 0);
      CHECK(none.value.rangeLength == 0);
      CHECK(none.value.rangeLengthReserved == 0);
    }
  });
  CHECK(object_zoo.visited);
}

}  // namespace
}  // namespace gcrucible::tests
