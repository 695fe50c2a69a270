// The last enumerator of each enumeration in a program, for code that treats all enumerations alike: the
// codec and the tests' generator. Greater values are invalid.
#pragma once

#include "harness/program/program.h"

namespace gcrucible::program {

template <typename Enumeration>
inline constexpr Enumeration kLast = Enumeration::no_such_enumerator;
template <>
inline constexpr ReportPart kLast<ReportPart> = ReportPart::kObjectReferences;
template <>
inline constexpr InfoEntry kLast<InfoEntry> = InfoEntry::kNotImplemented;
template <>
inline constexpr Generation kLast<Generation> = Generation::kFrozen;
template <>
inline constexpr Backing kLast<Backing> = Backing::kNone;
template <>
inline constexpr Destination kLast<Destination> = Destination::kSlide;
template <>
inline constexpr TypeKind kLast<TypeKind> = TypeKind::kValue;
template <>
inline constexpr Finalizer kLast<Finalizer> = Finalizer::kCritical;
template <>
inline constexpr Graph::Kind kLast<Graph::Kind> = Graph::Kind::kRandomTree;
template <>
inline constexpr AddRoot::Kind kLast<AddRoot::Kind> = AddRoot::Kind::kStatic;
template <>
inline constexpr CreateHandle::Kind kLast<CreateHandle::Kind> = CreateHandle::Kind::kRefCounted;
template <>
inline constexpr LifeSpec::Load kLast<LifeSpec::Load> = LifeSpec::Load::kAttach;
template <>
inline constexpr LifeSpec::Exit kLast<LifeSpec::Exit> = LifeSpec::Exit::kStore;
template <>
inline constexpr AttachInside::Place kLast<AttachInside::Place> = AttachInside::Place::kResume;
template <>
inline constexpr Mode kLast<Mode> = Mode::kSweep;
template <>
inline constexpr PinnedPolicy kLast<PinnedPolicy> = PinnedPolicy::kStay;
template <>
inline constexpr Background::Phase kLast<Background::Phase> = Background::Phase::kEnd;
template <>
inline constexpr Schedule::Kind kLast<Schedule::Kind> = Schedule::Kind::kFree;
template <>
inline constexpr Schedule::Turns kLast<Schedule::Turns> = Schedule::Turns::kWhole;
template <>
inline constexpr Stop kLast<Stop> = Stop::kLate;
template <>
inline constexpr Family kLast<Family> = Family::kSurviving;
template <>
inline constexpr ReportEdit::Kind kLast<ReportEdit::Kind> = ReportEdit::Kind::kReferencesAfterError;
template <>
inline constexpr Said::Kind kLast<Said::Kind> = Said::Kind::kFlag;
template <>
inline constexpr CallEdit::Kind kLast<CallEdit::Kind> = CallEdit::Kind::kClaim;
template <>
inline constexpr EntryEdit::Kind kLast<EntryEdit::Kind> = EntryEdit::Kind::kNewAddresses;
template <>
inline constexpr EntryEdit::Variant kLast<EntryEdit::Variant> = EntryEdit::Variant::kOlder;

}  // namespace gcrucible::program
