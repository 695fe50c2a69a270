// Answers of Info methods about classes, as observed in .NET 10.
#include <algorithm>

#include "tests/harness/clr/object_zoo.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;

TEST_CASE("IsArrayClass: returns element type and class and rank") {
  ObjectZoo object_zoo;
  object_zoo.visit([&](Witness& witness) {
    NewestInfo& info = *witness.info;
    struct Answer {
      HRESULT hr;
      Out<CorElementType> element;
      Out<ClassID> class_id;
      Out<ULONG> rank;
    };
    const auto ask = [&](ClassID id) {
      Answer answer;
      answer.hr = info.IsArrayClass(id, &answer.element, &answer.class_id, &answer.rank);
      return answer;
    };
    const Answer ints = ask(ObjectZoo::class_id(witness, object_zoo.ints_type));
    CHECK(ints.hr == S_OK);
    CHECK(ints.element.value == 0x08);
    CHECK(ints.rank.value == 1);
    // The runtime has one class for a primitive element type, the same for all such arrays.
    CHECK(ints.class_id.value != 0);
    Out<ModuleID> module;
    Out<mdTypeDef> token;
    CHECK(info.GetClassIDInfo(ints.class_id.value, &module, &token) == S_OK);
    CHECK(token.value >> 24 == 0x02);
    const Answer grid = ask(ObjectZoo::class_id(witness, object_zoo.grid_type));
    CHECK(grid.rank.value == 2);
    CHECK(grid.class_id.value == ints.class_id.value);
    // An array of objects or strings has elements of type CLASS.
    const Answer objects = ask(ObjectZoo::class_id(witness, object_zoo.objects_type));
    CHECK(objects.element.value == 0x12);
    CHECK(objects.class_id.value == ObjectZoo::class_id(witness, object_zoo.object_type));

    const Answer widget = ask(ObjectZoo::class_id(witness, object_zoo.widget_type));
    CHECK(widget.hr == S_FALSE);
    CHECK(!widget.element.written());
    CHECK(widget.class_id.value == 0);
    CHECK(!widget.rank.written());
    const Answer none = ask(0);
    CHECK(none.hr == E_INVALIDARG);
    CHECK(!none.class_id.written());
    CHECK(info.IsArrayClass(ObjectZoo::class_id(witness, object_zoo.ints_type), nullptr, nullptr, nullptr) ==
          S_OK);
  });
  CHECK(object_zoo.visited);
}

TEST_CASE("GetClassIDInfo and GetClassIDInfo2: return module and token and parent") {
  ObjectZoo object_zoo;
  object_zoo.visit([&](Witness& witness) {
    NewestInfo& info = *witness.info;
    const ClassID widget = ObjectZoo::class_id(witness, object_zoo.widget_type);
    const ClassID gadget = ObjectZoo::class_id(witness, object_zoo.gadget_type);
    const ClassID ints = ObjectZoo::class_id(witness, object_zoo.ints_type);
    const ClassID object = ObjectZoo::class_id(witness, object_zoo.object_type);
    Out<ModuleID> module;
    Out<mdTypeDef> token;
    CHECK(info.GetClassIDInfo(gadget, &module, &token) == S_OK);
    CHECK(module.value != 0);
    CHECK(token.value >> 24 == 0x02);
    Out<mdTypeDef> other;
    CHECK(info.GetClassIDInfo(widget, nullptr, &other) == S_OK);
    CHECK(other.value != token.value);
    CHECK(info.GetClassIDInfo(ints, &module, &token) == S_OK);
    CHECK(module.value == 0);
    CHECK(token.value == 0);
    Out<ModuleID> untouched;
    CHECK(info.GetClassIDInfo(0, &untouched, nullptr) == E_INVALIDARG);
    CHECK(!untouched.written());

    Out<ClassID> parent;
    Out<ULONG32> arguments;
    CHECK(info.GetClassIDInfo2(gadget, &module, &token, &parent, 0, &arguments, nullptr) == S_OK);
    CHECK(parent.value == widget);
    CHECK(arguments.value == 0);
    CHECK(info.GetClassIDInfo2(widget, nullptr, nullptr, &parent, 0, nullptr, nullptr) == S_OK);
    CHECK(parent.value == object);
    CHECK(info.GetClassIDInfo2(object, nullptr, nullptr, &parent, 0, nullptr, nullptr) == S_OK);
    CHECK(parent.value == 0);
    Out<ClassID> not_reported;
    CHECK(info.GetClassIDInfo2(ints, nullptr, nullptr, &not_reported, 0, nullptr, nullptr) ==
          CORPROF_E_CLASSID_IS_ARRAY);
    // A count without a buffer is checked first.
    CHECK(info.GetClassIDInfo2(ints, nullptr, nullptr, &not_reported, 2, nullptr, nullptr) == E_INVALIDARG);
    CHECK(info.GetClassIDInfo2(0, nullptr, nullptr, &not_reported, 0, nullptr, nullptr) == E_INVALIDARG);
    CHECK(!not_reported.written());
  });
  CHECK(object_zoo.visited);
}

TEST_CASE("GetClassLayout: returns the own fields of a class and as many as fit") {
  ObjectZoo object_zoo;
  object_zoo.visit([&](Witness& witness) {
    NewestInfo& info = *witness.info;
    const ClassID widget = ObjectZoo::class_id(witness, object_zoo.widget_type);
    const ClassID gadget = ObjectZoo::class_id(witness, object_zoo.gadget_type);
    COR_FIELD_OFFSET fields[8] = {};
    Out<ULONG> count, size;
    CHECK(info.GetClassLayout(widget, nullptr, 0, &count, &size) == S_OK);
    CHECK(count.value == 5);
    CHECK(size.value == 48);
    CHECK(info.GetClassLayout(widget, fields, 2, &count, &size) == S_OK);
    CHECK(count.value == 2);
    CHECK(fields[0].ulOffset == 8);
    CHECK(fields[1].ulOffset == 16);
    CHECK(fields[2].ridOfField == 0);
    CHECK(info.GetClassLayout(widget, fields, 8, &count, nullptr) == S_OK);
    CHECK(count.value == 5);
    // In the order of declaration, not of offsets.
    CHECK(fields[2].ulOffset == 32);
    CHECK(fields[3].ulOffset == 24);
    CHECK(fields[4].ulOffset == 36);
    CHECK(fields[2].ridOfField == fields[1].ridOfField + 1);
    const std::uint32_t last_token = fields[4].ridOfField;
    CHECK(fields[0].ridOfField >> 24 == 0x04);
    CHECK(info.GetClassLayout(gadget, fields, 8, &count, &size) == S_OK);
    CHECK(count.value == 2);
    CHECK(size.value == 64);
    CHECK(fields[0].ulOffset == 40);
    CHECK(fields[1].ulOffset == 48);
    CHECK(fields[0].ridOfField == last_token + 1);

    Out<ULONG> no_count, no_size;
    for (const std::uint32_t type : {object_zoo.ints_type, object_zoo.string_type}) {
      CHECK(info.GetClassLayout(ObjectZoo::class_id(witness, type), fields, 8, &no_count, &no_size) ==
            E_INVALIDARG);
    }
    CHECK(info.GetClassLayout(0, fields, 8, &no_count, &no_size) == E_INVALIDARG);
    CHECK(info.GetClassLayout(widget, nullptr, 8, &no_count, &no_size) == E_INVALIDARG);
    CHECK(info.GetClassLayout(widget, fields, 8, nullptr, &no_size) == E_INVALIDARG);
    CHECK(!no_count.written());
    CHECK(!no_size.written());
  });
  CHECK(object_zoo.visited);
}

TEST_CASE("GetStringLayout and GetBoxClassLayout: offsets match the memory") {
  ObjectZoo object_zoo;
  object_zoo.visit([&](Witness& witness) {
    NewestInfo& info = *witness.info;
    Out<ULONG> buffer_length, length, buffer;
    CHECK(info.GetStringLayout(&buffer_length, &length, &buffer) == S_OK);
    CHECK(buffer_length.value == 8);
    CHECK(length.value == 8);
    CHECK(buffer.value == 12);
    CHECK(info.GetStringLayout2(&length, &buffer) == S_OK);
    CHECK(length.value == 8);
    CHECK(buffer.value == 12);
    CHECK(info.GetStringLayout(nullptr, nullptr, nullptr) == S_OK);
    // The characters are at the reported offset.
    const ObjectID text = ObjectZoo::id(witness, object_zoo.text);
    CHECK(*reinterpret_cast<const std::uint32_t*>(text + length.value) == 7777);

    Out<ClassID> element;
    CHECK(info.IsArrayClass(ObjectZoo::class_id(witness, object_zoo.ints_type), nullptr, &element, nullptr) ==
          S_OK);
    Out<ULONG32> offset;
    CHECK(info.GetBoxClassLayout(element.value, &offset) == S_OK);
    CHECK(offset.value == 8);
    Out<ULONG32> none;
    CHECK(info.GetBoxClassLayout(ObjectZoo::class_id(witness, object_zoo.widget_type), &none) ==
          E_INVALIDARG);
    CHECK(info.GetBoxClassLayout(element.value, nullptr) == E_INVALIDARG);
    CHECK(!none.written());
  });
  CHECK(object_zoo.visited);
}

TEST_CASE("class info: ids of no class are refused") {
  ObjectZoo object_zoo;
  object_zoo.visit([&](Witness& witness) {
    const ClassID wrong = ObjectZoo::class_id(witness, object_zoo.widget_type) + 8;
    Out<ModuleID> module;
    Out<ULONG> count;
    CHECK(witness.info->GetClassIDInfo(wrong, &module, nullptr) == E_INVALIDARG);
    CHECK(witness.info->IsArrayClass(wrong, nullptr, nullptr, nullptr) == E_INVALIDARG);
    CHECK(witness.info->GetClassLayout(wrong, nullptr, 0, &count, nullptr) == E_INVALIDARG);
  });
  CHECK(object_zoo.visited);
}

}  // namespace
}  // namespace gcrucible::tests
