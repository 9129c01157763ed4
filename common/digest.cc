#include "common/digest.h"

#include <openssl/evp.h>

#include "absl/log/check.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"

namespace tenuki {

std::optional<Digest> Digest::FromHex(std::string_view hex) {
  std::string bytes;
  if (hex.size() != 2 * kBytes || !absl::HexStringToBytes(hex, &bytes)) return std::nullopt;
  return FromBytes(bytes);
}

std::optional<Digest> Digest::FromBytes(std::string_view bytes) {
  if (bytes.size() != kBytes) return std::nullopt;
  Digest digest;
  std::copy(bytes.begin(), bytes.end(), digest.bytes_.begin());
  return digest;
}

std::string Digest::ToHex() const { return absl::BytesToHexString(bytes()); }

namespace {

// EVP_sha256() is looked up among the providers anew at each use, which costs more than hashing a short text.
const EVP_MD* Sha256() {
  static const EVP_MD* const kAlgorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return kAlgorithm;
}

}  // namespace

struct DigestBuilder::Context {
  Context() : evp(EVP_MD_CTX_new()) {
    CHECK(evp != nullptr);
    Start();
  }
  ~Context() { EVP_MD_CTX_free(evp); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  void Start() { CHECK_EQ(EVP_DigestInit_ex2(evp, Sha256(), nullptr), 1); }

  EVP_MD_CTX* evp;
};

DigestBuilder::DigestBuilder() : context_(std::make_unique<Context>()) {}
DigestBuilder::~DigestBuilder() = default;
DigestBuilder::DigestBuilder(DigestBuilder&&) noexcept = default;
DigestBuilder& DigestBuilder::operator=(DigestBuilder&&) noexcept = default;

DigestBuilder& DigestBuilder::Add(std::string_view bytes) {
  CHECK_EQ(EVP_DigestUpdate(context_->evp, bytes.data(), bytes.size()), 1);
  return *this;
}

DigestBuilder& DigestBuilder::AddField(std::string_view bytes) { return AddNumber(bytes.size()).Add(bytes); }

DigestBuilder& DigestBuilder::AddNumber(uint64_t number) {
  char little_endian[8];
  for (int i = 0; i < 8; ++i) little_endian[i] = static_cast<char>(number >> 8 * i);
  return Add(std::string_view(little_endian, sizeof(little_endian)));
}

Digest DigestBuilder::Finish() {
  std::array<uint8_t, Digest::kBytes> bytes;
  unsigned size = 0;
  CHECK_EQ(EVP_DigestFinal_ex(context_->evp, bytes.data(), &size), 1);
  CHECK_EQ(size, Digest::kBytes);
  context_->Start();
  return Digest(bytes);
}

Digest DigestOf(std::string_view bytes) { return DigestBuilder().Add(bytes).Finish(); }

}  // namespace tenuki
