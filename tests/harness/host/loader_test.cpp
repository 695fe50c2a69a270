// Loading as CoreCLR does it: the order of queries, and the messages of failures.
#include "harness/host/loader.h"

#include <fstream>

#include "harness/platform/process/environment.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/platform/scratch_folder.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

const std::string kMisfit = in_build("/host_test_misfit.so");
const std::string kClsid = "{0D0E1F20-3142-5364-7586-97A8B9CADBEC}";

class Variable {
 public:
  Variable(const std::string& name, const std::string& value) : name_(name) {
    platform::set_environment_variable(name, value);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { platform::remove_environment_variable(name_); }

 private:
  std::string name_;
};

Expected<host::LoadedProfiler> load(const std::string& path = kMisfit, const std::string& clsid = kClsid) {
  std::atomic<protocol::LoadStep> step{};
  return host::load_profiler(path, clsid, Build().program.runtime, step);
}

// The loader keeps its results until the process ends. A test releases them.
void release(const Expected<host::LoadedProfiler>& loaded) {
  if (!loaded) return;
  if (loaded->interfaces->version > 2) static_cast<abi::IUnknown*>(loaded->interfaces->highest)->Release();
  loaded->interfaces->level2->Release();
}

// The error for a library that fails in `way`.
std::string error_of(const std::string& way) {
  const Variable variable("HOST_TEST_MISFIT", way);
  const Expected<host::LoadedProfiler> loaded = load();
  REQUIRE_FALSE(loaded);
  return loaded.error();
}

bool says(const std::string& text, const std::string& part) {
  INFO(text);
  const bool found = text.find(part) != std::string::npos;
  CHECK(found);
  return found;
}

TEST_CASE("load_profiler: uses the highest common callback interface") {
  for (const int level : {2, 3, 4, 5, 11}) {
    const Variable variable("HOST_TEST_LEVEL", std::to_string(level));
    const Expected<host::LoadedProfiler> loaded = load();
    REQUIRE(loaded);
    CHECK(loaded->interfaces->version == level);
    CHECK(loaded->interfaces->level2 != nullptr);
    CHECK(loaded->interfaces->highest != nullptr);
    release(loaded);
  }
  program::RuntimeProfile old = Build().program.runtime;
  old.callback_version = 4;
  std::atomic<protocol::LoadStep> step{};
  const Expected<host::LoadedProfiler> loaded = host::load_profiler(kMisfit, kClsid, old, step);
  CHECK(step == protocol::LoadStep::kQueryInterface);
  REQUIRE(loaded);
  CHECK(loaded->interfaces->version == 4);
  release(loaded);
}

TEST_CASE("load_profiler: records which interfaces QueryInterface returns") {
  {
    const Variable variable("HOST_TEST_LEVEL", "4");
    const Expected<host::LoadedProfiler> loaded = load();
    REQUIRE(loaded);
    REQUIRE(loaded->answers.has_value());
    CHECK(loaded->answers->versions == std::vector<std::uint64_t>{0, 1, 2, 3, 4});
    CHECK_FALSE(loaded->answers->unknown);
    CHECK(loaded->answers->one_identity);
    release(loaded);
  }
  for (const std::string way : {"refuses-lower", "answers-unknown", "two-identities"}) {
    INFO(way);
    const Variable variable("HOST_TEST_MISFIT", way);
    const Expected<host::LoadedProfiler> loaded = load();
    REQUIRE(loaded);
    REQUIRE(loaded->answers.has_value());
    // IUnknown is one more.
    const std::size_t all = Build().program.runtime.callback_version + std::size_t{1};
    CHECK(loaded->answers->versions.size() == (way == "refuses-lower" ? all - 1 : all));
    CHECK(loaded->answers->unknown == (way == "answers-unknown"));
    CHECK(loaded->answers->one_identity == (way != "two-identities"));
    release(loaded);
  }
}

TEST_CASE("load_profiler: ICorProfilerCallback2 is required only if the runtime says so") {
  const auto load_into = [](bool required, std::uint8_t version) {
    program::RuntimeProfile runtime = Build().program.runtime;
    runtime.requires_callback2 = required;
    runtime.callback_version = version;
    std::atomic<protocol::LoadStep> step{};
    return host::load_profiler(kMisfit, kClsid, runtime, step);
  };
  const auto level_of = [](const Expected<host::LoadedProfiler>& loaded) {
    const int level = loaded ? loaded->interfaces->version : 0;
    release(loaded);
    return level;
  };
  {
    const Variable variable("HOST_TEST_LEVEL", "11");
    CHECK(level_of(load_into(false, 11)) == 11);
    CHECK(level_of(load_into(false, 2)) == 2);
    CHECK(level_of(load_into(false, 1)) == 1);
  }
  const Variable variable("HOST_TEST_LEVEL", "1");
  CHECK(level_of(load_into(false, 11)) == 1);
  CHECK(level_of(load_into(false, 1)) == 1);
  const Expected<host::LoadedProfiler> refused = load_into(true, 11);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().find("CreateInstance for ICorProfilerCallback2 failed: E_NOINTERFACE") == 0);
  const Variable none("HOST_TEST_MISFIT", "no-callback2");
  CHECK(load_into(false, 11).error().find("CreateInstance for ICorProfilerCallback failed: E_NOINTERFACE") ==
        0);
}

TEST_CASE("load_profiler: a null interface pointer counts as refused") {
  const Variable variable("HOST_TEST_MISFIT", "level-null");
  const Expected<host::LoadedProfiler> loaded = load();
  REQUIRE(loaded);
  CHECK(loaded->interfaces->version == 10);
  release(loaded);
}

TEST_CASE("load_profiler: accepts a CLSID in lower case and refuses invalid or foreign ones") {
  const Expected<host::LoadedProfiler> lower_case = load(kMisfit, "{0d0e1f20-3142-5364-7586-97a8b9cadbec}");
  CHECK(lower_case);
  release(lower_case);
  says(load(kMisfit, "nonsense").error(), "\"nonsense\" is no CLSID");
  says(load(kMisfit, "").error(), "is no CLSID");
  const Expected<host::LoadedProfiler> other = load(kMisfit, "{00000000-0000-0000-0000-000000000001}");
  REQUIRE_FALSE(other);
  says(other.error(), "DllGetClassObject refused the CLSID {00000000-0000-0000-0000-000000000001}");
  CHECK(other.error().ends_with("CLASS_E_CLASSNOTAVAILABLE (0x80040111); is it the profiler's own?"));
  std::atomic<protocol::LoadStep> step{};
  const auto named = host::load_profiler(kMisfit, "{00000000-0000-0000-0000-000000000001}",
                                         Build().program.runtime, step, "--clsid");
  REQUIRE_FALSE(named);
  CHECK(named.error().ends_with("; is it the profiler's own? It comes from --clsid"));
}

TEST_CASE("load_profiler: a file that is not a profiler library is refused") {
  says(load("/nowhere/profiler.so").error(), "cannot load the profiler library: ");
  says(load("/nowhere/profiler.so").error(), "/nowhere/profiler.so");
  const ScratchFolder folder;
  std::ofstream(folder / "text.so") << "no library";
  says(load(folder / "text.so").error(), "text.so");
  says(load(in_build("/host_test_nothing.so")).error(), "exports no DllGetClassObject");
}

TEST_CASE("load_profiler: each failing step is reported with its HRESULT") {
  says(error_of("dllmain-false"), "returned FALSE for DLL_PROCESS_ATTACH");
  says(error_of("factory-null"), "without a class factory");
  says(error_of("create-null"), "CreateInstance returned S_OK without an object");
  says(error_of("create-fails"), "E_OUTOFMEMORY (0x8007000E)");
  const std::string no_callback2 = error_of("no-callback2");
  says(no_callback2, "CreateInstance for ICorProfilerCallback2 failed: E_NOINTERFACE (0x80004002)");
  says(no_callback2, "net10 loads no profiler without that interface");
  says(error_of("second-query-fails"), "QueryInterface for ICorProfilerCallback2 failed: E_NOINTERFACE");
  // A null pointer for the interface is also a failure.
  says(error_of("second-query-null"), "QueryInterface for ICorProfilerCallback2 failed: E_NOINTERFACE");
}

}  // namespace
}  // namespace gcrucible::tests
