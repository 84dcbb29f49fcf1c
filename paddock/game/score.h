// Score codes: what a grading brought, as a text that students hand in and instructors read back.
// The key is printed in the AES standard, so a code is no proof: it only looks like one.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace paddock {

using AesBlock = std::array<std::uint8_t, 16>;

/// One block by AES-128, FIPS-197 section 5.1.
AesBlock aes128_encrypt(const AesBlock& key, const AesBlock& block);

/// The key of the standard's worked example.
inline constexpr AesBlock kScoreKey{0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6,
                                    0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c};

/// "code|score|max|user" in blocks of 16 bytes, the last filled up with zeros, each encrypted on
/// its own, as upper-case hex. Numbers in their shortest form: 10, 2.5.
std::string score_code(std::string_view code, double score, double max, std::string_view user);

}  // namespace paddock
