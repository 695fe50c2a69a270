// Any bytes as calls of the metadata interfaces, which share the rows that the emitting ones add. Every
// buffer has exactly the size that the call states, so that the sanitizer sees a write beyond it. Blobs that
// are handed out are read.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "harness/abi/enums.h"
#include "tests/fuzz/expect.h"
#include "tests/harness/clr/sample_types.h"

namespace {

using namespace gcrucible;
using namespace gcrucible::abi;

constexpr mdToken kTables[] = {
    mdtModule,    mdtTypeRef,         mdtTypeDef,     mdtFieldDef,     mdtMethodDef,  mdtParamDef,
    mdtMemberRef, mdtCustomAttribute, mdtSignature,   mdtEvent,        mdtProperty,   mdtModuleRef,
    mdtTypeSpec,  mdtAssembly,        mdtAssemblyRef, mdtGenericParam, mdtMethodSpec, mdtString};

// Arguments from bytes. After the last byte come zeroes.
class Arguments {
 public:
  Arguments(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}

  bool done() const { return at_ == end_; }
  std::uint8_t byte() { return done() ? std::uint8_t{0} : *at_++; }
  // Usually a row that may exist.
  mdToken token() {
    const std::uint8_t table = byte();
    const std::uint8_t row = byte();
    return kTables[table % std::size(kTables)] | (row == 0xFF ? 0x00FFFFFFu : row % 24u);
  }
  std::u16string name() {
    std::u16string text;
    for (std::size_t left = byte() % 8; left > 0; --left) {
      // Letters, separators of namespaces and nested types, and halves of surrogate pairs.
      constexpr char16_t kCharacters[] = {u'a', u'b', u'.', u'+', u'\u00E4', u'\u4E2D', 0xD83D, 0xDE00};
      text += kCharacters[byte() % std::size(kCharacters)];
    }
    return text;
  }
  std::vector<std::uint8_t> blob() {
    std::vector<std::uint8_t> bytes(byte() % 12);
    for (std::uint8_t& each : bytes) each = byte();
    return bytes;
  }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
};

// A buffer of exactly `capacity` elements, or none.
template <typename T>
class Buffer {
 public:
  explicit Buffer(std::uint8_t choice)
      : capacity_(choice % 6), data_(choice >= 0x80 ? nullptr : new T[capacity_]()) {}
  T* data() { return data_.get(); }
  // Without a buffer, a profiler passes 0.
  ULONG capacity() const { return data_ ? capacity_ : 0; }

 private:
  ULONG capacity_;
  std::unique_ptr<T[]> data_;
};

void read_all(const void* data, ULONG size) {
  volatile std::uint8_t sum = 0;
  for (ULONG i = 0; i < size; ++i)
    sum = static_cast<std::uint8_t>(sum + static_cast<const std::uint8_t*>(data)[i]);
}

class Session {
 public:
  Session(const std::uint8_t* data, std::size_t size) : arguments_(data, size) {
    emit_ = interface_of<IMetaDataEmit2>();
    assembly_ = interface_of<IMetaDataAssemblyImport>();
    assembly_emit_ = interface_of<IMetaDataAssemblyEmit>();
  }
  ~Session() {
    for (HCORENUM each : enums_) import_.CloseEnum(each);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void run() {
    while (!arguments_.done()) {
      const std::uint8_t which = arguments_.byte();
      switch (which % 5) {
        case 0:
          define(which / 5);
          break;
        case 1:
          change(which / 5);
          break;
        case 2:
          enumerate(which / 5);
          break;
        case 3:
          find(which / 5);
          break;
        default:
          properties(which / 5);
      }
    }
  }

 private:
  template <typename Interface>
  Interface* interface_of() {
    void* out = nullptr;
    fuzz::expect(import_.QueryInterface(Interface::iid, &out) == S_OK, "an interface is missing");
    return static_cast<Interface*>(out);
  }

  void define(unsigned which) {
    const mdToken token = arguments_.token();
    const std::u16string name = arguments_.name();
    const std::vector<std::uint8_t> blob = arguments_.blob();
    const auto size = static_cast<ULONG>(blob.size());
    const std::uint8_t flags = arguments_.byte();
    mdToken out = 0;
    switch (which % 15) {
      case 0:
        emit_->DefineTypeDef(name.c_str(), flags, token, nullptr, &out);
        break;
      case 1:
        emit_->DefineNestedType(name.c_str(), flags, 0, nullptr, token, &out);
        break;
      case 2:
        emit_->DefineMethod(token, name.c_str(), flags, blob.data(), size, 8, 0, &out);
        break;
      case 3:
        emit_->DefineField(token, name.c_str(), flags, blob.data(), size, 0, nullptr, 0, &out);
        break;
      case 4:
        emit_->DefineTypeRefByName(token, name.c_str(), &out);
        break;
      case 5:
        emit_->DefineMemberRef(token, name.c_str(), blob.data(), size, &out);
        break;
      case 6:
        emit_->DefineModuleRef(name.c_str(), &out);
        break;
      case 7:
        emit_->GetTokenFromSig(blob.data(), size, &out);
        break;
      case 8:
        emit_->GetTokenFromTypeSpec(blob.data(), size, &out);
        break;
      case 9:
        emit_->DefineUserString(name.data(), static_cast<ULONG>(name.size()), &out);
        break;
      case 10:
        emit_->DefinePinvokeMap(token, flags, name.c_str(), mdtModuleRef | (flags % 4));
        break;
      case 11:
        emit_->DefineParam(token, flags, name.c_str(), 0, 0, nullptr, 0, &out);
        break;
      case 12:
        emit_->DefineCustomAttribute(mdtTypeDef | (flags % 8), token, blob.data(), size, &out);
        break;
      case 13:
        emit_->DefineMethodSpec(token, blob.data(), size, &out);
        break;
      default: {
        const ASSEMBLYMETADATA version{};
        assembly_emit_->DefineAssemblyRef(blob.data(), size, name.c_str(), &version, nullptr, 0, 0, &out);
      }
    }
    if (out != 0 && which % 15 != 9) fuzz::expect(import_.IsValidToken(out) != 0, "a new token is not valid");
  }

  void change(unsigned which) {
    const mdToken token = arguments_.token();
    const mdToken other = arguments_.token();
    switch (which % 8) {
      case 0:
        emit_->SetTypeDefProps(token, 2, other, nullptr);
        break;
      case 1:
        emit_->SetParent(token, other);
        break;
      case 2:
        emit_->SetFieldProps(token, 7, 0, nullptr, 0);
        break;
      case 3:
        emit_->SetMethodProps(token, 7, 8, 9);
        break;
      case 4:
        emit_->SetRVA(token, 8);
        break;
      case 5:
        emit_->SetMethodImplFlags(token, 9);
        break;
      case 6:
        emit_->SetPinvokeMap(token, 1, u"x", other);
        break;
      default:
        emit_->DeletePinvokeMap(token);
    }
  }

  // One of the open enumerations, which goes on, or a new one.
  HCORENUM* open_enum() {
    const std::uint8_t choice = arguments_.byte();
    if (enums_.empty() || choice % 2 == 0) {
      if (enums_.size() == 8) {
        import_.CloseEnum(enums_.front());
        enums_.erase(enums_.begin());
      }
      return &enums_.emplace_back(nullptr);
    }
    return &enums_[choice / 2 % enums_.size()];
  }

  void enumerate(unsigned which) {
    HCORENUM* const handle = open_enum();
    const mdToken token = arguments_.token();
    const std::u16string name = arguments_.name();
    Buffer<mdToken> tokens(arguments_.byte());
    mdToken* const out = tokens.data();
    const ULONG most = tokens.capacity();
    ULONG count = 0;
    switch (which % 19) {
      case 0:
        import_.EnumTypeDefs(handle, out, most, &count);
        break;
      case 1:
        import_.EnumTypeRefs(handle, out, most, &count);
        break;
      case 2:
        import_.EnumMembers(handle, token, out, most, &count);
        break;
      case 3:
        import_.EnumMembersWithName(handle, token, name.c_str(), out, most, &count);
        break;
      case 4:
        import_.EnumMethods(handle, token, out, most, &count);
        break;
      case 5:
        import_.EnumMethodsWithName(handle, token, name.c_str(), out, most, &count);
        break;
      case 6:
        import_.EnumFields(handle, token, out, most, &count);
        break;
      case 7:
        import_.EnumFieldsWithName(handle, token, name.c_str(), out, most, &count);
        break;
      case 8:
        import_.EnumParams(handle, token, out, most, &count);
        break;
      case 9:
        import_.EnumMemberRefs(handle, token, out, most, &count);
        break;
      case 10:
        import_.EnumModuleRefs(handle, out, most, &count);
        break;
      case 11:
        import_.EnumSignatures(handle, out, most, &count);
        break;
      case 12:
        import_.EnumTypeSpecs(handle, out, most, &count);
        break;
      case 13:
        import_.EnumUserStrings(handle, out, most, &count);
        break;
      case 14:
        import_.EnumCustomAttributes(handle, token, 0, out, most, &count);
        break;
      case 15:
        import_.EnumGenericParams(handle, token, out, most, &count);
        break;
      case 16:
        import_.EnumMethodSpecs(handle, token, out, most, &count);
        break;
      case 17:
        assembly_->EnumAssemblyRefs(handle, out, most, &count);
        break;
      default:
        import_.CountEnum(*handle, &count);
        return;
    }
    fuzz::expect(count <= most, "an enumeration gives more than its buffer takes");
    if (token % 4 == 3) import_.ResetEnum(*handle, most);
  }

  void find(unsigned which) {
    const mdToken token = arguments_.token();
    const std::u16string name = arguments_.name();
    const std::vector<std::uint8_t> blob = arguments_.blob();
    const auto size = static_cast<ULONG>(blob.size());
    mdToken out = 0;
    switch (which % 9) {
      case 0:
        import_.FindTypeDefByName(name.c_str(), token, &out);
        break;
      case 1:
        import_.FindTypeRef(token, name.c_str(), &out);
        break;
      case 2:
        import_.FindMember(token, name.c_str(), blob.data(), size, &out);
        break;
      case 3:
        import_.FindMethod(token, name.c_str(), blob.data(), size, &out);
        break;
      case 4:
        import_.FindField(token, name.c_str(), blob.data(), size, &out);
        break;
      case 5:
        import_.FindMemberRef(token, name.c_str(), blob.data(), size, &out);
        break;
      case 6:
        import_.GetParamForMethodIndex(token, size, &out);
        break;
      case 7:
        import_.IsValidToken(token);
        break;
      default: {
        IUnknown* scope = nullptr;
        import_.ResolveTypeRef(token, IMetaDataImport::iid, &scope, &out);
      }
    }
  }

  void properties(unsigned which) {
    if (which % 2 == 0) {
      named(which / 2);
    } else {
      unnamed(which / 2);
    }
  }

  void named(unsigned which) {
    const mdToken token = arguments_.token();
    Buffer<char16_t> text(arguments_.byte());
    char16_t* const name = text.data();
    const ULONG most = text.capacity();
    ULONG length = 0, size = 0, number = 0, rva = 0;
    DWORD flags = 0, more = 0;
    mdToken parent = 0;
    PCCOR_SIGNATURE signature = nullptr;
    UVCP_CONSTANT value = nullptr;
    switch (which % 12) {
      case 0:
        import_.GetTypeDefProps(token, name, most, &length, &flags, &parent);
        break;
      case 1:
        import_.GetTypeRefProps(token, &parent, name, most, &length);
        break;
      case 2:
        import_.GetMethodProps(token, &parent, name, most, &length, &flags, &signature, &size, &rva, &more);
        break;
      case 3:
        import_.GetFieldProps(token, &parent, name, most, &length, &flags, &signature, &size, &more, &value,
                              &number);
        break;
      case 4:
        import_.GetMemberProps(token, &parent, name, most, &length, &flags, &signature, &size, &rva, &more,
                               &more, &value, &number);
        break;
      case 5:
        import_.GetMemberRefProps(token, &parent, name, most, &length, &signature, &size);
        break;
      case 6:
        import_.GetParamProps(token, &parent, &number, name, most, &length, &flags, &more, &value, &size);
        size = 0;
        break;
      case 7:
        import_.GetModuleRefProps(token, name, most, &length);
        break;
      case 8:
        import_.GetUserString(token, name, most, &length);
        break;
      case 9:
        import_.GetPinvokeMap(token, &flags, name, most, &length, &parent);
        break;
      case 10:
        import_.GetGenericParamProps(token, &number, &flags, &parent, &more, name, most, &length);
        break;
      default:
        import_.GetScopeProps(name, most, &length, nullptr);
    }
    if (signature != nullptr) read_all(signature, size);
  }

  void unnamed(unsigned which) {
    const mdToken token = arguments_.token();
    Buffer<COR_FIELD_OFFSET> fields(arguments_.byte());
    mdToken parent = 0, other = 0;
    ULONG size = 0, count = 0;
    DWORD flags = 0;
    int is_global = 0;
    PCCOR_SIGNATURE signature = nullptr;
    const void* bytes = nullptr;
    MDUTF8CSTR name = nullptr;
    switch (which % 9) {
      case 0:
        import_.GetSigFromToken(token, &signature, &size);
        break;
      case 1:
        import_.GetTypeSpecFromToken(token, &signature, &size);
        break;
      case 2:
        import_.GetMethodSpecProps(token, &parent, &signature, &size);
        break;
      case 3:
        import_.GetCustomAttributeProps(token, &parent, &other, &bytes, &size);
        break;
      case 4:
        import_.GetNestedClassProps(token, &parent);
        break;
      case 5:
        import_.GetRVA(token, &count, &flags);
        break;
      case 6:
        if (succeeded(import_.GetNameFromToken(token, &name)) && name != nullptr)
          read_all(name, static_cast<ULONG>(std::char_traits<char>::length(name)));
        break;
      case 7:
        import_.IsGlobal(token, &is_global);
        break;
      default:
        import_.GetClassLayout(token, &flags, fields.data(), fields.capacity(), &count, &size);
        return;
    }
    if (signature != nullptr) read_all(signature, size);
    if (bytes != nullptr) read_all(bytes, size);
  }

  tests::Modules modules_;
  clr::metadata::Import& import_ = modules_.app();
  Arguments arguments_;
  IMetaDataEmit2* emit_ = nullptr;
  IMetaDataAssemblyImport* assembly_ = nullptr;
  IMetaDataAssemblyEmit* assembly_emit_ = nullptr;
  std::vector<HCORENUM> enums_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Session(data, size).run();
  return 0;
}
