// The netpbm grey format: magic, width, height, maximum, then samples. Comments run from # to the
// end of the line and may stand anywhere in the header.
#include "paddock/io/pgm.h"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "paddock/io/file.h"

namespace paddock {
namespace {

class PgmReader {
 public:
  explicit PgmReader(std::string_view bytes) : bytes_(bytes) {}

  /// The next decimal number of at most 9 digits; nothing at anything else.
  std::optional<int> number() {
    skip_blanks();
    int value = 0, digits = 0;
    for (; at_ < bytes_.size() && bytes_[at_] >= '0' && bytes_[at_] <= '9'; ++at_, ++digits) {
      if (digits == 9) return {};
      value = value * 10 + (bytes_[at_] - '0');
    }
    if (digits == 0) return {};
    return value;
  }
  void skip(std::size_t count) { at_ += count; }
  std::string_view rest() const { return at_ < bytes_.size() ? bytes_.substr(at_) : ""; }

 private:
  void skip_blanks() {
    for (; at_ < bytes_.size(); ++at_) {
      const char c = bytes_[at_];
      if (c == '#')
        while (at_ + 1 < bytes_.size() && bytes_[at_ + 1] != '\n') ++at_;
      else if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\v' && c != '\f')
        return;
    }
  }
  std::string_view bytes_;
  std::size_t at_{};
};

struct PgmHeader {
  int width{}, height{}, maximum{};
};

Result<PgmHeader> read_header(PgmReader& reader) {
  const auto width = reader.number(), height = reader.number(), maximum = reader.number();
  if (!width || !height || !maximum)
    return fail(ErrorCode::Invalid,
                "PGM header must hold width, height and maximum, got something else");
  if (*width < 1 || *height < 1 || *height > kPgmPixelLimit / *width)
    return fail(ErrorCode::Limit, "PGM must have 1 to ", kPgmPixelLimit, " pixels, got ", *width,
                " x ", *height);
  if (*maximum < 1 || *maximum > 65535)
    return fail(ErrorCode::Invalid, "PGM maximum must be 1 to 65535, got ", *maximum);
  return PgmHeader{*width, *height, *maximum};
}

std::uint8_t to_byte(int value, int maximum) {
  return static_cast<std::uint8_t>((value * 255 + maximum / 2) / maximum);
}

tl::unexpected<Error> cut_short(const PgmHeader& header, std::size_t got) {
  return fail(ErrorCode::Invalid, "PGM must hold ", header.width, " x ", header.height,
              " values, got ", got);
}

tl::unexpected<Error> too_bright(const PgmHeader& header, int value) {
  return fail(ErrorCode::Invalid, "PGM values must be at most ", header.maximum, ", got ", value);
}

Result<Image> read_text(PgmReader& reader, const PgmHeader& header) {
  // each value takes two characters at least: a short file asks for no large buffer
  const auto count =
      static_cast<std::size_t>(header.width) * static_cast<std::size_t>(header.height);
  if (reader.rest().size() < 2 * count - 1) return cut_short(header, reader.rest().size() / 2);
  Image image = Image::blank(header.width, header.height, 1);
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = reader.number();
    if (!value) return cut_short(header, i);
    if (*value > header.maximum) return too_bright(header, *value);
    image.pixels[i] = to_byte(*value, header.maximum);
  }
  return image;
}

Result<Image> read_binary(PgmReader& reader, const PgmHeader& header) {
  reader.skip(1);  // exactly one blank after the maximum
  const std::string_view samples = reader.rest();
  const std::size_t wide = header.maximum > 255 ? 2 : 1;
  const auto count =
      static_cast<std::size_t>(header.width) * static_cast<std::size_t>(header.height);
  if (samples.size() < count * wide) return cut_short(header, samples.size() / wide);
  Image image = Image::blank(header.width, header.height, 1);
  for (std::size_t i = 0; i < count; ++i) {
    int value = 0;
    // the most significant byte comes first
    for (std::size_t k = 0; k < wide; ++k)
      value = value * 256 + static_cast<unsigned char>(samples[i * wide + k]);
    if (value > header.maximum) return too_bright(header, value);
    image.pixels[i] = to_byte(value, header.maximum);
  }
  return image;
}

}  // namespace

Result<Image> read_pgm_bytes(std::string_view bytes) {
  const std::string_view magic = bytes.substr(0, 2);
  if (magic != "P2" && magic != "P5")
    return fail(ErrorCode::Invalid, "PGM must begin with P2 or P5, got something else");
  PgmReader reader(bytes);
  reader.skip(2);
  const auto header = read_header(reader);
  if (!header) return tl::unexpected(header.error());
  return magic == "P2" ? read_text(reader, *header) : read_binary(reader, *header);
}

Result<Image> read_pgm(const std::string& path) {
  // 16 bits a pixel and a header
  const auto bytes = read_file(path, std::size_t{2} * kPgmPixelLimit + 4096);
  if (!bytes) return tl::unexpected(bytes.error());
  auto image = read_pgm_bytes(*bytes);
  if (!image) return tl::unexpected(image.error().within(path));
  return image;
}

}  // namespace paddock
