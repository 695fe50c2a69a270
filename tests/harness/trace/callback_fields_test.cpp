// Compares the output for each callback with literal lines. This is the format of existing traces.
#include "harness/trace/callback_fields.h"

#include <set>
#include <string>
#include <string_view>

#include "harness/abi/hresults.h"
#include "harness/abi/tables/methods.h"
#include "harness/trace/read/line_keys.h"
#include "tests/harness/trace/text_output.h"
#include "tests/support/catch.h"

namespace gcrucible::trace {
namespace {

// Marks each method as seen, so that none is forgotten.
class Checker {
 public:
  void operator()(std::string_view method, std::span<const Field> fields, std::string_view expected) {
    INFO(method);
    CHECK(abi::find_callback_method(method).has_value());
    CHECK(fields_as_text(fields) == expected);
    const Event event{.kind = EventKind::kCallback, .name = method, .fields = fields};
    for (const Field& field : fields) {
      INFO(field.key);
      CHECK(line_key(event, field.key) != nullptr);
    }
    seen_.insert(std::string(method));
  }
  std::set<std::string> seen_;
};

#define CHECK_FIELDS(method, expected, ...) check(#method, fields::method(__VA_ARGS__), expected)

void check_collections(Checker& check) {
  abi::BOOL collected[] = {1, 1, 0, 0, 0};
  CHECK_FIELDS(GarbageCollectionStarted, R"("generations":[true,true,false,false,false],"reason":1)", 5,
               collected, abi::COR_PRF_GC_INDUCED);
  CHECK_FIELDS(GarbageCollectionFinished, "");
  abi::ObjectID olds[] = {8, 10};
  abi::ObjectID news[] = {7, 8};
  abi::ULONG short_lengths[] = {1, 0xFFFFFFFF};
  abi::SIZE_T lengths[] = {1, 0x1'0000'0000};
  CHECK_FIELDS(MovedReferences, R"("ranges":[[8,7,1],[10,8,4294967295]])", 2, olds, news, short_lengths);
  CHECK_FIELDS(MovedReferences2, R"("ranges":[[8,7,1],[10,8,4294967296]])", 2, olds, news, lengths);
  CHECK_FIELDS(SurvivingReferences, R"("ranges":[[8,1],[10,4294967295]])", 2, olds, short_lengths);
  CHECK_FIELDS(SurvivingReferences2, R"("ranges":[[8,1],[10,4294967296]])", 2, olds, lengths);
  CHECK_FIELDS(ObjectReferences, R"("object":8,"class":3,"refs":[8,10])", 8, 3, 2, olds);
  CHECK_FIELDS(RootReferences, R"("roots":[8,10])", 2, olds);
  abi::COR_PRF_GC_ROOT_KIND kinds[] = {abi::COR_PRF_GC_ROOT_STACK, abi::COR_PRF_GC_ROOT_HANDLE};
  abi::COR_PRF_GC_ROOT_FLAGS flags[] = {abi::COR_PRF_GC_ROOT_INTERIOR, abi::COR_PRF_GC_ROOT_WEAKREF};
  CHECK_FIELDS(RootReferences2, R"("roots":[[8,1,4,7],[10,3,2,8]])", 2, olds, kinds, flags, news);
  abi::UINT_PTR handles[] = {100, 101};
  CHECK_FIELDS(ConditionalWeakTableElementReferences, R"("elements":[[8,7,100],[10,8,101]])", 2, olds, news,
               handles);
  CHECK_FIELDS(FinalizeableObjectQueued, R"("object":8,"flags":1)", abi::COR_PRF_FINALIZER_CRITICAL, 8);
  CHECK_FIELDS(ObjectAllocated, R"("object":8,"class":3)", 8, 3);
  CHECK_FIELDS(ObjectsAllocatedByClass, R"("classes":[[8,1],[10,4294967295]])", 2, olds, short_lengths);
  CHECK_FIELDS(HandleCreated, R"("handle":100,"object":8)", 100, 8);
  CHECK_FIELDS(HandleDestroyed, R"("handle":100)", 100);
}

void check_runtime(Checker& check) {
  CHECK_FIELDS(RuntimeSuspendStarted, R"("reason":7)", abi::COR_PRF_SUSPEND_FOR_GC_PREP);
  CHECK_FIELDS(RuntimeSuspendFinished, "");
  CHECK_FIELDS(RuntimeSuspendAborted, "");
  CHECK_FIELDS(RuntimeResumeStarted, "");
  CHECK_FIELDS(RuntimeResumeFinished, "");
  CHECK_FIELDS(RuntimeThreadSuspended, R"("thread":5)", 5);
  CHECK_FIELDS(RuntimeThreadResumed, R"("thread":5)", 5);
  CHECK_FIELDS(Initialize, "", nullptr);
  CHECK_FIELDS(InitializeForAttach, R"("data_bytes":12,"data":null)", nullptr, nullptr, 12);
  const char data[] = {1, 2, static_cast<char>(0xAB)};
  CHECK_FIELDS(InitializeForAttach, R"("data_bytes":3,"data":"0102ab")", nullptr, data, 3);
  CHECK_FIELDS(ProfilerAttachComplete, "");
  CHECK_FIELDS(ProfilerDetachSucceeded, "");
  CHECK_FIELDS(Shutdown, "");
  CHECK_FIELDS(LoadAsNotificationOnly, "", nullptr);
  CHECK_FIELDS(ThreadCreated, R"("thread":5)", 5);
  CHECK_FIELDS(ThreadDestroyed, R"("thread":5)", 5);
  // The operating system's number differs from run to run.
  CHECK_FIELDS(ThreadAssignedToOSThread, R"("thread":5,"os":null)", 5, 4711);
  CHECK_FIELDS(ThreadNameChanged, R"("thread":5,"name":"wörk")", 5, 4, u"w\u00F6rker");
  CHECK_FIELDS(UnmanagedToManagedTransition, R"("function":6,"reason":1)", 6, abi::COR_PRF_TRANSITION_RETURN);
  CHECK_FIELDS(ManagedToUnmanagedTransition, R"("function":6,"reason":0)", 6, abi::COR_PRF_TRANSITION_CALL);
  CHECK_FIELDS(ExceptionThrown, R"("object":8)", 8);
  CHECK_FIELDS(ExceptionSearchFunctionEnter, R"("function":6)", 6);
  CHECK_FIELDS(ExceptionSearchFunctionLeave, "");
  CHECK_FIELDS(ExceptionSearchFilterEnter, R"("function":6)", 6);
  CHECK_FIELDS(ExceptionSearchFilterLeave, "");
  CHECK_FIELDS(ExceptionSearchCatcherFound, R"("function":6)", 6);
  CHECK_FIELDS(ExceptionOSHandlerEnter, "", 1);
  CHECK_FIELDS(ExceptionOSHandlerLeave, "", 1);
  CHECK_FIELDS(ExceptionUnwindFunctionEnter, R"("function":6)", 6);
  CHECK_FIELDS(ExceptionUnwindFunctionLeave, "");
  CHECK_FIELDS(ExceptionUnwindFinallyEnter, R"("function":6)", 6);
  CHECK_FIELDS(ExceptionUnwindFinallyLeave, "");
  CHECK_FIELDS(ExceptionCatcherEnter, R"("function":6,"object":8)", 6, 8);
  CHECK_FIELDS(ExceptionCatcherLeave, "");
  CHECK_FIELDS(ExceptionCLRCatcherFound, "");
  CHECK_FIELDS(ExceptionCLRCatcherExecute, "");
  CHECK_FIELDS(RemotingClientInvocationStarted, "");
  CHECK_FIELDS(RemotingClientInvocationFinished, "");
  CHECK_FIELDS(RemotingServerInvocationStarted, "");
  CHECK_FIELDS(RemotingServerInvocationReturned, "");
  const abi::GUID guid = abi::make_guid("0123ABCD-4567-89AB-CDEF-0123456789AB");
  const std::string message = R"("cookie":"{0123ABCD-4567-89AB-CDEF-0123456789AB}","async":true)";
  CHECK_FIELDS(RemotingClientSendingMessage, message, &guid, 1);
  CHECK_FIELDS(RemotingClientReceivingReply, message, &guid, 1);
  CHECK_FIELDS(RemotingServerReceivingMessage, message, &guid, 1);
  CHECK_FIELDS(RemotingServerSendingReply, R"("cookie":null,"async":false)", nullptr, 0);
  CHECK_FIELDS(COMClassicVTableCreated,
               R"("class":3,"iid":"{0123ABCD-4567-89AB-CDEF-0123456789AB}","slots":9)", 3, guid, nullptr, 9);
  CHECK_FIELDS(COMClassicVTableDestroyed, R"("class":3,"iid":"{0123ABCD-4567-89AB-CDEF-0123456789AB}")", 3,
               guid, nullptr);
  CHECK_FIELDS(EventPipeProviderCreated, R"("provider":2)", 2);
  CHECK_FIELDS(
      EventPipeEventDelivered,
      R"("provider":2,"event":3,"version":4,"metadata_bytes":5,"data_bytes":6,"thread":7,"frames":8)", 2, 3,
      4, 5, nullptr, 6, nullptr, nullptr, nullptr, 7, 8, nullptr);
}

void check_loads(Checker& check) {
  CHECK_FIELDS(AppDomainCreationStarted, R"("appdomain":1)", 1);
  CHECK_FIELDS(AppDomainCreationFinished, R"("appdomain":1,"status":0)", 1, abi::S_OK);
  CHECK_FIELDS(AppDomainShutdownStarted, R"("appdomain":1)", 1);
  CHECK_FIELDS(AppDomainShutdownFinished, R"("appdomain":1,"status":-2147467259)", 1, abi::E_FAIL);
  CHECK_FIELDS(AssemblyLoadStarted, R"("assembly":2)", 2);
  CHECK_FIELDS(AssemblyLoadFinished, R"("assembly":2,"status":0)", 2, 0);
  CHECK_FIELDS(AssemblyUnloadStarted, R"("assembly":2)", 2);
  CHECK_FIELDS(AssemblyUnloadFinished, R"("assembly":2,"status":0)", 2, 0);
  CHECK_FIELDS(ModuleLoadStarted, R"("module":3)", 3);
  CHECK_FIELDS(ModuleLoadFinished, R"("module":3,"status":0)", 3, 0);
  CHECK_FIELDS(ModuleUnloadStarted, R"("module":3)", 3);
  CHECK_FIELDS(ModuleUnloadFinished, R"("module":3,"status":0)", 3, 0);
  CHECK_FIELDS(ModuleAttachedToAssembly, R"("module":3,"assembly":2)", 3, 2);
  CHECK_FIELDS(ModuleInMemorySymbolsUpdated, R"("module":3)", 3);
  CHECK_FIELDS(GetAssemblyReferences, R"("path":"C:\\a.dll")", u"C:\\a.dll", nullptr);
  CHECK_FIELDS(ClassLoadStarted, R"("class":4)", 4);
  CHECK_FIELDS(ClassLoadFinished, R"("class":4,"status":1)", 4, abi::S_FALSE);
  CHECK_FIELDS(ClassUnloadStarted, R"("class":4)", 4);
  CHECK_FIELDS(ClassUnloadFinished, R"("class":4,"status":0)", 4, 0);
  CHECK_FIELDS(FunctionUnloadStarted, R"("function":6)", 6);
  CHECK_FIELDS(JITCompilationStarted, R"("function":6,"safe_to_block":true)", 6, 1);
  CHECK_FIELDS(JITCompilationFinished, R"("function":6,"status":0,"safe_to_block":false)", 6, 0, 0);
  CHECK_FIELDS(JITCachedFunctionSearchStarted, R"("function":6)", 6, nullptr);
  CHECK_FIELDS(JITCachedFunctionSearchFinished, R"("function":6,"result":1)", 6,
               abi::COR_PRF_CACHED_FUNCTION_NOT_FOUND);
  CHECK_FIELDS(JITFunctionPitched, R"("function":6)", 6);
  CHECK_FIELDS(JITInlining, R"("caller":6,"callee":7)", 6, 7, nullptr);
  CHECK_FIELDS(ReJITCompilationStarted, R"("function":6,"rejit":1,"safe_to_block":true)", 6, 1, 1);
  CHECK_FIELDS(GetReJITParameters, R"("module":3,"method":100663297)", 3, 0x06000001, nullptr);
  CHECK_FIELDS(ReJITCompilationFinished, R"("function":6,"rejit":1,"status":0,"safe_to_block":true)", 6, 1, 0,
               1);
  CHECK_FIELDS(ReJITError, R"("module":3,"method":100663297,"function":6,"status":-2147467259)", 3,
               0x06000001, 6, abi::E_FAIL);
  CHECK_FIELDS(DynamicMethodJITCompilationStarted, R"("function":6,"safe_to_block":true,"il_bytes":20)", 6, 1,
               nullptr, 20);
  CHECK_FIELDS(DynamicMethodJITCompilationFinished, R"("function":6,"status":0,"safe_to_block":true)", 6, 0,
               1);
  CHECK_FIELDS(DynamicMethodUnloaded, R"("function":6)", 6);
}

}  // namespace

TEST_CASE("fields: every callback writes the fields of the trace format") {
  Checker check;
  check_collections(check);
  check_runtime(check);
  check_loads(check);
  for (const abi::MethodInfo& method : abi::kCallbackMethods) {
    if (method.interface_version == 0) continue;
    INFO(method.name);
    CHECK(check.seen_.count(std::string(method.name)) == 1);
  }
}

TEST_CASE("fields: null and empty arrays are written without being read") {
  CHECK(fields_as_text(fields::ObjectReferences(8, 3, 0, nullptr)) == R"("object":8,"class":3,"refs":[])");
  CHECK(fields_as_text(fields::GarbageCollectionStarted(-1, nullptr, abi::COR_PRF_GC_OTHER)) ==
        R"("generations":[],"reason":0)");
  const abi::ObjectID olds[] = {8};
  CHECK(fields_as_text(fields::MovedReferences2(1, olds, nullptr, nullptr)) == R"("ranges":[[8,null,null]])");
  CHECK(fields_as_text(fields::ThreadNameChanged(5, 0, nullptr)) == R"("thread":5,"name":null)");
}

}  // namespace gcrucible::trace
