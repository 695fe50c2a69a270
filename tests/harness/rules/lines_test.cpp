// Trace lines as checkers receive them: callbacks with all arguments, Info calls and answers, open calls.
#include <map>

#include "harness/abi/tables/callback_methods.h"
#include "harness/rules/decode/value_copies.h"
#include "harness/rules/state/history.h"
#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using rules::Call;
using rules::InfoMethod;

// Copies of the data that the judge passes to observers.
class Seen : public rules::Observer {
 public:
  struct Info {
    InfoMethod method;
    std::string name;
    std::uint64_t inside;
    Call inside_call;
    std::optional<std::uint64_t> asked;
    std::optional<std::uint64_t> first_arg;
    std::string second_arg_text;
    std::optional<std::uint64_t> first_out;
    std::uint64_t null_outs;
    std::int32_t hr;
    bool open;  // whether the call was still among the open calls
  };

  void entered(const rules::Callback& callback, const rules::History& history) override {
    callbacks.push_back(callback);
    infos_open.push_back(history.open_infos().calls().size());
    callbacks_open.push_back(history.in_flight().calls().size());
  }
  void answered(const rules::InfoEvent& info, const rules::History& history) override {
    infos.push_back({.method = info.method,
                     .name = std::string(info.name),
                     .inside = info.inside,
                     .inside_call = info.inside_call,
                     .asked = info.asked,
                     .first_arg = info.arg(0),
                     .second_arg_text = info.args.size() > 1 ? std::string(info.args[1].text) : std::string(),
                     .first_out = info.out(0),
                     .null_outs = info.null_outs,
                     .hr = info.hr,
                     .open = history.open_infos().find(info.line) != nullptr});
  }
  void closed(const rules::Collection&) override {}

  std::vector<rules::Callback> callbacks;
  std::vector<Info> infos;
  std::vector<std::size_t> infos_open;
  std::vector<std::size_t> callbacks_open;
};

Tale empty_tale() {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[128,0],"callback_version":4)";
  return tale;
}

}  // namespace

TEST_CASE("calls: every callback and Info method is found by its name") {
  for (std::size_t i = 1; i < rules::kCallCount; ++i) {
    const auto call = static_cast<Call>(i);
    INFO(rules::name_of(call));
    const auto method = abi::find_callback_or_hook(rules::name_of(call));
    REQUIRE(method.has_value());
    CHECK(rules::call_of(rules::name_of(call)) == call);
    CHECK(rules::interface_of(call) == abi::method_info(*method).interface_version);
  }
  CHECK(rules::call_of("GetReJITParameters") == Call::kOther);
  CHECK(rules::call_of("") == Call::kOther);
  for (const abi::MethodInfo& method : abi::kInfoMethods) {
    CHECK(rules::info_method_of(method.name) == static_cast<InfoMethod>(method.slot));
  }
  CHECK(rules::info_method_of("ICorProfilerObjectEnum::Next") == rules::kEnumNext);
  CHECK(rules::info_method_of("ICorProfilerThreadEnum::GetCount") == rules::kEnumGetCount);
  CHECK(rules::info_method_of("ICorProfilerObjectEnum::Skip") == rules::kEnumOther);
  CHECK(rules::info_method_of("Frobnicate") == rules::kOtherInfo);
  CHECK(rules::fact_of("detach") == rules::Fact::kDetach);
  CHECK(rules::fact_of("weather") == rules::Fact::kOther);
}

TEST_CASE("CallSet: calls below and above 64 are held and removed") {
  const rules::CallSet set{Call::kInitialize, Call::kExceptionCLRCatcherExecute};
  CHECK(set.has(Call::kInitialize));
  CHECK(set.has(Call::kExceptionCLRCatcherExecute));
  CHECK_FALSE(set.has(Call::kShutdown));
  CHECK_FALSE(set.has(Call::kExceptionCLRCatcherFound));
  CHECK_FALSE(rules::CallSet::all().without(set).has(Call::kInitialize));
  CHECK(rules::CallSet::all().without(set).has(Call::kExceptionCLRCatcherFound));
}

TEST_CASE("lines: each callback gets the arguments that the trace format names") {
  Tale tale = empty_tale();
  tale.call("InitializeForAttach", R"("data_bytes":12,"data":null)");
  tale.call("ThreadNameChanged", R"("thread":77,"name":"worker")");
  tale.call("ModuleAttachedToAssembly", R"("module":5,"assembly":6)");
  tale.call("ClassLoadFinished", R"("class":9,"status":-2147467259)");
  tale.call("JITCompilationFinished", R"("function":8,"status":0,"safe_to_block":true)");
  tale.call("JITInlining", R"("caller":3,"callee":4)");
  tale.call("AppDomainShutdownStarted", R"("appdomain":2)");
  tale.call("ExceptionCatcherEnter", R"("function":8,"object":1)");
  tale.call("GarbageCollectionStarted", R"("generations":[7,1,0,1,0],"reason":1)");
  tale.call("ObjectReferences", R"("object":11,"class":9,"refs":null)");
  tale.call("GarbageCollectionFinished");
  Seen seen;
  (void)judge(tale.text(), {}, &seen);
  std::map<Call, rules::Callback> by_call;
  for (const rules::Callback& callback : seen.callbacks) by_call[callback.call] = callback;
  CHECK(by_call[Call::kInitializeForAttach].data_bytes == 12);
  CHECK(by_call[Call::kInitializeForAttach].data_is_null);
  CHECK(by_call[Call::kThreadNameChanged].thread_id == 77);
  CHECK(by_call[Call::kThreadNameChanged].text == "worker");
  CHECK(by_call[Call::kModuleAttachedToAssembly].module == 5);
  CHECK(by_call[Call::kModuleAttachedToAssembly].assembly == 6);
  CHECK(subject_of(by_call[Call::kModuleAttachedToAssembly]) == 5);
  CHECK(by_call[Call::kClassLoadFinished].object_class == 9);
  CHECK(by_call[Call::kClassLoadFinished].status == -2147467259);
  CHECK(by_call[Call::kJITCompilationFinished].function == 8);
  CHECK(by_call[Call::kJITCompilationFinished].safe_to_block);
  CHECK(by_call[Call::kJITInlining].caller == 3);
  CHECK(by_call[Call::kJITInlining].function == 4);
  CHECK(by_call[Call::kAppDomainShutdownStarted].appdomain == 2);
  CHECK(by_call[Call::kExceptionCatcherEnter].object == 1);
  CHECK(by_call[Call::kGarbageCollectionStarted].generations == std::vector<std::uint8_t>{1, 1, 0, 1, 0});
  CHECK(by_call[Call::kGarbageCollectionStarted].generation_values ==
        std::vector<std::uint64_t>{7, 1, 0, 1, 0});
  CHECK(by_call[Call::kObjectReferences].null_array);
  // No data of an earlier line is left.
  CHECK(by_call[Call::kGarbageCollectionFinished].object == 0);
  CHECK(by_call[Call::kGarbageCollectionFinished].generations.empty());
  CHECK_FALSE(by_call[Call::kGarbageCollectionFinished].null_array);
  CHECK(by_call[Call::kGarbageCollectionStarted].text.empty());
}

TEST_CASE("lines: an Info call is seen at its return with the arguments of its entry") {
  Tale tale = empty_tale();
  tale.call("Initialize").info("GetEnvironmentVariable", R"([64,"PATH"])", R"([5,"value"])");
  tale.call("GarbageCollectionStarted", R"("generations":[true],"reason":1)");
  tale.info("GetObjectSize", "[4096]", "[24]");
  tale.steps.back().inside.back().fields += R"(,"null":[0,2])";
  tale.steps.back().inside.back().hr = -1;
  tale.call("GarbageCollectionFinished").info("ICorProfilerObjectEnum::Next", "[10]", "[[],0]");
  Seen seen;
  (void)judge(tale.text(), {}, &seen);
  REQUIRE(seen.infos.size() == 3);
  CHECK(seen.infos[0].method == InfoMethod::kGetEnvironmentVariable);
  CHECK(seen.infos[0].name == "GetEnvironmentVariable");
  CHECK(seen.infos[0].first_arg == 64u);
  CHECK(seen.infos[0].second_arg_text == "PATH");
  CHECK(seen.infos[0].first_out == 5u);
  CHECK(seen.infos[0].inside_call == Call::kInitialize);
  CHECK(seen.infos[0].open);
  CHECK_FALSE(seen.infos[0].asked.has_value());
  CHECK(seen.infos[1].inside_call == Call::kGarbageCollectionStarted);
  CHECK(seen.infos[1].hr == -1);
  CHECK(seen.infos[1].null_outs == 5);
  CHECK(seen.infos[2].method == rules::kEnumNext);
  CHECK(seen.infos[2].name == "ICorProfilerObjectEnum::Next");
  CHECK(seen.infos_open == std::vector<std::size_t>{0, 0, 0});
  CHECK(seen.callbacks_open == std::vector<std::size_t>{0, 0, 0});
}

TEST_CASE("lines: a scenario question is an Info call inside the callback of its line") {
  Tale tale = empty_tale();
  tale.call("GarbageCollectionStarted", R"("generations":[true],"reason":1)");
  const auto ask = [&](const std::string& fields) {
    tale.steps.back().inside.push_back({.kind = Step::Kind::kModel, .name = "answer", .fields = fields});
  };
  ask(R"("ask":3,"method":"GetObjectSize","inside":1,"hr":2147942487,"out":[null])");
  ask(R"("ask":4,"method":"GetObjectSize2","inside":1,"args":[4096],"hr":0,"out":[24])");
  tale.model("answer", R"("ask":5,"method":"GetThreadInfo","inside":null,"hr":0,"out":[1])");
  Seen seen;
  (void)judge(tale.text(), {}, &seen);
  REQUIRE(seen.infos.size() == 3);
  CHECK(seen.infos[0].asked == 3u);
  CHECK(seen.infos[0].inside == 1);
  CHECK(seen.infos[0].inside_call == Call::kGarbageCollectionStarted);
  CHECK(seen.infos[0].hr == static_cast<std::int32_t>(0x80070057));
  CHECK_FALSE(seen.infos[0].first_out.has_value());
  CHECK(seen.infos[1].inside == 1);
  CHECK(seen.infos[1].inside_call == Call::kGarbageCollectionStarted);
  CHECK(seen.infos[1].first_arg == 4096u);
  CHECK(seen.infos[1].first_out == 24u);
  CHECK(seen.infos[2].inside == rules::kNoLine);
  CHECK(seen.infos[2].inside_call == Call::kOther);
}

TEST_CASE("History: a return is matched with its entry while other threads have open calls") {
  rules::History history;
  rules::Callback callback;
  callback.call = Call::kThreadCreated;
  callback.thread_id = 7;
  callback.line = 1;
  history.take(callback);
  for (std::uint64_t line = 2; line < 2000; line += 2) {
    callback.call = Call::kClassLoadStarted;
    callback.object_class = line;
    callback.line = line;
    callback.thread = 1;
    history.take(callback);
    const rules::Return done = history.matched({.entry = line, .line = line + 1, .thread = 1});
    CHECK(done.known);
    CHECK(done.call == Call::kClassLoadStarted);
    CHECK(done.subject == line);
    history.take(done);
    CHECK(history.in_flight().find(line) == nullptr);
  }
  // A long call does not keep calls that begin and end meanwhile.
  CHECK(history.in_flight().calls().size() < 200);
  const rules::Return late = history.matched({.entry = 1, .line = 3000});
  CHECK(late.call == Call::kThreadCreated);
  CHECK(late.subject == 7);
  CHECK_FALSE(history.matched({.entry = 5000, .line = 5001}).known);
  CHECK_FALSE(history.matched({.entry = 2, .line = 5001}).known);
}

TEST_CASE("KeptValues: kept lists and tables outlive their line") {
  rules::ValueCopies kept;
  {
    const std::string text = "text that is longer than a short string may be";
    std::vector<std::uint64_t> cells{1, 2, 3, 4};
    const trace::Table table{.rows = 2,
                             .width = 2,
                             .columns = {trace::Column{.data = cells.data(), .stride = 16},
                                         trace::Column{.data = cells.data() + 1, .stride = 16}}};
    const std::vector<trace::Value> inner{trace::number(5), trace::text(text)};
    const std::vector<trace::Value> outer{trace::list(inner), trace::table(table)};
    const trace::Value all = trace::list(outer);
    kept = rules::ValueCopies(&all);
    std::fill(cells.begin(), cells.end(), 0);
  }
  const rules::ValueCopies moved = std::move(kept);
  REQUIRE(moved.values().size() == 2);
  CHECK(moved.values()[0].list[0].number == 5);
  CHECK(moved.values()[0].list[1].text == "text that is longer than a short string may be");
  CHECK(moved.values()[1].table.columns[1].at(1) == 4);
  CHECK(rules::ValueCopies(nullptr).values().empty());
}

TEST_CASE("History: the header gives the callback version and the alignment") {
  rules::Judge judge;
  read(empty_tale().text(), [&](const trace::Event& event) { judge.take(event); });
  CHECK(judge.history().header().callback_version == 4u);
  CHECK(judge.history().header().alignment == 1u);
}

}  // namespace gcrucible::tests
