#include "paddock/io/npz.h"

#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "paddock/core/check.h"
#include "paddock/io/bytes.h"

namespace paddock {
namespace {

static_assert(std::endian::native == std::endian::little, "rows are written as they lie in memory");

constexpr std::uint16_t kZipVersion = 45;        // the first with 64-bit sizes
constexpr std::uint16_t kUtf8Names = 1 << 11;    // a flag
constexpr std::uint16_t kFirstDay = 1 << 5 | 1;  // 1980-01-01: the same run, the same bytes
constexpr std::uint16_t kIn64Bits = 0xffff;      // where a field is too small, its successor counts
constexpr std::uint32_t kIn64BitsWide = 0xffffffff;

std::uint32_t checksum_of(std::uint32_t before, const void* bytes, std::size_t size) {
  return static_cast<std::uint32_t>(
      crc32_z(before, static_cast<const unsigned char*>(bytes), size));
}

/// One array in the archive.
struct ZipEntry {
  std::string name;
  std::uint32_t checksum{};
  std::uint64_t size{}, offset{};
};

/// What stands alike before an entry and in the directory.
void put_entry(ByteWriter& out, const ZipEntry& entry, std::uint16_t extra_bytes) {
  out.u16(kZipVersion), out.u16(kUtf8Names), out.u16(0), out.u16(0), out.u16(kFirstDay);
  out.u32(entry.checksum), out.u32(kIn64BitsWide), out.u32(kIn64BitsWide);
  out.u16(static_cast<std::uint16_t>(entry.name.size())), out.u16(extra_bytes);
}
void put_sizes(ByteWriter& out, const ZipEntry& entry, std::uint16_t bytes) {
  out.u16(1), out.u16(bytes), out.u64(entry.size), out.u64(entry.size);
}

std::string zip_entry_header(const ZipEntry& entry) {
  ByteWriter out;
  out.u32(0x04034b50);
  put_entry(out, entry, 20);
  out.bytes(entry.name);
  put_sizes(out, entry, 16);
  return out.take();
}

/// All that follows the entries; the directory begins at `offset`.
std::string zip_directory(std::span<const ZipEntry> entries, std::uint64_t offset) {
  ByteWriter out;
  for (const ZipEntry& entry : entries) {
    out.u32(0x02014b50), out.u16(kZipVersion);
    put_entry(out, entry, 28);
    out.u16(0), out.u16(0), out.u16(0), out.u32(0), out.u32(kIn64BitsWide);
    out.bytes(entry.name);
    put_sizes(out, entry, 24), out.u64(entry.offset);
  }
  const std::uint64_t size = out.size();
  out.u32(0x06064b50), out.u64(44), out.u16(kZipVersion), out.u16(kZipVersion);
  out.u32(0), out.u32(0), out.u64(entries.size()), out.u64(entries.size());
  out.u64(size), out.u64(offset);
  out.u32(0x07064b50), out.u32(0), out.u64(offset + size), out.u32(1);
  out.u32(0x06054b50), out.u16(0), out.u16(0), out.u16(kIn64Bits), out.u16(kIn64Bits);
  out.u32(kIn64BitsWide), out.u32(kIn64BitsWide), out.u16(0);
  return out.take();
}

/// Code points; bytes that are no UTF-8 stand for themselves.
std::u32string code_points(std::string_view text) {
  std::u32string points;
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text[0]);
    const std::size_t size = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    char32_t point = size == 1 ? first : first & (0x7fu >> size);
    for (std::size_t i = 1; i < std::min(size, text.size()); ++i)
      point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
    points.push_back(point);
    text.remove_prefix(std::min(size, text.size()));
  }
  return points;
}

/// A file of its own folder that nobody else sees and that goes with its handle.
std::FILE* open_nameless(const std::string& path) {
  std::string name = path + ".rows-XXXXXX";
  const int handle = mkstemp(name.data());
  if (handle < 0) return nullptr;
  unlink(name.c_str());
  return fdopen(handle, "w+b");
}

bool copy_all(std::FILE* from, std::FILE* to) {
  std::rewind(from);
  std::vector<char> chunk(1 << 16);
  std::size_t size = 0;
  while ((size = std::fread(chunk.data(), 1, chunk.size(), from)) > 0)
    if (std::fwrite(chunk.data(), 1, size, to) != size) return false;
  return std::ferror(from) == 0;
}

}  // namespace

tl::unexpected<Error> NpzWriter::cannot_write() const {
  return fail(ErrorCode::Io, path_, ": must be writable, got ", std::strerror(errno));
}

Result<std::size_t> NpzWriter::add_array(const std::string& name, std::string type,
                                         std::size_t item_bytes,
                                         std::vector<std::size_t> row_shape) {
  Array array;
  array.name = name, array.type = std::move(type), array.row_bytes = item_bytes;
  array.row_shape = std::move(row_shape);
  for (const std::size_t size : array.row_shape) array.row_bytes *= size;
  array.rows.reset(open_nameless(path_));
  if (array.rows == nullptr) return cannot_write();
  arrays_.push_back(std::move(array));
  return arrays_.size() - 1;
}

Result<void> NpzWriter::append_bytes(std::size_t index, const void* bytes, std::size_t size) {
  Array& array = arrays_[index];
  PADDOCK_ASSERT(array.row_bytes > 0 ? size % array.row_bytes == 0 : size == 0, array.name, " ",
                 size);
  if (std::fwrite(bytes, 1, size, array.rows.get()) != size) return cannot_write();
  array.bytes += size;
  array.checksum = checksum_of(array.checksum, bytes, size);
  return {};
}

Result<void> NpzWriter::add_words(const std::string& name, std::span<const std::string> words) {
  std::vector<std::u32string> rows;
  std::size_t longest = 1;
  for (const std::string& word : words) {
    rows.push_back(code_points(word));
    longest = std::max(longest, rows.back().size());
  }
  const auto array = add_array(name, concat("<U", longest), longest * sizeof(char32_t), {});
  if (!array) return tl::unexpected(array.error());
  for (std::u32string& row : rows) {
    row.resize(longest);
    if (auto added = append_bytes(*array, row.data(), longest * sizeof(char32_t)); !added)
      return added;
  }
  return {};
}

std::string NpzWriter::npy_header(const Array& array) {
  // rows without any numbers are never appended
  const std::uint64_t rows = array.row_bytes > 0 ? array.bytes / array.row_bytes : 0;
  std::string shape = concat("(", rows, ",");
  for (const std::size_t size : array.row_shape) shape += concat(" ", size, ",");
  if (!array.row_shape.empty()) shape.pop_back();
  std::string about =
      concat("{'descr': '", array.type, "', 'fortran_order': False, 'shape': ", shape, "), }");
  constexpr std::size_t kBefore = 10, kWhole = 64;  // magic, version, length; what it is padded to
  while ((kBefore + about.size() + 1) % kWhole != 0) about += ' ';
  about += '\n';
  ByteWriter out;
  out.bytes("\x93NUMPY"), out.u8(1), out.u8(0);
  out.u16(static_cast<std::uint16_t>(about.size())), out.bytes(about);
  return out.take();
}

Result<void> NpzWriter::write_archive(const std::string& path) {
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "wb"));
  if (file == nullptr) return cannot_write();
  const auto put = [&](const std::string& bytes) {
    return std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  };
  std::vector<ZipEntry> entries;
  std::uint64_t offset = 0;
  for (const Array& array : arrays_) {
    const std::string header = npy_header(array);
    ZipEntry entry{
        .name = array.name + ".npy", .size = header.size() + array.bytes, .offset = offset};
    entry.checksum = static_cast<std::uint32_t>(
        crc32_combine(checksum_of(0, header.data(), header.size()), array.checksum,
                      static_cast<z_off_t>(array.bytes)));
    const std::string zip_header = zip_entry_header(entry);
    if (!put(zip_header) || !put(header) || !copy_all(array.rows.get(), file.get()))
      return cannot_write();
    offset += zip_header.size() + entry.size;
    entries.push_back(std::move(entry));
  }
  if (!put(zip_directory(entries, offset)) || std::fflush(file.get()) != 0) return cannot_write();
  return {};
}

Result<void> NpzWriter::finish() {
  const std::string draft = path_ + ".part";
  auto written = write_archive(draft);
  if (written && std::rename(draft.c_str(), path_.c_str()) != 0) written = cannot_write();
  std::error_code ignored;
  if (!written) std::filesystem::remove(draft, ignored);
  return written;
}

}  // namespace paddock
