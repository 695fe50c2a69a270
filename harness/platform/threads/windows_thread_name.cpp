#include <windows.h>

#include <bit>
#include <string>
#include <string_view>

#include "harness/platform/threads/thread_name.h"

namespace gcrucible::platform {

// Looked up at run time, because Windows has the function only since version 10.
void name_this_thread(const char* name) {
  using SetThreadDescription = HRESULT(WINAPI*)(HANDLE, PCWSTR);
  const HMODULE kernel = GetModuleHandleW(L"kernel32.dll");
  if (kernel == nullptr) return;
  const auto set = std::bit_cast<SetThreadDescription>(GetProcAddress(kernel, "SetThreadDescription"));
  const std::string_view text(name);
  if (set != nullptr)
    static_cast<void>(set(GetCurrentThread(), std::wstring(text.begin(), text.end()).c_str()));
}

}  // namespace gcrucible::platform
