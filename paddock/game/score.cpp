#include "paddock/game/score.h"

#include <algorithm>
#include <bit>

#include "paddock/core/text.h"

namespace paddock {
namespace {

constexpr int kRounds = 10;
using Keys = std::array<AesBlock, kRounds + 1>;

/// Times x in GF(2^8), modulo x^8 + x^4 + x^3 + x + 1.
constexpr std::uint8_t doubled(std::uint8_t a) {
  return static_cast<std::uint8_t>((a << 1) ^ ((a & 0x80) != 0 ? 0x1b : 0));
}

/// The inverse in GF(2^8), then the affine map of section 5.1.1. 3 generates the field: p runs
/// through its powers, q through those of the inverse.
constexpr std::array<std::uint8_t, 256> make_substitutes() {
  std::array<std::uint8_t, 256> table{};
  table[0] = 0x63;
  std::uint8_t p = 1, q = 1;
  do {
    p = static_cast<std::uint8_t>(p ^ doubled(p));  // times 3
    // divided by 3: times 0xf6, as shifts that add up to it
    q = static_cast<std::uint8_t>(q ^ (q << 1));
    q = static_cast<std::uint8_t>(q ^ (q << 2));
    q = static_cast<std::uint8_t>(q ^ (q << 4));
    if ((q & 0x80) != 0) q = static_cast<std::uint8_t>(q ^ 0x09);
    table[p] = static_cast<std::uint8_t>(q ^ std::rotl(q, 1) ^ std::rotl(q, 2) ^ std::rotl(q, 3) ^
                                         std::rotl(q, 4) ^ 0x63);
  } while (p != 1);
  return table;
}
constexpr std::array<std::uint8_t, 256> kSubstitutes = make_substitutes();

/// Section 5.2: each word is the one four before it, xor the word before it; at the start of a
/// round key that one is rotated, substituted and marked with the round.
Keys expand(const AesBlock& key) {
  Keys keys{key};
  std::uint8_t mark = 1;
  for (std::size_t round = 1; round < keys.size(); ++round) {
    const AesBlock& old = keys[round - 1];
    AesBlock& made = keys[round];
    for (std::size_t i = 0; i < 4; ++i)
      made[i] = static_cast<std::uint8_t>(old[i] ^ kSubstitutes[old[12 + (i + 1) % 4]]);
    made[0] = static_cast<std::uint8_t>(made[0] ^ mark);
    for (std::size_t i = 4; i < 16; ++i) made[i] = static_cast<std::uint8_t>(old[i] ^ made[i - 4]);
    mark = doubled(mark);
  }
  return keys;
}

void add_key(AesBlock& state, const AesBlock& key) {
  for (std::size_t i = 0; i < 16; ++i) state[i] = static_cast<std::uint8_t>(state[i] ^ key[i]);
}

/// SubBytes and ShiftRows: row r of column c comes from column c + r.
AesBlock substituted_and_shifted(const AesBlock& state) {
  AesBlock moved{};
  for (std::size_t c = 0; c < 4; ++c)
    for (std::size_t r = 0; r < 4; ++r)
      moved[4 * c + r] = kSubstitutes[state[4 * ((c + r) % 4) + r]];
  return moved;
}

void mix_columns(AesBlock& state) {
  for (std::size_t c = 0; c < 16; c += 4) {
    const std::array<std::uint8_t, 4> a{state[c], state[c + 1], state[c + 2], state[c + 3]};
    const int all = a[0] ^ a[1] ^ a[2] ^ a[3];
    for (std::size_t r = 0; r < 4; ++r)
      state[c + r] = static_cast<std::uint8_t>(
          a[r] ^ all ^ doubled(static_cast<std::uint8_t>(a[r] ^ a[(r + 1) % 4])));
  }
}

}  // namespace

AesBlock aes128_encrypt(const AesBlock& key, const AesBlock& block) {
  const Keys keys = expand(key);
  AesBlock state = block;
  add_key(state, keys[0]);
  for (std::size_t round = 1; round <= kRounds; ++round) {
    state = substituted_and_shifted(state);
    if (round < kRounds) mix_columns(state);
    add_key(state, keys[round]);
  }
  return state;
}

std::string score_code(std::string_view code, double score, double max, std::string_view user) {
  const std::string text = concat(code, '|', score, '|', max, '|', user);
  std::string hex;
  for (std::size_t at = 0; at < text.size(); at += 16) {
    AesBlock block{};
    std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(at),
                std::min<std::size_t>(16, text.size() - at), block.begin());
    for (const std::uint8_t byte : aes128_encrypt(kScoreKey, block)) {
      constexpr std::string_view kDigits = "0123456789ABCDEF";
      hex += kDigits[byte >> 4];
      hex += kDigits[byte & 15];
    }
  }
  return hex;
}

}  // namespace paddock
