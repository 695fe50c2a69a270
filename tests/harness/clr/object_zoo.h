// One object of every kind, kept alive by one array, for tests of Info methods about them. The expected
// answers come from a real .NET 10 with the same objects.
#pragma once

#include <cstring>
#include <functional>

#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"

namespace gcrucible::tests {

struct ObjectZoo {
  Build build;
  std::uint32_t object_type, widget_type, gadget_type, ints_type, grid_type, objects_type, string_type;
  std::uint32_t root, widget, gadget, ints, text, grid, plain, large, pinned, frozen;

  explicit ObjectZoo(const std::string& runtime = "net10") : build(runtime) {
    using program::TypeSpec;
    TypeSpec spec;
    spec.name = "System.Object";
    object_type = build.type(spec);
    spec.name = "Widget";
    spec.base_size = 48;
    spec.fields = {{"A", 8, 0x1C}, {"B", 16, 0x12}, {"L", 24, 0x0A}, {"N", 32, 0x08}, {"X", 36, 0x05}};
    // class Widget { object A; Widget B; int N; long L; byte X; }
    spec.fields[1].declared = 1;
    spec.fields[2].declared = 3;
    spec.fields[3].declared = 2;
    spec.fields[4].declared = 4;
    widget_type = build.type(spec);
    spec.name = "Gadget";
    spec.base_size = 64;
    spec.parent = widget_type;
    spec.inherited = 5;
    spec.fields.push_back({"S", 40, 0x0E});
    spec.fields.push_back({"M", 48, 0x08});
    gadget_type = build.type(spec);
    ints_type = build.array("System.Int32[]", 0x08, 4);
    spec = {};
    spec.name = "System.Int32[,]";
    spec.kind = program::TypeKind::kArray;
    spec.base_size = 40;
    spec.component_size = 4;
    spec.element_type = 0x08;
    spec.rank = 2;
    grid_type = build.type(spec);
    objects_type = build.array("System.Object[]", 0x1C, 8);
    string_type = build.string();

    root = build.object(objects_type, 20);
    build.root(root);
    auto keep = [&, slot = 0u](std::uint32_t object) mutable {
      build.store(root, slot++, object);
      return object;
    };
    widget = keep(build.object(widget_type));
    gadget = keep(build.object(gadget_type));
    ints = keep(build.object(ints_type, 4321));
    text = keep(build.object(string_type, 7777));
    grid = build.object(grid_type, 15);
    std::get<program::Allocate>(build.program.steps.back().action).dimensions = {{3, 0}, {5, 2}};
    keep(grid);
    plain = keep(build.object(object_type));
    large = keep(build.object(ints_type, 30'000));
    pinned = keep(build.object(ints_type, 3, program::Generation::kPinned));
    frozen = keep(build.object(string_type, 16, program::Generation::kFrozen));
    build.store(widget, 1, widget);
    build.store(gadget, 0, widget);
    build.store(gadget, 2, text);
  }

  // Runs one collection and calls `ask` in its GarbageCollectionFinished, where all Info methods are allowed.
  void visit(const std::function<void(Witness&)>& ask) {
    build.collect(program::Generation::k0);
    Witness witness(abi::COR_PRF_MONITOR_GC);
    bool asked = false;
    witness.react = [&](const Seen& seen) {
      if (seen.method == abi::CallbackMethod::kGarbageCollectionFinished) {
        asked = true;
        ask(witness);
      }
      return abi::S_OK;
    };
    const RunResult result = run(build.program, witness);
    visited = asked && !result.error;
    trace = result.trace;
  }
  bool visited = false;
  std::string trace;

  static abi::ObjectID id(Witness& witness, std::uint32_t object) {
    return witness.clr->engine().address_of(object);
  }
  static abi::ClassID class_id(Witness& witness, std::uint32_t type) {
    return witness.clr->classes().all()[type].id;
  }
};

// An out parameter that shows whether it was written.
template <typename T>
struct Out {
  T value;
  Out() { std::memset(static_cast<void*>(&value), 0xA5, sizeof value); }
  bool written() const {
    const Out<T> fresh;
    return std::memcmp(&fresh.value, &value, sizeof value) != 0;
  }
  T* operator&() { return &value; }
};

}  // namespace gcrucible::tests
