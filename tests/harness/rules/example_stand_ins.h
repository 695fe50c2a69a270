// The names that the catalogue's examples use in addition to the profiling interfaces. Only compiled, never
// run: examples_test.cpp puts each example into its own class derived from Shown.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/abi/abi.h"
#include "harness/abi/callback_base.h"

namespace gcrucible::abi {

// Defined by the Windows headers.
constexpr BOOL TRUE = 1, FALSE = 0;
constexpr bool SUCCEEDED(HRESULT hr) {
  return hr >= 0;
}
constexpr bool FAILED(HRESULT hr) {
  return hr < 0;
}

struct Range {
  ObjectID from = 0;
  ObjectID to = 0;
  SIZE_T length = 0;
};
using Ranges = std::vector<Range>;
struct Object {
  ObjectID id = 0;
  int generation = 0;
  SIZE_T size = 0;
};
struct Node {
  bool rooted = false;
  bool queued = false;
};
struct Class {
  std::size_t objects = 0;
};
struct OpenCollection {
  std::uint64_t started = 0;
  bool full = false;
};
struct Collection {
  static std::unique_ptr<Collection> goes_on();
  HRESULT add(ULONG n, ObjectID* start, SIZE_T* length);
};
struct Sampler {
  void start();
};
struct Queue {
  HRESULT push(std::pair<ClassID, SIZE_T> what);
};

HRESULT write(const Collection& collection);
HRESULT write(const char* text, int length);
void print(const std::string& name, DWORD number);
void warn(const char* text);
std::uint64_t now();
Ranges ranges_of(ULONG n, ObjectID* from, ObjectID* to, SIZE_T* length);
bool holds(const Range& range, ObjectID object);
bool holds(const Ranges& ranges, ObjectID object);
template <typename T>
void append(std::vector<T>& to, const std::vector<T>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

class Shown : public CallbackBase {
 public:
  HRESULT apply(const Ranges& ranges);
  template <typename Length>
  HRESULT apply(ULONG n, ObjectID* from, ObjectID* to, Length* length);
  HRESULT rename(std::map<ObjectID, ClassID>& objects, const Ranges& ranges);
  ObjectID renamed(ObjectID object);
  template <typename Dead>
  HRESULT drop(Dead dead) {
    std::erase_if(objects_, dead);
    return S_OK;
  }
  template <typename Work>
  HRESULT locked(Work work) {
    const std::scoped_lock lock(heap_mutex_);
    work();
    return S_OK;
  }
  HRESULT mark(ULONG n, ObjectID* roots, HRESULT applied);
  HRESULT mark(const std::vector<ObjectID>& roots);
  HRESULT lowest(ObjectID object);
  void keep(ObjectID object);
  HRESULT keep(ModuleID module, AssemblyID assembly);
  HRESULT keep(ICorProfilerObjectEnum* objects);
  Node& node(ObjectID object);
  SIZE_T size_of(ObjectID object);
  ClassID class_of(ObjectID object);
  ClassID parent_of(ClassID type);
  AssemblyID assembly_of(ModuleID module);
  DWORD os_thread_of(ThreadID thread);
  std::string name_of_function(FunctionID function);
  std::string name_of_handle(GCHandleID handle);
  std::vector<COR_FIELD_OFFSET> own_fields(ClassID type);
  std::vector<COR_PRF_GC_GENERATION_RANGE> bounds();
  HRESULT read_layout(ClassID type);
  bool has_length(ClassID type);
  Class described(ClassID type);
  bool add(ObjectID object);
  HRESULT write_graph();
  HRESULT take_stock();
  HRESULT collects_on(ThreadID thread);
  HRESULT keep_info(IUnknown* unknown);
  HRESULT enumerate_modules();
  void release_all();
  void walk();
  void walk(ObjectID start, ObjectID end);
  static BOOL GCRUCIBLE_STDCALL visit(ObjectID object, void* state);

  NewestInfo* info_ = nullptr;
  DWORD mask_ = 0;
  Ranges moved_, swept_;
  std::vector<Object> objects_;
  std::vector<ObjectID> starts_, roots_, visited_;
  std::map<ObjectID, ClassID> types_by_object_;
  std::map<ObjectID, std::vector<ObjectID>> edges_;
  std::map<ObjectID, bool> queued_;
  std::map<ClassID, Class> classes_;
  std::map<ClassID, SIZE_T> sizes_;
  std::map<ClassID, std::uint64_t> allocated_, young_;
  std::map<std::pair<ModuleID, mdTypeDef>, Class> by_token_;
  std::map<GCHandleID, ClassID> handles_;
  std::map<ThreadID, std::string> names_;
  std::map<ThreadID, DWORD> numbers_;
  std::set<ThreadID> suspended_;
  std::set<ModuleID> modules_;
  std::set<ClassID> broken_, later_;
  std::set<ObjectID> fixed_;
  std::vector<FunctionID> searched_;
  std::vector<BOOL> collected_;
  std::vector<OpenCollection> open_;
  std::vector<COR_PRF_GC_GENERATION_RANGE> bounds_;
  std::unique_ptr<Collection> collection_;
  std::mutex heap_mutex_;
  std::string settings_;
  Sampler sampler_;
  Queue queue_;
  int* heap_ = nullptr;
  std::uint64_t started_at_ = 0, collections_ = 0, asked_for_ = 0, count_ = 0, finalized_ = 0, running_ = 0;
  SIZE_T total_ = 0;
  bool reported_ = false, whole_ = true, attached_ = false, leaving_ = false, watching_ = false;
  std::atomic<bool> ended_ = false;
};

}  // namespace gcrucible::abi
