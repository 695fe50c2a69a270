#include "harness/driver/sha256.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/evp.h>

#include <array>
#include <stdexcept>
#include <string_view>

namespace gcrucible::driver {
namespace {

// Of OpenSSL's functions, which return 1 where they have done what they are for.
void demand(int answer) {
  if (answer == 1) return;
  std::array<char, 256> why{};
  ERR_error_string_n(ERR_get_error(), why.data(), why.size());
  throw std::runtime_error(fmt::format("OpenSSL makes no SHA-256: {}", std::string_view(why.data())));
}

}  // namespace

struct Sha256::State {
  struct Release {
    void operator()(EVP_MD_CTX* made) const { EVP_MD_CTX_free(made); }
  };
  std::unique_ptr<EVP_MD_CTX, Release> context{EVP_MD_CTX_new()};
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  demand(state_->context != nullptr && EVP_DigestInit_ex(state_->context.get(), EVP_sha256(), nullptr) == 1);
}

Sha256::~Sha256() = default;

void Sha256::add(std::span<const std::byte> bytes) {
  demand(EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size()));
}

std::string Sha256::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  demand(EVP_DigestFinal_ex(state_->context.get(), digest.data(), &size));
  std::string text;
  for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

}  // namespace gcrucible::driver
