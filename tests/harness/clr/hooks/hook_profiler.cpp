#include "tests/harness/clr/hooks/hook_profiler.h"

#include "harness/abi/monitor_flags.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {

using namespace abi;
using clr::HookPoint;
using clr::HookVersion;

namespace {

HookProfiler* current = nullptr;

template <HookPoint kPoint>
void first(FunctionID function) {
  HookProfiler::called({.point = kPoint, .id = function});
}
template <HookPoint kPoint, typename Data>
void second(FunctionID function, UINT_PTR client, COR_PRF_FRAME_INFO frame, Data* data) {
  HookProfiler::called({.point = kPoint, .id = function, .client = client, .frame = frame, .data = data});
}
void second_tailcall(FunctionID function, UINT_PTR client, COR_PRF_FRAME_INFO frame) {
  HookProfiler::called({.point = HookPoint::kTailcall, .id = function, .client = client, .frame = frame});
}
template <HookPoint kPoint>
void with_info(FunctionIDOrClientID function, COR_PRF_ELT_INFO info) {
  HookProfiler::called({.point = kPoint, .id = function.clientID, .info = info});
}

}  // namespace

int HookProfiler::changes = 0;

#if defined(__x86_64__) && !defined(_WIN32)

extern "C" int gcrucible_test_hook(std::uintptr_t point, std::uintptr_t id, const std::uintptr_t* stack) {
  HookProfiler::called({.point = static_cast<HookPoint>(point), .id = id, .stack = stack});
  return HookProfiler::changes;
}
extern "C" void gcrucible_test_enter();
extern "C" void gcrucible_test_leave();
extern "C" void gcrucible_test_tailcall();

// The registers are saved in the order of the pushes. rbx holds the answer until it is restored.
asm(".intel_syntax noprefix\n"
    ".text\n"
    ".macro GCRUCIBLE_HOOK name, point, id, stack\n"
    ".globl \\name\n"
    "\\name:\n"
    ".irp r,rax,rcx,rdx,rsi,rdi,r8,r9,r10,r11,rbx,r12\n"
    "push \\r\n"
    ".endr\n"
    "sub rsp, 256\n"
    ".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
    "movups [rsp + 16 * \\n], xmm\\n\n"
    ".endr\n"
    "mov rdx, \\stack\n"
    "mov rsi, \\id\n"
    "mov edi, \\point\n"
    "call gcrucible_test_hook@PLT\n"
    "mov ebx, eax\n"
    ".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
    "movups xmm\\n, [rsp + 16 * \\n]\n"
    ".endr\n"
    "cmp ebx, 1\n"
    "jne 1f\n"
    "not qword ptr [rsp + 256 + 8 * 9]\n"
    "1: cmp ebx, 2\n"
    "jne 2f\n"
    "pcmpeqd xmm3, xmm3\n"
    "2: cmp ebx, 3\n"
    "je 3f\n"
    "cmp ebx, 4\n"
    "jne 4f\n"
    "3: not qword ptr [rsp + 256 + 8 * 10]\n"
    "4: cmp ebx, 5\n"
    "jne 5f\n"
    "not qword ptr [rsp + 256]\n"
    "5: add rsp, 256\n"
    ".irp r,r12,rbx,r11,r10,r9,r8,rdi,rsi,rdx,rcx,rax\n"
    "pop \\r\n"
    ".endr\n"
    "ret\n"
    ".endm\n"
    "GCRUCIBLE_HOOK gcrucible_test_enter, 0, r14, r15\n"
    "GCRUCIBLE_HOOK gcrucible_test_leave, 1, rdi, rsi\n"
    "GCRUCIBLE_HOOK gcrucible_test_tailcall, 2, rdi, rsi\n"
    ".purgem GCRUCIBLE_HOOK\n"
    ".att_syntax\n");

#endif

HookProfiler::HookProfiler(HookVersion version, std::uint32_t mask) : version_(version), mask_(mask) {
  current = this;
  changes = 0;
}

HookProfiler::~HookProfiler() {
  current = nullptr;
}

HRESULT HookProfiler::Initialize(IUnknown* runtime) {
  beginning();
  void* found = nullptr;
  REQUIRE(runtime->QueryInterface(NewestInfo::iid, &found) == S_OK);
  info = static_cast<NewestInfo*>(found);
  const HRESULT masked = info->SetEventMask(COR_PRF_MONITOR_ENTERLEAVE | mask_);
  set = register_hooks();
  registering(*this);
  return masked;
}

HRESULT HookProfiler::Shutdown() {
  info->Release();
  return S_OK;
}

HRESULT HookProfiler::register_hooks() {
  switch (version_) {
    case HookVersion::kFirst:
      return info->SetEnterLeaveFunctionHooks(first<HookPoint::kEnter>, first<HookPoint::kLeave>,
                                              first<HookPoint::kTailcall>);
    case HookVersion::kSecond:
      return info->SetEnterLeaveFunctionHooks2(second<HookPoint::kEnter, COR_PRF_FUNCTION_ARGUMENT_INFO>,
                                               second<HookPoint::kLeave, COR_PRF_FUNCTION_ARGUMENT_RANGE>,
                                               second_tailcall);
    case HookVersion::kWithInfo:
      return info->SetEnterLeaveFunctionHooks3WithInfo(
          with_info<HookPoint::kEnter>, with_info<HookPoint::kLeave>, with_info<HookPoint::kTailcall>);
    case HookVersion::kDirect:
      break;
  }
#if defined(__x86_64__) && !defined(_WIN32)
  return info->SetEnterLeaveFunctionHooks3(reinterpret_cast<FunctionEnter3*>(gcrucible_test_enter),
                                           reinterpret_cast<FunctionLeave3*>(gcrucible_test_leave),
                                           reinterpret_cast<FunctionTailcall3*>(gcrucible_test_tailcall));
#else
  return E_NOTIMPL;
#endif
}

void HookProfiler::called(const Called& call) {
  if (current == nullptr) return;
  current->seen.push_back(current->text(call));
  current->look(call);
}

std::string HookProfiler::text(const Called& call) const {
  constexpr const char* kWords[] = {"enter ", "leave ", "tail "};
  const auto name = names.find(call.id);
  return kWords[static_cast<std::size_t>(call.point)] +
         (name == names.end() ? std::string("?") : name->second);
}

}  // namespace gcrucible::tests
