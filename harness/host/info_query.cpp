#include "harness/host/info_query.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "harness/abi/tables/info_parameters.h"
#include "harness/program/askable_info.h"

namespace gcrucible::host {
namespace {

using abi::InfoMethod;
using abi::Parameter;

// Where the argument for a parameter comes from.
enum class Role : std::uint8_t {
  kNone,  // no query can give it
  kObject,
  kClass,
  kModule,
  kThread,
  kHandle,
  kText,
  kState,     // a pointer that only the caller's own function gets
  kFunction,  // called for each element of an enumeration
  kOut,
  kBuffer,
  kCount,  // the number of elements in the buffers
  kNumber,
};

struct NamedRole {
  std::string_view type;
  Role role;
};
constexpr std::array<NamedRole, 7> kRolesByName{{{"ObjectID", Role::kObject},
                                                 {"ClassID", Role::kClass},
                                                 {"ModuleID", Role::kModule},
                                                 {"ThreadID", Role::kThread},
                                                 {"ObjectHandleID", Role::kHandle},
                                                 {"const WCHAR*", Role::kText},
                                                 {"void*", Role::kState}}};

constexpr bool is_count(std::string_view name) {
  return name.starts_with("cch") || (name.size() > 1 && name[0] == 'c' && name[1] >= 'A' && name[1] <= 'Z');
}

template <typename Type>
constexpr Role role_of(const Parameter& parameter) {
  using Target = std::remove_pointer_t<Type>;
  const auto* const named = std::ranges::find(kRolesByName, parameter.type, &NamedRole::type);
  if (parameter.is_buffer) return Role::kBuffer;
  if (named != kRolesByName.end()) return named->role;
  if (std::is_pointer_v<Type>) {
    return std::is_function_v<Target> ? Role::kFunction : std::is_const_v<Target> ? Role::kNone : Role::kOut;
  }
  if (!std::is_integral_v<Type> && !std::is_enum_v<Type>) return Role::kNone;
  return is_count(parameter.name) ? Role::kCount : Role::kNumber;
}

template <InfoMethod kMethod, typename... Types, std::size_t... kPlaces>
constexpr auto roles_of(std::index_sequence<kPlaces...>) {
  return std::array<Role, sizeof...(Types)>{role_of<Types>(abi::info_parameter(kMethod, kPlaces))...};
}

// The parameters of one method.
template <InfoMethod kMethod, typename... Types>
struct Parameters {
  static constexpr std::array<Role, sizeof...(Types)> kRoles =
      roles_of<kMethod, Types...>(std::index_sequence_for<Types...>());

  static constexpr bool has(Role role) { return std::ranges::find(kRoles, role) != kRoles.end(); }
  // How many parameters before that one have its role.
  static constexpr std::size_t rank(std::size_t place) {
    return static_cast<std::size_t>(std::count(kRoles.begin(), kRoles.begin() + place, kRoles[place]));
  }
  // The number of elements in each buffer. If no out parameter returns the needed count, none is an error.
  static constexpr std::size_t capacity(std::uint64_t number) {
    if (!has(Role::kCount)) return 0;
    return number == 0 && !returns_count() ? 1 : std::min<std::uint64_t>(number, 4096);
  }
  static constexpr bool returns_count() {
    for (std::size_t i = 0; i < kRoles.size(); ++i) {
      const std::string_view name = abi::info_parameter(kMethod, i).name;
      if (kRoles[i] == Role::kOut && name.starts_with('p') && is_count(name.substr(1))) return true;
    }
    return false;
  }
  // If no parameter is the query's number, each of its bits makes an out pointer null.
  static constexpr bool has_null_bits() {
    const program::AskableInfo* const query = program::find_askable(static_cast<std::uint16_t>(kMethod));
    return (query->takes & program::kAskNumber) != 0 && !has(Role::kNumber) && !has(Role::kCount);
  }
};

// What one argument is made from.
struct Given {
  const QueryArguments& query;
  std::size_t rank;      // how many arguments before this one have its role
  std::size_t capacity;  // of buffers
  bool has_null_bits;
};

template <typename Function>
struct Visitor;
template <typename Result, typename... Types>
struct Visitor<Result (*)(Types...)> {
  static Result go_on(Types...) { return Result{1}; }
};

template <typename Type, Role kRole>
struct Argument {
  static_assert(kRole != Role::kNone, "no query can give an argument of this type");

  explicit Argument(const Given& its) : given(its) {}
  Type get() const {
    if constexpr (kRole == Role::kObject) return given.query.object;
    if constexpr (kRole == Role::kClass) return given.query.class_id;
    if constexpr (kRole == Role::kModule) return given.query.module;
    if constexpr (kRole == Role::kThread) return given.query.thread;
    if constexpr (kRole == Role::kHandle) return reinterpret_cast<Type>(given.query.handle);
    if constexpr (kRole == Role::kText) return given.query.text.c_str();
    if constexpr (kRole == Role::kState) return nullptr;
    if constexpr (kRole == Role::kFunction) return &Visitor<Type>::go_on;
    if constexpr (kRole == Role::kCount) return static_cast<Type>(given.capacity);
    // A second number is the high half of the query's number.
    if constexpr (kRole == Role::kNumber) {
      return static_cast<Type>(given.rank == 0 ? given.query.number : given.query.number >> 32);
    }
  }
  abi::GCHandleID take() const { return 0; }

  Given given;
};

template <typename Type>
struct Argument<Type, Role::kBuffer> {
  explicit Argument(const Given& given) : elements(given.capacity) {}
  Type get() { return elements.empty() ? nullptr : elements.data(); }
  abi::GCHandleID take() const { return 0; }

  std::vector<std::remove_pointer_t<Type>> elements;
};

template <typename Type>
struct Argument<Type, Role::kOut> {
  explicit Argument(const Given& given)
      : is_null(given.has_null_bits && (given.query.number >> given.rank & 1) != 0) {}
  Type get() { return is_null ? nullptr : &value; }
  // After a success: releases an enumerator, and returns a handle.
  abi::GCHandleID take() const {
    if constexpr (std::is_same_v<Type, abi::ObjectHandleID*>) return reinterpret_cast<abi::GCHandleID>(value);
    if constexpr (requires { value->Release(); }) value->Release();
    return 0;
  }

  bool is_null;
  std::remove_pointer_t<Type> value{};
};

template <InfoMethod kMethod, typename Call, typename... Types, std::size_t... kPlaces>
abi::GCHandleID call_with([[maybe_unused]] const QueryArguments& query, const Call& call,
                          abi::HRESULT (GCRUCIBLE_STDCALL clr::InfoFacade::*)(Types...),
                          std::index_sequence<kPlaces...>) {
  using Its = Parameters<kMethod, Types...>;
  [[maybe_unused]] std::tuple<Argument<Types, Its::kRoles[kPlaces]>...> arguments{
      Given{query, Its::rank(kPlaces), Its::capacity(query.number), Its::has_null_bits()}...};
  if (abi::failed(call(std::get<kPlaces>(arguments).get()...))) return 0;
  return (abi::GCHandleID{0} | ... | std::get<kPlaces>(arguments).take());
}

template <InfoMethod kMethod, typename Call, typename... Types>
abi::GCHandleID call_if_askable(
    [[maybe_unused]] const QueryArguments& query, [[maybe_unused]] const Call& call,
    [[maybe_unused]] abi::HRESULT (GCRUCIBLE_STDCALL clr::InfoFacade::*method)(Types...)) {
  if constexpr (program::is_askable(static_cast<std::uint16_t>(kMethod))) {
    return call_with<kMethod>(query, call, method, std::index_sequence_for<Types...>());
  } else {
    return 0;
  }
}

}  // namespace

abi::GCHandleID call_info(clr::InfoFacade& info, std::uint16_t slot, const QueryArguments& given) {
  switch (static_cast<InfoMethod>(slot)) {
#define GCRUCIBLE_CASE(slot, version, method, parameters, ...) \
  case InfoMethod::k##method:                                  \
    return call_if_askable<InfoMethod::k##method>(             \
        given, [&](auto... arguments) { return info.method(arguments...); }, &clr::InfoFacade::method);
    GCRUCIBLE_INFO_METHODS(GCRUCIBLE_CASE)
#undef GCRUCIBLE_CASE
    default:
      return 0;
  }
}

}  // namespace gcrucible::host
