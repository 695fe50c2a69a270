#include "harness/driver/sha256.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/evp.h>

#include <array>
#include <stdexcept>
#include <string_view>

namespace gcrucible::driver {
namespace {

// Checks a result of OpenSSL's functions, which return 1 on success.
void demand(int answer) {
  if (answer == 1) return;
  std::array<char, 256> why{};
  ERR_error_string_n(ERR_get_error(), why.data(), why.size());
  throw std::runtime_error(fmt::format("OpenSSL makes no SHA-256: {}", std::string_view(why.data())));
}

}  // namespace

void Sha256::Release::operator()(evp_md_ctx_st* context) const {
  EVP_MD_CTX_free(context);
}

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  demand(context_ != nullptr && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

void Sha256::add(std::span<const std::byte> bytes) {
  demand(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()));
}

std::string Sha256::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  demand(EVP_DigestFinal_ex(context_.get(), digest.data(), &size));
  std::string text;
  for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

}  // namespace gcrucible::driver
