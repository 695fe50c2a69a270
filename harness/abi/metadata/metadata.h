// The part of the metadata interfaces that the profiling interface needs: IIDs, and opaque pointers.
// GetModuleMetaData and GetTokenAndMetaDataFromFunction take such an IID and return an IUnknown.
#pragma once

#include "harness/abi/unknown.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

struct IMetaDataImport;
struct IMetaDataImport2;
struct IMetaDataEmit;
struct IMetaDataEmit2;
struct IMetaDataAssemblyImport;
struct IMetaDataAssemblyEmit;
struct IMetaDataTables;
struct IMetaDataTables2;
struct IMetaDataInfo;
struct IMetaDataDispenser;
struct IMetaDataDispenserEx;
struct ISequentialStream;

GCRUCIBLE_OWN inline constexpr GUID IID_IMetaDataImport = make_guid("7DAC8207-D3AE-4C75-9B67-92801A497D44");
GCRUCIBLE_OWN inline constexpr GUID IID_IMetaDataImport2 = make_guid("FCE5EFA0-8BBA-4F8E-A036-8F2022B08466");
GCRUCIBLE_OWN inline constexpr GUID IID_IMetaDataEmit = make_guid("BA3FEE4C-ECB9-4E41-83B7-183FA41CD859");
GCRUCIBLE_OWN inline constexpr GUID IID_IMetaDataEmit2 = make_guid("F5DD9950-F693-42E6-830E-7B833E8146A9");
GCRUCIBLE_OWN inline constexpr GUID IID_IMetaDataAssemblyImport =
    make_guid("EE62470B-E94B-424E-9B7C-2F00C9249F93");
GCRUCIBLE_OWN inline constexpr GUID IID_IMetaDataAssemblyEmit =
    make_guid("211EF15B-5317-4438-B196-DEC87B887693");
GCRUCIBLE_OWN inline constexpr GUID IID_IMetaDataTables = make_guid("D8F579AB-402D-4B8E-82D9-5D63B1065C68");
GCRUCIBLE_OWN inline constexpr GUID IID_IMetaDataTables2 = make_guid("BADB5F70-58DA-43A9-A1C6-D74819F19B15");
GCRUCIBLE_OWN inline constexpr GUID IID_IMetaDataInfo = make_guid("7998EA64-7F95-48B8-86FC-17CAF48BF5CB");
GCRUCIBLE_OWN inline constexpr GUID IID_IMetaDataDispenser =
    make_guid("809C652E-7396-11D2-9771-00A0C9B4D50C");
GCRUCIBLE_OWN inline constexpr GUID IID_IMetaDataDispenserEx =
    make_guid("31BCFCE2-DAFB-11D2-9F81-00C04F79A0A3");
GCRUCIBLE_OWN inline constexpr GUID IID_ISequentialStream = make_guid("0C733A30-2A1C-11CE-ADE5-00AA0044773D");

}  // namespace gcrucible::abi
