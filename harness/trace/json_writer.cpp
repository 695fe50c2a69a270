#include "harness/trace/json_writer.h"

namespace gcrucible::trace {

void JsonWriter::format(const Event& event) {
  text_.clear();
  const auto place = [&] {
    text_.raw("{\"n\":");
    text_.number(event.n);
    text_.key("t");
    text_.number(event.thread);
  };
  switch (event.kind) {
    case EventKind::kHeader:
      text_.raw("{\"gcrucible_trace\":");
      text_.number(kFormatVersion);
      break;
    case EventKind::kCallback:
      place();
      text_.key("call");
      text_.text(event.name);
      break;
    case EventKind::kInfo:
      place();
      text_.key("info");
      text_.text(event.name);
      if (event.link != kNoLine) {
        text_.key("inside");
        text_.number(event.link);
      }
      break;
    case EventKind::kReturn:
      place();
      text_.key("ret");
      text_.number(event.link);
      text_.key("hr");
      text_.signed_number(event.hr);
      break;
    case EventKind::kProbe:
      place();
      text_.key("probe");
      text_.text(event.name);
      break;
    case EventKind::kModel:
      place();
      text_.key("model");
      text_.text(event.name);
      break;
    case EventKind::kEnd:
      text_.raw("{\"end\":true");
      text_.key("lines");
      text_.number(event.n + 1);
      break;
  }
  for (const Field& field : event.fields) {
    text_.key(field.key);
    text_.value(field.value);
  }
  text_.raw("}\n");
}

void JsonWriter::on(const Event& event) {
  format(event);
  const std::span<const char> line = text_.characters();
  if (!holds_) return output_.write(line);
  if (event.kind != EventKind::kHeader) {
    held_.insert(held_.end(), line.begin(), line.end());
    return;
  }
  output_.write(line);
  if (!held_.empty()) output_.write(held_);
  held_ = {};
  holds_ = false;
}

}  // namespace gcrucible::trace
