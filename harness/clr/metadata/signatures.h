// Signature blobs (ECMA-335, II.23.2) for the few shapes that programs have.
#pragma once

#include <functional>
#include <string_view>

#include "harness/clr/metadata/module.h"
#include "harness/program/specs.h"

namespace gcrucible::clr::metadata {

// The token by which a module names a type.
struct NamedType {
  abi::mdToken token = 0;
  bool is_value = false;
};

// `token_of` names a type in the signature's module. If it returns token 0, the field is an object.
Blob field_signature(const program::FieldSpec& field,
                     const std::function<NamedType(std::string_view)>& token_of);
// void method() of an instance, or a static one.
// `parameters`: of a generic method; 0 for any other.
Blob no_arguments(bool instance, std::size_t parameters = 0);

}  // namespace gcrucible::clr::metadata
