// The types of a small program as metadata, for tests that read them.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/clr/metadata/assemblies.h"
#include "harness/clr/metadata/import.h"

namespace gcrucible::tests {

inline program::TypeSpec type(std::string name, std::vector<program::FieldSpec> fields = {}) {
  program::TypeSpec spec;
  spec.name = std::move(name);
  spec.fields = std::move(fields);
  return spec;
}

// Shop.Item, Shop.Book : Shop.Item, Shop.Book+Page, an array, System.String, and Plug.Thing of another
// assembly.
inline std::vector<program::TypeSpec> shop() {
  std::vector<program::TypeSpec> types;
  types.push_back(type("Shop.Item"));
  types[0].fields = {{"Next", 8, 0x12, "Shop.Item"},      {"Name", 16, 0x0E, "System.String"},
                     {"Data", 24, 0x1D, "System.Byte[]"}, {"Any", 32, 0x1C, "System.Object"},
                     {"Other", 40, 0x12, "Plug.Thing"},   {"Grid", 48, 0x14, "System.Int32[,]"},
                     {"Count", 56, 0x08, "System.Int32"}};
  types[0].methods = {"Price"};
  types.push_back(type("Shop.Book", types[0].fields));
  types[1].parent = 0;
  types[1].inherited = 7;
  types[1].fields.push_back({"Cover", 64, 0x12, "Shop.Book+Page"});
  types.push_back(type("Shop.Book+Page"));
  types[2].finalizer = program::Finalizer::kNormal;
  types.push_back(type("Shop.Item[]"));
  types[3].kind = program::TypeKind::kArray;
  types.push_back(type("System.String"));
  types[4].kind = program::TypeKind::kString;
  types.push_back(type("Plug.Thing"));
  types[5].assembly = "plug";
  return types;
}

struct Modules final : clr::metadata::Resolver {
  clr::metadata::Assemblies assemblies;
  std::vector<std::unique_ptr<clr::metadata::Import>> imports;

  Modules() {
    const std::vector<program::FunctionSpec> functions = {
        {"Shop.Item.Price", 0}, {"Shop.Item.Sell", 0}, {"Main", program::kNothing}};
    assemblies = clr::metadata::describe(shop(), functions, 10);
    for (clr::metadata::Module& module : assemblies.modules)
      imports.push_back(std::make_unique<clr::metadata::Import>(module, *this));
  }
  clr::metadata::Import* import_of(const std::string& assembly) override {
    for (const auto& each : imports) {
      if (each->module().assembly == assembly) return each.get();
    }
    return nullptr;
  }
  clr::metadata::Import& app() { return *imports[1]; }
};

}  // namespace gcrucible::tests
