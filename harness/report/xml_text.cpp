#include "harness/report/xml_text.h"

namespace gcrucible::report {

std::string escaped(std::string_view text) {
  std::string xml;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '&':
        xml += "&amp;";
        break;
      case '<':
        xml += "&lt;";
        break;
      case '>':
        xml += "&gt;";
        break;
      case '"':
        xml += "&quot;";
        break;
      default:
        xml += (byte < 0x20 && c != '\n' && c != '\t') || byte >= 0x7F ? '?' : c;
    }
  }
  return xml;
}

}  // namespace gcrucible::report
