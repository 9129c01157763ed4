// SHA-256: names by content. Cells, inputs and tables are stored and compared under their digests (law 3).
//
//   Digest digest = DigestOf(bytes);
//   digest.ToHex()                        // 64 hexadecimal digits
//
//   DigestBuilder builder;                // for what does not come in one piece
//   builder.Add(first).Add(second);
//   builder.Finish();
//
// A value, like int; a builder belongs to one thread.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tenuki {

class Digest {
 public:
  static constexpr size_t kBytes = 32;

  Digest() = default;
  explicit Digest(const std::array<uint8_t, kBytes>& bytes) : bytes_(bytes) {}
  // Nothing unless it is 64 hexadecimal digits, or 32 bytes.
  static std::optional<Digest> FromHex(std::string_view hex);
  static std::optional<Digest> FromBytes(std::string_view bytes);

  std::string ToHex() const;
  // The first 12 digits: enough for people to tell two apart.
  std::string Short() const { return ToHex().substr(0, 12); }
  std::string_view bytes() const { return {reinterpret_cast<const char*>(bytes_.data()), kBytes}; }

  friend auto operator<=>(const Digest&, const Digest&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const Digest& digest) {
    return H::combine(std::move(state), digest.bytes_);
  }

 private:
  std::array<uint8_t, kBytes> bytes_{};
};

class DigestBuilder {
 public:
  DigestBuilder();
  ~DigestBuilder();
  DigestBuilder(DigestBuilder&&) noexcept;
  DigestBuilder& operator=(DigestBuilder&&) noexcept;

  DigestBuilder& Add(std::string_view bytes);
  // A field of a structure: its length goes in as well, so that ("ab", "c") differs from ("a", "bc").
  DigestBuilder& AddField(std::string_view bytes);
  DigestBuilder& AddNumber(uint64_t number);
  // The digest of all that was added. The builder is empty again afterwards.
  Digest Finish();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

Digest DigestOf(std::string_view bytes);

}  // namespace tenuki
