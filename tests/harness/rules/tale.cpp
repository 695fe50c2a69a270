#include "tests/harness/rules/tale.h"

#include <algorithm>
#include <utility>

#include "harness/trace/read/reader.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

constexpr std::int32_t kFail = -2147467259;  // E_FAIL

std::string with_comma(const std::string& fields) {
  return fields.empty() ? fields : "," + fields;
}

void render(const Step& step, std::uint64_t& n, std::uint64_t inside, std::string& text) {
  const std::uint64_t entry = n++;
  const std::string place = "{\"n\":" + std::to_string(entry) + ",\"t\":" + std::to_string(step.thread);
  if (step.kind == Step::Kind::kModel) {
    text += place + ",\"model\":\"" + step.name + "\"" + with_comma(step.fields) + "}\n";
    return;
  }
  const bool info = step.kind == Step::Kind::kInfo;
  const bool probe = step.kind == Step::Kind::kProbe;
  text += place + (info ? ",\"info\":\"" : probe ? ",\"probe\":\"" : ",\"call\":\"") + step.name + "\"";
  if (info && inside != 0) text += ",\"inside\":" + std::to_string(inside);
  text += with_comma(step.fields) + "}\n";
  for (const Step& each : step.inside) render(each, n, entry, text);
  if (!step.returns) return;
  text += "{\"n\":" + std::to_string(n++) + ",\"t\":" + std::to_string(step.thread) +
          ",\"ret\":" + std::to_string(entry) + ",\"hr\":" + std::to_string(step.hr) +
          (info    ? ",\"out\":" + step.out
           : probe ? with_comma(step.out)
                   : "") +
          "}\n";
}

void objects(Tale& tale, const std::vector<std::pair<int, std::string>>& references) {
  for (const auto& [at, targets] : references) {
    tale.call("ObjectReferences",
              "\"object\":" + std::to_string(at) + ",\"class\":5,\"refs\":[" + targets + "]");
  }
}

const char* const kTenBefore =
    "[0,8,1,0,0],[1,9,1,0,0],[2,10,2,0,0],[3,12,1,0,0],[4,13,2,0,0],[5,15,1,0,0],[6,16,1,0,0],[7,17,1,0,0],"
    "[8,18,1,0,0],[9,19,1,0,0]";
const char* const kTenAfter =
    "[0,7,1,1,0],[2,8,2,1,0],[3,10,1,1,0],[5,11,1,1,0],[6,12,1,1,0],[7,13,1,1,0],[8,14,1,1,0]";
const char* const kTenPlugs = "[8,7,1,0,false],[10,8,3,0,false],[15,11,4,0,false]";
// The last block in two adjacent ranges.
const char* const kSplitTable = "[[8,7,1],[10,8,3],[15,11,2],[17,13,2]]";

void suspend(Tale& tale) {
  tale.call("RuntimeSuspendStarted", "\"reason\":1");
  tale.call("RuntimeSuspendFinished");
}
void resume(Tale& tale) {
  tale.call("RuntimeResumeStarted");
  tale.call("RuntimeResumeFinished");
}

void first_collection(Tale& tale) {
  tale.model("collection", R"("collection":1,"line":20,"generation":2,"induced":true)");
  suspend(tale);
  tale.model("heap",
             std::string(R"("collection":1,"when":"before","ranges":[[0,0,6,14,26],[1,3,1000,200,300],)") +
                 R"([2,4,2000,40,100],[3,5,3000,8,8]],"objects":[)" + kTenBefore +
                 R"(,[10,1000,100,3,1],[11,1100,100,3,1],[14,2000,8,4,1],[15,3000,8,5,1]],"whole":true)");
  tale.model("plan", std::string(R"("collection":1,"condemned":[true,true,true,true,true,false],)") +
                         R"("compacts":[true,true,true,false,false,false],"survivors":9,"dead":4,"plugs":[)" +
                         kTenPlugs + R"(,[1000,1000,100,3,false],[2000,2000,8,4,true]],"deaths":[1,4,9,11])");
  tale.call("GarbageCollectionStarted", R"("generations":[true,true,true,true,true],"reason":1)");
  tale.call("ObjectsAllocatedByClass", R"("classes":[[5,10]])");
  tale.model("queued", R"("collection":1,"objects":[[7,0]])");
  tale.call("FinalizeableObjectQueued", R"("object":17,"flags":0)");
  tale.call("SurvivingReferences2", R"("ranges":[[1000,100]])");
  tale.call("SurvivingReferences", R"("ranges":[[1000,100]])");
  // The profiler returns a failure, so the older call is left out.
  tale.call("SurvivingReferences2", R"("ranges":[[2000,8]])").steps.back().hr = kFail;
  tale.call("MovedReferences2", std::string("\"ranges\":") + kSplitTable);
  tale.call("MovedReferences", std::string("\"ranges\":") + kSplitTable);
  tale.call("RootReferences2", R"("roots":[[7,1,0,900],[0,1,0,900],[1000,3,0,77],[2000,3,1,79],[13,2,0,0]])");
  tale.call("RootReferences", R"("roots":[7,0,1000,2000,13])");
  tale.call("ConditionalWeakTableElementReferences", R"("elements":[[7,8,78]])");
  objects(tale, {{3000, ""},
                 {7, "8,10"},
                 {8, "11"},
                 {10, "12"},
                 {11, ""},
                 {12, "14,1000"},
                 {13, ""},
                 {14, ""},
                 {1000, ""},
                 {2000, ""}});
  tale.model("heap", std::string(R"("collection":1,"when":"after","ranges":[[0,1,6,9,26],[4,0,100,0,100],)") +
                         R"([1,3,1000,100,300],[2,4,2000,40,100],[3,5,3000,8,8]],"objects":[)" + kTenAfter +
                         R"(,[10,1000,100,3,1],[14,2000,8,4,1],[15,3000,8,5,1]],"whole":true)");
  tale.call("GarbageCollectionFinished");
  resume(tale);
}

void second_collection(Tale& tale) {
  tale.model("collection", R"("collection":2,"line":30,"generation":0,"induced":false)");
  suspend(tale);
  const std::string old = std::string(kTenAfter) + ",[10,1000,100,3,1],[14,2000,8,4,1],[15,3000,8,5,1]";
  const std::string ranges =
      "[0,1,6,9,26],[4,0,100,32,100],[1,3,1000,100,300],[2,4,2000,40,100],[3,5,3000,8,8]";
  tale.model("heap", R"("collection":2,"when":"before","ranges":[)" + ranges + R"(],"objects":[)" + old +
                         R"(,[12,100,8,0,0],[13,108,8,0,0],[16,116,8,0,0],[17,124,8,0,0]],"whole":true)");
  tale.model("plan",
             std::string(R"("collection":2,"condemned":[true,false,false,false,false,false],)") +
                 R"("compacts":[false,false,false,false,false,false],"survivors":3,"dead":1,)" +
                 R"("plugs":[[100,100,8,0,false],[116,116,8,0,false],[124,124,8,0,true]],"deaths":[13])");
  tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":0)");
  tale.call("ObjectsAllocatedByClass", R"("classes":[[5,4]])");
  tale.call("SurvivingReferences2", R"("ranges":[[100,8],[116,8],[124,8]])");
  tale.call("SurvivingReferences", R"("ranges":[[100,8],[116,8],[124,8]])");
  tale.call("RootReferences2", R"("roots":[[100,1,0,900],[116,1,0,900],[124,1,1,900]])");
  tale.call("RootReferences", R"("roots":[100,116,124])");
  tale.call("ObjectReferences", R"("object":3000,"class":5,"refs":[])").steps.back().hr = kFail;
  tale.model("heap", R"("collection":2,"when":"after","ranges":[)" + ranges + R"(],"objects":[)" + old +
                         R"(,[12,100,8,1,0],[16,116,8,1,0],[17,124,8,1,0]],"whole":true)");
  tale.call("GarbageCollectionFinished");
  resume(tale);
}

}  // namespace

Tale& Tale::call(std::string name, std::string fields) {
  steps.push_back({.name = std::move(name), .fields = std::move(fields)});
  return *this;
}

Tale& Tale::model(std::string name, std::string fields) {
  steps.push_back({.kind = Step::Kind::kModel, .name = std::move(name), .fields = std::move(fields)});
  return *this;
}

Tale& Tale::info(std::string name, std::string args, std::string out) {
  steps.back().inside.push_back({.kind = Step::Kind::kInfo,
                                 .name = std::move(name),
                                 .fields = "\"args\":" + std::move(args),
                                 .out = std::move(out)});
  return *this;
}

std::size_t Tale::index(std::string_view name, std::size_t which) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].name == name && which-- == 0) return i;
  }
  INFO("no such step: " << name);
  REQUIRE(false);
  return 0;
}

Step& Tale::at(std::string_view name, std::size_t which) {
  return steps[index(name, which)];
}

void Tale::erase(std::string_view name, std::size_t which) {
  steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(index(name, which)));
}

void Tale::erase_all(std::string_view name) {
  std::erase_if(steps, [&](const Step& step) { return step.name == name; });
}

void Tale::insert_before(std::string_view name, Step step, std::size_t which) {
  steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(index(name, which)), std::move(step));
}

void Tale::insert_after(std::string_view name, Step step, std::size_t which) {
  steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(index(name, which) + 1), std::move(step));
}

void Tale::move_after(std::string_view name, std::string_view after, std::size_t which,
                      std::size_t which_after) {
  Step step = at(name, which);
  erase(name, which);
  insert_after(after, std::move(step), which_after);
}

void Tale::edit(std::string_view name, std::string_view from, std::string_view to, std::size_t which) {
  std::string& fields = at(name, which).fields;
  const std::size_t place = fields.find(from);
  INFO(name << " has no " << from);
  REQUIRE(place != std::string::npos);
  fields.replace(place, from.size(), to);
}

std::string Tale::text() const {
  // Addresses are small numbers that are easy to compare.
  const bool aligned = header.find("alignment") != std::string::npos;
  std::string text =
      "{\"gcrucible_trace\":1" + with_comma(header) + (aligned ? "" : ",\"alignment\":1") + "}\n";
  std::uint64_t n = 1;
  for (const Step& step : steps) render(step, n, 0, text);
  if (!end.empty()) text += "{" + end + ",\"lines\":" + std::to_string(n + 1) + "}\n";
  return text;
}

Step make_info(std::string name, std::string args, std::string out, std::uint32_t thread) {
  return {.kind = Step::Kind::kInfo,
          .name = std::move(name),
          .fields = "\"args\":" + std::move(args),
          .out = std::move(out),
          .thread = thread};
}

Step make_call(std::string name, std::string fields) {
  return {.name = std::move(name), .fields = std::move(fields)};
}

void read(const std::string& text, const std::function<void(const trace::Event&)>& take) {
  trace::Reader reader = trace::Reader::of_text("tale", text);
  trace::Line line;
  trace::Reader::Step step = reader.next(line);
  for (; step == trace::Reader::Step::kLine; step = reader.next(line)) take(line.event());
  INFO((reader.error() == nullptr ? std::string() : reader.error()->text()));
  REQUIRE(step != trace::Reader::Step::kError);
}

std::vector<rules::Verdict> judge(const std::string& text, const rules::Selection& selection,
                                  rules::Observer* observer) {
  rules::Judge judge(selection, observer);
  read(text, [&](const trace::Event& event) { judge.take(event); });
  return std::move(judge).verdicts();
}

std::vector<std::string> broken(const std::vector<rules::Verdict>& verdicts) {
  std::vector<std::string> ids;
  for (const rules::Verdict& verdict : verdicts) {
    if (verdict.standing == rules::Standing::kBroken) ids.emplace_back(verdict.rule->id);
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

Tale two_collections() {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[8454592,0])";
  tale.call("Initialize").info("QueryInterface", "[\"ICorProfilerInfo10\"]");
  tale.info("SetEventMask2", "[8454592,0]");
  for (const char* const handle : {"77", "78", "79"}) {
    tale.call("HandleCreated", "\"handle\":" + std::string(handle) + R"(,"object":0)");
  }
  first_collection(tale);
  tale.call("HandleDestroyed", R"("handle":77)");
  tale.call("ObjectAllocated", R"("object":100,"class":5)");
  for (const char* const object : {"108", "116", "124"}) {
    tale.call("ObjectAllocated", "\"object\":" + std::string(object) + R"(,"class":5)");
  }
  second_collection(tale);
  tale.call("Shutdown");
  return tale;
}

Tale recorded_collections() {
  Tale tale = two_collections();
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[8454592,0])";
  std::erase_if(tale.steps, [](const Step& step) { return step.kind == Step::Kind::kModel; });
  // Here the initial objects are announced.
  for (const char* const object :
       {"8", "9", "10", "12", "13", "15", "16", "17", "18", "19", "1000", "1100", "2000"}) {
    tale.insert_after("Initialize",
                      make_call("ObjectAllocated", "\"object\":" + std::string(object) + R"(,"class":5)"));
  }
  // Here the second round of references is complete, so it reports all live objects.
  tale.erase("ObjectReferences", 10);
  for (const char* const object :
       {"3000", "7", "8", "10", "11", "12", "13", "14", "1000", "2000", "100", "116", "124"}) {
    tale.insert_before(
        "GarbageCollectionFinished",
        make_call("ObjectReferences", "\"object\":" + std::string(object) + R"(,"class":5,"refs":[])"), 1);
  }
  const auto ask = [&](std::string_view callback, std::size_t which, int count, const std::string& ranges) {
    tale.at(callback, which)
        .inside.push_back({.kind = Step::Kind::kInfo,
                           .name = "GetGenerationBounds",
                           .fields = R"("args":[64])",
                           .out = "[" + std::to_string(count) + ",[" + ranges + "]]"});
  };
  const std::string uoh = "[4,2000,40,100],[3,1000,200,300]";
  ask("GarbageCollectionStarted", 0, 3, uoh + ",[0,6,14,26]");
  ask("GarbageCollectionFinished", 0, 4, uoh + ",[1,6,9,26],[0,100,0,100]");
  ask("GarbageCollectionStarted", 1, 4, uoh + ",[1,6,9,26],[0,100,32,100]");
  ask("GarbageCollectionFinished", 1, 4, uoh + ",[1,6,9,26],[0,100,32,100]");
  return tale;
}

Tale ten_objects(const std::string& ranges) {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[128,0])";
  tale.call("Initialize");
  tale.model("names", R"("objects":[[0,"O1"],[1,"O2"],[2,"O3"],[3,"O4"],[4,"O5"],[5,"O6"],[6,"O7"],[7,"O8"],)"
                      R"([8,"O9"],[9,"O10"]])");
  tale.model("collection", R"("collection":1,"line":20,"generation":0,"induced":true)");
  tale.model("heap", std::string(R"("collection":1,"when":"before","ranges":[[0,0,7,13,25]],"objects":[)") +
                         kTenBefore + R"(],"whole":true)");
  tale.model("plan",
             std::string(R"("collection":1,"condemned":[true,false,false,false,false,false],)") +
                 R"("compacts":[true,false,false,false,false,false],"survivors":7,"dead":3,"plugs":[)" +
                 kTenPlugs + R"(],"deaths":[1,4,9])");
  tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":1)");
  tale.call("MovedReferences2", "\"ranges\":" + ranges);
  tale.call("MovedReferences", "\"ranges\":" + ranges);
  objects(tale, {{7, ""}, {8, ""}, {10, ""}, {11, ""}, {12, ""}, {13, ""}, {14, ""}});
  tale.model("heap", std::string(R"("collection":1,"when":"after","ranges":[[0,1,7,8,25]],"objects":[)") +
                         kTenAfter + R"(],"whole":true)");
  tale.call("GarbageCollectionFinished");
  tale.call("Shutdown");
  return tale;
}

}  // namespace gcrucible::tests
