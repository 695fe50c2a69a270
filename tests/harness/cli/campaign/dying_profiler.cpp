// A profiler that dies. CLI_TEST_DIE states how and where: "crash", or "crash at Initialize". Default place:
// its first MovedReferences2.
// - "crash once": if the folder of CLI_TEST_FOLDER does not exist; it makes it.
// - "refuse at ...": returns an error there.
// - CLI_TEST_LAST_WORDS is printed to stdout before it does so, without line feed and flush.
// - These do not kill it: "close files", "close the input", "write files", "write all files"; "write high
//   files", "cut files", "cut all files", "leak"; "lock twice and be let go", "fork", "fork and come back".
// - "hang or crash": which of them, if any, depends on the order of the threads that report ranges.
// - "kill parent": first kills the process that started it.
// - "kill parent and go on" and "stop parent": continue afterwards.
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "harness/abi/callback_base.h"
#include "harness/abi/class_factory.h"
#include "harness/abi/info.h"
#include "harness/abi/monitor_flags.h"

// Has a symbol, so that a native stack can show it.
namespace dying {
GCRUCIBLE_EXPORT __attribute__((noinline)) void write_to(std::uintptr_t place) {
  const volatile std::uintptr_t nowhere = place;
  *reinterpret_cast<volatile int*>(nowhere) = 1;
}
}  // namespace dying

namespace {

using namespace gcrucible::abi;

constexpr GUID kClsid = make_guid("7D4A1C2E-93B0-4C5F-8E21-6F0B9A3D5C84");

std::string_view reported() {
  const char* const value = std::getenv("CLI_TEST_DIE");
  return value == nullptr ? "" : value;
}

constexpr std::string_view kHangOrCrash = "hang or crash";
void* volatile leaked = nullptr;

// Only SIGKILL ends this.
[[noreturn]] void hang_deaf() {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_IGN);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, nullptr);
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

void lock_twice(std::string_view way) {
  static std::mutex* const mutex = new std::mutex;
  mutex->lock();
  if (way == "lock twice while a thread runs")
    std::thread([] { std::this_thread::sleep_for(std::chrono::hours(1)); }).detach();
  if (way == "lock twice and be let go") {
    std::thread([] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      mutex->unlock();
    }).detach();
  }
  mutex->lock();
  mutex->unlock();
}

// Crashes in the second call, and hangs in the third, if the call is the first one of its thread.
void hang_or_crash() {
  static std::atomic<int> calls = 0;
  thread_local bool called = false;
  const int call = ++calls;
  if (!called && call == 2) dying::write_to(16);
  if (!called && call == 3) std::this_thread::sleep_for(std::chrono::hours(1));
  called = true;
}

// True if the profiler should refuse at this place. Does not return if it should die there.
bool refuses_at(std::string_view place) {
  const std::string_view all = reported();
  const std::size_t at = all.find(" at ");
  const std::string_view way = all.substr(0, at);
  if (place != (at == std::string_view::npos ? "MovedReferences2" : all.substr(at + 4))) return false;
  if (const char* const words = std::getenv("CLI_TEST_LAST_WORDS")) std::fputs(words, stdout);
  if (way == "abort") std::abort();
  // Not through a null pointer, which the undefined-behaviour sanitizer would report in its own way.
  if (way == "crash") dying::write_to(16);
  if (way == "crash once" && std::filesystem::create_directory(std::getenv("CLI_TEST_FOLDER")))
    dying::write_to(16);
  if (way == "exit") std::exit(7);
  if (way == "exit 0") std::exit(0);
  if (way == "quietly") _exit(0);
  if (way == "quick") std::quick_exit(0);
  if (way == "exec") execl("/bin/true", "true", nullptr);
  if (way == "hide a crash") {
    signal(SIGSEGV, [](int) { _exit(0); });
    dying::write_to(16);
  }
  if (way == "throw") throw std::runtime_error("out of a COM method");
  if (way == "throw on another thread")
    std::thread([] { throw std::runtime_error("on a thread of its own"); }).join();
  if (way == "leak") {
    leaked = std::malloc(1234);
    leaked = nullptr;
  }
  if (way == "close files") {
    for (int file = 3; file < 1024; ++file) close(file);
  }
  if (way == "cut files" || way == "cut all files") {
    const int end = way == "cut files" ? 64 : 4096;
    for (int file = 3; file < end; ++file) static_cast<void>(!ftruncate(file, 0));
  }
  if (way == "close the input") close(STDIN_FILENO);
  if (way == "write files") {
    const bool written = write(9, "GET /\r\n", 7) == 7 && pwrite(12, "x", 1, 40) == 1;
    if (!written) std::abort();
  }
  if (way == "write all files") {
    for (int file = 3; file < 1024; ++file) static_cast<void>(!write(file, "garbage\n", 8));
  }
  if (way == "write high files") {
    for (int file = 512; file < 1024; ++file) static_cast<void>(!write(file, "garbage\n", 8));
  }
  if (way == "take the folder and crash") {
    // Deletes the folder of the running campaign, which will write its findings there.
    std::filesystem::remove_all(std::getenv("CLI_TEST_FOLDER"));
    std::fclose(std::fopen(std::getenv("CLI_TEST_FOLDER"), "w"));
    dying::write_to(16);
  }
  if (way == "hang deaf") hang_deaf();
  if (way.starts_with("lock twice")) lock_twice(way);
  if (way == "kill parent") {
    kill(getppid(), SIGKILL);
    hang_deaf();
  }
  if (way == "kill parent and go on") kill(getppid(), SIGKILL);
  if (way == "fork and come back") static_cast<void>(fork());
  if (way == "fork" && fork() == 0) _exit(0);
  if (way == "stop") raise(SIGSTOP);
  if (way == "stop parent") kill(getppid(), SIGSTOP);
  if (way == "hang") std::this_thread::sleep_for(std::chrono::hours(1));
  return way == "refuse";
}

__attribute__((constructor)) void load() {
  refuses_at("dlopen");
}

__attribute__((destructor)) void unload() {
  refuses_at("unloading");
}

struct Static {
  ~Static() { refuses_at("destructor"); }
} destroyed;

class DyingProfiler final : public CallbackBase {
 public:
  // The class factory queries first, then the runtime.
  HRESULT GCRUCIBLE_STDCALL QueryInterface(REFIID wanted, void** out) override {
    if (++asked_ == 1 && refuses_at("CreateInstance")) return E_NOINTERFACE;
    if (asked_ == 2 && refuses_at("QueryInterface")) return E_NOINTERFACE;
    return CallbackBase::QueryInterface(wanted, out);
  }

  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* info) override {
    if (refuses_at("Initialize")) return CORPROF_E_PROFILER_CANCEL_ACTIVATION;
    std::printf("dying profiler: hello\n");
    std::fflush(stdout);
    ICorProfilerInfo* asked = nullptr;
    const HRESULT hr = info->QueryInterface(ICorProfilerInfo::iid, reinterpret_cast<void**>(&asked));
    if (hr < 0) return hr;
    return asked->SetEventMask(COR_PRF_MONITOR_GC);
  }

  HRESULT GCRUCIBLE_STDCALL MovedReferences2(ULONG, ObjectID[], ObjectID[], SIZE_T[]) override {
    if (reported() == kHangOrCrash) hang_or_crash();
    refuses_at("MovedReferences2");
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL MovedReferences(ULONG, ObjectID[], ObjectID[], ULONG[]) override {
    if (reported() == kHangOrCrash) hang_or_crash();
    return S_OK;
  }

  HRESULT GCRUCIBLE_STDCALL Shutdown() override {
    refuses_at("Shutdown");
    return S_OK;
  }

 private:
  int asked_ = 0;
};

}  // namespace

extern "C" GCRUCIBLE_EXPORT BOOL GCRUCIBLE_STDCALL DllMain(void*, DWORD, void*) {
  return refuses_at("DllMain") ? 0 : 1;
}

extern "C" GCRUCIBLE_EXPORT HRESULT GCRUCIBLE_STDCALL DllGetClassObject(REFCLSID clsid, REFIID iid,
                                                                        void** out) {
  if (refuses_at("DllGetClassObject")) return CLASS_E_CLASSNOTAVAILABLE;
  return get_class_object<DyingProfiler>(kClsid, clsid, iid, out);
}
