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

}  // namespace

void write_stale(platform::CrashText& out, const StaleAddress& stale, std::string_view name) {
  switch (stale.kind) {
    case StaleAddress::Kind::kVacated:
      out.text(", memory that the simulated heap has given up; who was there is not remembered");
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
