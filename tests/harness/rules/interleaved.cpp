#include "tests/harness/rules/interleaved.h"

namespace gcrucible::tests {
namespace {

std::string after_comma(std::string_view fields) {
  return fields.empty() ? std::string() : "," + std::string(fields);
}

}  // namespace

Interleaved::Interleaved(std::string_view mask, std::string_view source) {
  text_ = R"({"gcrucible_trace":1,"alignment":1,"runtime":"net10","callback_version":10,"source":")" +
          std::string(source) + R"(","event_mask":)" + std::string(mask) + "}\n";
}

std::uint64_t Interleaved::line(std::uint32_t thread, const std::string& members) {
  text_ += "{\"n\":" + std::to_string(++lines_) + ",\"t\":" + std::to_string(thread) + "," + members + "}\n";
  threads_.push_back(static_cast<char>(thread));
  return lines_;
}

std::uint64_t Interleaved::enter(std::uint32_t thread, std::string_view name, std::string_view fields) {
  return line(thread, "\"call\":\"" + std::string(name) + "\"" + after_comma(fields));
}

std::uint64_t Interleaved::ask(std::uint32_t thread, std::string_view method, std::string_view args,
                               std::uint64_t inside) {
  return line(thread, "\"info\":\"" + std::string(method) + "\"" +
                          (inside == 0 ? "" : ",\"inside\":" + std::to_string(inside)) +
                          ",\"args\":" + std::string(args));
}

Interleaved& Interleaved::end(std::uint64_t entry, std::int32_t hr, std::string_view out) {
  line(static_cast<std::uint32_t>(threads_[entry - 1]),
       "\"ret\":" + std::to_string(entry) + ",\"hr\":" + std::to_string(hr) +
           (out.empty() ? "" : ",\"out\":" + std::string(out)));
  return *this;
}

Interleaved& Interleaved::call(std::uint32_t thread, std::string_view name, std::string_view fields) {
  return end(enter(thread, name, fields));
}

Interleaved& Interleaved::set(std::uint32_t thread, std::uint32_t low) {
  return end(ask(thread, "SetEventMask", "[" + std::to_string(low) + "]"));
}

Interleaved& Interleaved::start(std::uint32_t thread) {
  return call(thread, "GarbageCollectionStarted",
              R"("generations":[true,false,false,false,false],"reason":1)");
}

std::string Interleaved::text() const {
  return text_ + "{\"end\":true,\"lines\":" + std::to_string(lines_ + 2) + "}\n";
}

}  // namespace gcrucible::tests
