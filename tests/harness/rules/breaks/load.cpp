// Violations of the rules about loads, ids, and the life of threads.
#include "tests/harness/rules/breaks/breaks.h"

namespace gcrucible::tests {
namespace {

// Assembly 1 with module 10 and classes 100 and 101, then assembly 2 with module 20 and class 200, which is
// unloaded again. Thread 5 exists from the beginning; thread 6 starts and ends.
Tale loads() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[654,0])";
  const auto begin = [&](const char* kind, const char* key, int id) {
    tale.call(std::string(kind) + "Started", "\"" + std::string(key) + "\":" + std::to_string(id));
  };
  const auto end = [&](const char* kind, const char* key, int id) {
    tale.call(std::string(kind) + "Finished",
              "\"" + std::string(key) + "\":" + std::to_string(id) + ",\"status\":0");
  };
  tale.call("Initialize");
  tale.call("ThreadCreated", R"("thread":5)");
  tale.call("ThreadAssignedToOSThread", R"("thread":5,"os":null)").info("GetThreadInfo", "[5]", "[77]");
  for (const int assembly : {1, 2}) {
    const int module = 10 * assembly;
    begin("AssemblyLoad", "assembly", assembly);
    begin("ModuleLoad", "module", module);
    end("ModuleLoad", "module", module);
    tale.call("ModuleAttachedToAssembly",
              "\"module\":" + std::to_string(module) + ",\"assembly\":" + std::to_string(assembly));
    end("AssemblyLoad", "assembly", assembly);
  }
  for (const int type : {100, 101, 200}) {
    begin("ClassLoad", "class", type);
    end("ClassLoad", "class", type);
  }
  tale.info("GetClassIDInfo2", "[200,0]", "[20,33554433,null,0,null]");
  tale.call("ThreadNameChanged", R"("thread":6,"name":"six")");
  tale.info("GetClassIDInfo", "[200]", "[20,33554433]");
  tale.call("ThreadCreated", R"("thread":6)").steps.back().thread = 1;
  tale.call("ThreadAssignedToOSThread", R"("thread":6,"os":null)").steps.back().thread = 1;
  tale.call("ThreadDestroyed", R"("thread":6)").steps.back().thread = 1;
  tale.call("GarbageCollectionStarted", R"("generations":[true,false,false,false,false],"reason":0)");
  tale.call("ObjectReferences", R"("object":4096,"class":200,"refs":[])");
  tale.call("GarbageCollectionFinished");
  begin("AssemblyUnload", "assembly", 2);
  begin("ModuleUnload", "module", 20);
  begin("ClassUnload", "class", 200);
  end("ClassUnload", "class", 200);
  end("ModuleUnload", "module", 20);
  end("AssemblyUnload", "assembly", 2);
  tale.call("GarbageCollectionStarted", R"("generations":[true,true,true,true,true],"reason":0)");
  tale.call("ObjectReferences", R"("object":4104,"class":100,"refs":[])");
  tale.call("GarbageCollectionFinished");
  tale.call("Shutdown");
  return tale;
}

// Function 8 is compiled while 7 is. The compilation of 9 fails.
Tale compilations() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[32,0])";
  tale.call("Initialize");
  tale.call("JITCompilationStarted", R"("function":7,"safe_to_block":true)");
  tale.call("JITCompilationStarted", R"("function":9,"safe_to_block":true)");
  tale.call("JITCompilationStarted", R"("function":8,"safe_to_block":true)");
  tale.call("JITCompilationFinished", R"("function":8,"status":0,"safe_to_block":true)");
  tale.call("JITCompilationFinished", R"("function":7,"status":0,"safe_to_block":true)");
  tale.call("Shutdown");
  return tale;
}

void as_simulated(Tale& tale) {
  tale.header.replace(tale.header.find("recorded"), 8, "simulated");
}

// Under a mask that enables all allocations.
Tale allocations() {
  Tale tale;
  tale.header = R"("source":"recorded","runtime":"net10","event_mask":[8388992,0])";
  tale.call("Initialize");
  tale.call("ObjectAllocated", R"("object":4096,"class":5)");
  tale.call("ObjectAllocated", R"("object":4104,"class":5)");
  tale.call("Shutdown");
  return tale;
}

}  // namespace

std::vector<Break> load_breaks() {
  return {
      {"ids/unique",
       {"loads/at-once", "loads/ended-at-shutdown"},
       [](Tale& t) { t.insert_after("ClassLoadStarted", t.at("ClassLoadStarted")); },
       loads},
      {"ids/never-null",
       {},
       [](Tale& t) { t.edit("ThreadNameChanged", "\"thread\":6", "\"thread\":0"); },
       loads},
      {"ids/load-pairs", {}, [](Tale& t) { t.erase("ModuleLoadStarted"); }, loads},
      {"ids/die-with-container",
       {},
       [](Tale& t) {
         t.erase("ModuleUnloadStarted");
         t.erase("ClassUnloadStarted");
         t.erase("ClassUnloadFinished");
         t.erase("ModuleUnloadFinished");
       },
       loads},
      {"ids/class-window",
       {},
       [](Tale& t) { t.edit("ObjectReferences", "\"class\":100", "\"class\":200", 1); },
       loads},
      {"ids/thread-window",
       {},
       [](Tale& t) {
         t.at("Shutdown")
             .inside.push_back({.kind = Step::Kind::kInfo,
                                .name = "GetThreadInfo",
                                .fields = "\"args\":[6]",
                                .out = "[78]"});
       },
       loads},
      {"ids/class-id-reuse",
       {},
       [](Tale& t) { t.at("ThreadNameChanged").inside[0].out = "[20,33554434]"; },
       loads},
      {"ids/instances-differ",
       {},
       [](Tale& t) {
         t.at("Shutdown")
             .inside.push_back({.kind = Step::Kind::kInfo,
                                .name = "GetClassIDInfo2",
                                .fields = "\"args\":[100,0]",
                                .out = "[10,33554433,null,0,null]"});
         t.at("Shutdown")
             .inside.push_back({.kind = Step::Kind::kInfo,
                                .name = "GetClassIDInfo2",
                                .fields = "\"args\":[101,0]",
                                .out = "[10,33554433,null,0,null]"});
       },
       loads},
      {"ids/object-id-reuse",
       {"allocation/each-object"},
       [](Tale& t) { t.insert_after("ObjectAllocated", t.at("ObjectAllocated")); },
       allocations},
      {"references/class-of-unloading",
       {},
       [](Tale& t) { t.edit("ObjectReferences", "\"class\":100", "\"class\":0", 1); },
       loads},
      {"loads/status",
       {},
       [](Tale& t) { t.edit("ClassLoadFinished", "\"status\":0", "\"status\":1"); },
       loads},
      {"loads/nest",
       {"ids/die-with-container"},
       [](Tale& t) { t.move_after("ModuleUnloadFinished", "AssemblyUnloadFinished"); },
       loads},
      {"loads/known",
       {},
       [](Tale& t) { t.edit("ModuleAttachedToAssembly", "\"module\":10", "\"module\":12"); },
       loads},
      {"loads/unload-inside",
       {},
       [](Tale& t) { t.move_after("ModuleUnloadStarted", "ClassUnloadFinished"); },
       loads},
      {"loads/attached-once", {}, [](Tale& t) { t.erase("ModuleAttachedToAssembly"); }, loads},
      {"loads/at-once", {}, [](Tale& t) { t.move_after("ThreadNameChanged", "ClassLoadStarted"); }, loads},
      {"loads/compilation-pairs", {}, [](Tale& t) { t.erase("JITCompilationStarted"); }, compilations},
      {"loads/compilation-pairs",
       {},
       [](Tale& t) { t.edit("JITCompilationFinished", "8", "6"); },
       compilations},
      {"loads/compilation-pairs",
       {},
       [](Tale& t) { t.move_after("JITCompilationStarted", "JITCompilationFinished", 2); },
       compilations},
      {"loads/compilation-pairs",
       {},
       [](Tale& t) { t.insert_after("JITCompilationFinished", t.at("JITCompilationFinished")); },
       compilations},
      {"loads/compilation-pairs",
       {},
       [](Tale& t) {
         as_simulated(t);
         t.insert_after("JITCompilationStarted", t.at("JITCompilationStarted"));
       },
       compilations},
      {"loads/ended-at-shutdown", {"loads/at-once"}, [](Tale& t) { t.erase("AssemblyLoadFinished"); }, loads},
      {"threads/known",
       {},
       [](Tale& t) { t.insert_after("ThreadDestroyed", t.at("ThreadDestroyed")); },
       loads},
      {"threads/assigned-at-once", {}, [](Tale& t) { t.erase("ThreadAssignedToOSThread"); }, loads},
  };
}

}  // namespace gcrucible::tests
