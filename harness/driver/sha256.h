// SHA-256 by OpenSSL, to identify the exact library that was tested.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

struct evp_md_ctx_st;  // OpenSSL's EVP_MD_CTX

namespace gcrucible::driver {

class Sha256 {
 public:
  // Throws std::runtime_error if OpenSSL has no SHA-256 or no memory.
  Sha256();

  void add(std::span<const std::byte> bytes);
  // Returns 64 hexadecimal digits. Nothing may be added afterwards.
  std::string finish();

 private:
  struct Release {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Release> context_;
};

}  // namespace gcrucible::driver
