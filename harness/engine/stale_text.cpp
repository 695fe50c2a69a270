#include "harness/engine/stale_text.h"

namespace gcrucible::engine {

namespace {

void write_object(platform::CrashText& out, const StaleAddress& stale, std::string_view name) {
  if (stale.object == sim::kNoObject) {
    out.text("an object");
    return;
  }
  out.text("object ");
  out.decimal(stale.object);
  if (!name.empty()) {
    out.text(" \"");
    out.text(name);
    out.text("\"");
  }
}

void write_range(platform::CrashText& out, const StaleAddress& stale) {
  out.text(" (the range ");
  out.hexadecimal(stale.from);
  out.text(" to ");
  out.hexadecimal(stale.to);
  out.text(", ");
  out.decimal(stale.length);
  out.text(" bytes)");
}

void write_fate(platform::CrashText& out, const StaleAddress& stale) {
  if (stale.lives) {
    out.text("; it is at ");
    out.hexadecimal(stale.now);
    out.text(" now");
  } else if (stale.object != sim::kNoObject) {
    out.text("; it has died since");
  }
}

void write_forgotten(platform::CrashText& out, const StaleAddress& stale) {
  if (stale.forgotten == 0) return;
  out.text(": collection ");
  out.decimal(stale.forgotten);
  out.text(" had more than 65536 ranges and deaths");
}

// Ranges are remembered, objects are not. The range may be all that is known.
void write_moved_range(platform::CrashText& out, const StaleAddress& stale) {
  out.text(", in a range that collection ");
  out.decimal(stale.collection);
  out.text(" moved from ");
  out.hexadecimal(stale.from);
  out.text(" to ");
  out.hexadecimal(stale.to);
  out.text(", ");
  out.decimal(stale.length);
  out.text(" bytes; which of its objects was there is not remembered");
  write_forgotten(out, stale);
}

}  // namespace

void write_stale(platform::CrashText& out, const StaleAddress& stale, std::string_view name) {
  switch (stale.kind) {
    case StaleAddress::Kind::kVacated:
      out.text(", memory that the simulated heap has given up; who was there is not remembered");
      write_forgotten(out, stale);
      return;
    case StaleAddress::Kind::kInterior:
      out.text(", inside ");
      write_object(out, stale, name);
      out.text(" at ");
      out.hexadecimal(stale.id);
      return;
    case StaleAddress::Kind::kAhead:
      out.text(", where ");
      write_object(out, stale, name);
      out.text(" is not yet: collection ");
      out.decimal(stale.collection);
      out.text(" is about to move it there from ");
      out.hexadecimal(stale.now);
      write_range(out, stale);
      return;
    case StaleAddress::Kind::kMoved:
      if (stale.object == sim::kNoObject) {
        write_moved_range(out, stale);
        return;
      }
      out.text(", memory that ");
      write_object(out, stale, name);
      out.text(" left in collection ");
      out.decimal(stale.collection);
      out.text(": its ObjectID was ");
      out.hexadecimal(stale.id);
      write_range(out, stale);
      write_fate(out, stale);
      return;
    case StaleAddress::Kind::kDied:
      out.text(", memory of ");
      write_object(out, stale, name);
      out.text(", which died in collection ");
      out.decimal(stale.collection);
      out.text(": its ObjectID was ");
      out.hexadecimal(stale.id);
      out.text(", in none of that collection's ranges");
      return;
  }
}

}  // namespace gcrucible::engine
