// Every IID a second time, and the two tables of interface versions.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "harness/abi/abi.h"
#include "tests/support/catch.h"

namespace gcrucible::abi {
namespace {

struct NamedIid {
  std::string_view name;
  GUID iid;
  std::string_view text;
};

const std::vector<NamedIid>& all_iids() {
  static const std::vector<NamedIid> kAll = {
      {"IUnknown", IUnknown::iid, "{00000000-0000-0000-C000-000000000046}"},
      {"IClassFactory", IClassFactory::iid, "{00000001-0000-0000-C000-000000000046}"},
      {"ICorProfilerCallback", ICorProfilerCallback::iid, "{176FBED1-A55C-4796-98CA-A9DA0EF883E7}"},
      {"ICorProfilerCallback2", ICorProfilerCallback2::iid, "{8A8CC829-CCF2-49FE-BBAE-0F022228071A}"},
      {"ICorProfilerCallback3", ICorProfilerCallback3::iid, "{4FD2ED52-7731-4B8D-9469-03D2CC3086C5}"},
      {"ICorProfilerCallback4", ICorProfilerCallback4::iid, "{7B63B2E3-107D-4D48-B2F6-F61E229470D2}"},
      {"ICorProfilerCallback5", ICorProfilerCallback5::iid, "{8DFBA405-8C9F-45F8-BFFA-83B14CEF78B5}"},
      {"ICorProfilerCallback6", ICorProfilerCallback6::iid, "{FC13DF4B-4448-4F4F-950C-BA8D19D00C36}"},
      {"ICorProfilerCallback7", ICorProfilerCallback7::iid, "{F76A2DBA-1D52-4539-866C-2AA518F9EFC3}"},
      {"ICorProfilerCallback8", ICorProfilerCallback8::iid, "{5BED9B15-C079-4D47-BFE2-215A140C07E0}"},
      {"ICorProfilerCallback9", ICorProfilerCallback9::iid, "{27583EC3-C8F5-482F-8052-194B8CE4705A}"},
      {"ICorProfilerCallback10", ICorProfilerCallback10::iid, "{CEC5B60E-C69C-495F-87F6-84D28EE16FFB}"},
      {"ICorProfilerCallback11", ICorProfilerCallback11::iid, "{42350846-AAED-47F7-B128-FD0C98881CDE}"},
      {"ICorProfilerInfo", ICorProfilerInfo::iid, "{28B5557D-3F3F-48B4-90B2-5F9EEA2F6C48}"},
      {"ICorProfilerInfo2", ICorProfilerInfo2::iid, "{CC0935CD-A518-487D-B0BB-A93214E65478}"},
      {"ICorProfilerInfo3", ICorProfilerInfo3::iid, "{B555ED4F-452A-4E54-8B39-B5360BAD32A0}"},
      {"ICorProfilerInfo4", ICorProfilerInfo4::iid, "{0D8FDCAA-6257-47BF-B1BF-94DAC88466EE}"},
      {"ICorProfilerInfo5", ICorProfilerInfo5::iid, "{07602928-CE38-4B83-81E7-74ADAF781214}"},
      {"ICorProfilerInfo6", ICorProfilerInfo6::iid, "{F30A070D-BFFB-46A7-B1D8-8781EF7B698A}"},
      {"ICorProfilerInfo7", ICorProfilerInfo7::iid, "{9AEECC0D-63E0-4187-8C00-E312F503F663}"},
      {"ICorProfilerInfo8", ICorProfilerInfo8::iid, "{C5AC80A6-782E-4716-8044-39598C60CFBF}"},
      {"ICorProfilerInfo9", ICorProfilerInfo9::iid, "{008170DB-F8CC-4796-9A51-DC8AA0B47012}"},
      {"ICorProfilerInfo10", ICorProfilerInfo10::iid, "{2F1B5152-C869-40C9-AA5F-3ABE026BD720}"},
      {"ICorProfilerInfo11", ICorProfilerInfo11::iid, "{06398876-8987-4154-B621-40A00D6E4D04}"},
      {"ICorProfilerInfo12", ICorProfilerInfo12::iid, "{27B24CCD-1CB1-47C5-96EE-98190DC30959}"},
      {"ICorProfilerInfo13", ICorProfilerInfo13::iid, "{6E6C7EE2-0701-4EC2-9D29-2E8733B66934}"},
      {"ICorProfilerInfo14", ICorProfilerInfo14::iid, "{F460E352-D76D-4FE9-835F-F6AF9D6E862D}"},
      {"ICorProfilerInfo15", ICorProfilerInfo15::iid, "{B446462D-BD22-41DD-872D-DC714C49EB56}"},
      {"ICorProfilerObjectEnum", ICorProfilerObjectEnum::iid, "{2C6269BD-2D13-4321-AE12-6686365FD6AF}"},
      {"ICorProfilerThreadEnum", ICorProfilerThreadEnum::iid, "{571194F7-25ED-419F-AA8B-7016B3159701}"},
      {"ICorProfilerModuleEnum", ICorProfilerModuleEnum::iid, "{B0266D75-2081-4493-AF7F-028BA34DB891}"},
      {"ICorProfilerFunctionEnum", ICorProfilerFunctionEnum::iid, "{FF71301A-B994-429D-A10B-B345A65280EF}"},
      {"ICorProfilerMethodEnum", ICorProfilerMethodEnum::iid, "{FCCEE788-0088-454B-A811-C99F298D1942}"},
      {"IMethodMalloc", IMethodMalloc::iid, "{A0EFB28B-6EE2-4D7B-B983-A75EF7BEEDB8}"},
      {"ICorProfilerFunctionControl", ICorProfilerFunctionControl::iid,
       "{F0963021-E1EA-4732-8581-E01B0BD3C0C6}"},
      {"ICorProfilerAssemblyReferenceProvider", ICorProfilerAssemblyReferenceProvider::iid,
       "{66A78C24-2EEF-4F65-B45F-DD1D8038BF3C}"},
  };
  return kAll;
}

TEST_CASE("IIDs: every interface has its documented IID") {
  for (const NamedIid& each : all_iids()) {
    INFO(each.name);
    CHECK(format_guid(each.iid).view() == each.text);
  }
}

TEST_CASE("IIDs: no two interfaces share one") {
  for (const NamedIid& one : all_iids()) {
    const auto same = [&](const NamedIid& other) { return other.iid == one.iid; };
    INFO(one.name);
    CHECK(std::count_if(all_iids().begin(), all_iids().end(), same) == 1);
  }
}

template <std::size_t N>
void check_versions(const std::array<InterfaceInfo, N>& interfaces, std::string_view prefix) {
  std::uint16_t next_slot = 3;
  for (std::size_t i = 0; i < N; ++i) {
    const InterfaceInfo& each = interfaces[i];
    const std::string name = std::string(prefix) + (i == 0 ? "" : std::to_string(i + 1));
    INFO(name);
    CHECK(each.version == i + 1);
    CHECK(each.name == name);
    const auto named = std::find_if(all_iids().begin(), all_iids().end(),
                                    [&](const NamedIid& other) { return other.name == name; });
    REQUIRE(named != all_iids().end());
    CHECK(each.iid == named->iid);
    CHECK(each.first_slot == next_slot);
    CHECK(each.last_slot >= each.first_slot);
    next_slot = static_cast<std::uint16_t>(each.last_slot + 1);
    CHECK(interface_version(interfaces, each.iid) == static_cast<int>(i) + 1);
  }
}

TEST_CASE("IIDs: the interface tables are complete") {
  check_versions(kCallbackInterfaces, "ICorProfilerCallback");
  check_versions(kInfoInterfaces, "ICorProfilerInfo");
  CHECK(interface_version(kCallbackInterfaces, IUnknown::iid) == 0);
  CHECK(interface_version(kCallbackInterfaces, ICorProfilerInfo::iid) == -1);
  CHECK(interface_version(kInfoInterfaces, ICorProfilerCallback2::iid) == -1);
  CHECK(interface_version(kInfoInterfaces, IClassFactory::iid) == -1);
}

TEST_CASE("IIDs: the constants of the metadata interfaces have their values") {
  CHECK(format_guid(IID_IMetaDataImport).view() == "{7DAC8207-D3AE-4C75-9B67-92801A497D44}");
  CHECK(format_guid(IID_IMetaDataImport2).view() == "{FCE5EFA0-8BBA-4F8E-A036-8F2022B08466}");
  CHECK(format_guid(IID_IMetaDataEmit).view() == "{BA3FEE4C-ECB9-4E41-83B7-183FA41CD859}");
  CHECK(format_guid(IID_IMetaDataEmit2).view() == "{F5DD9950-F693-42E6-830E-7B833E8146A9}");
  CHECK(format_guid(IID_IMetaDataAssemblyImport).view() == "{EE62470B-E94B-424E-9B7C-2F00C9249F93}");
  CHECK(format_guid(IID_IMetaDataAssemblyEmit).view() == "{211EF15B-5317-4438-B196-DEC87B887693}");
}

}  // namespace
}  // namespace gcrucible::abi
