// NumPy's .npz files: a zip archive of arrays, each grown row by row. Rows wait in files without
// names beside the archive, so that runs of any length fit and nothing is left behind by one that
// is never finished. Format: numpy.lib.format 1.0, zip with 64-bit sizes, nothing compressed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "paddock/core/error.h"

namespace paddock {

/// NumPy's name of a number type, little-endian.
template <class T>
constexpr const char* npy_type() {
  if constexpr (std::is_same_v<T, float>) return "<f4";
  if constexpr (std::is_same_v<T, double>) return "<f8";
  if constexpr (std::is_same_v<T, std::uint8_t>) return "|u1";
  if constexpr (std::is_same_v<T, std::uint16_t>) return "<u2";
  if constexpr (std::is_same_v<T, std::uint32_t>) return "<u4";
  if constexpr (std::is_same_v<T, std::int64_t>) return "<i8";
}

class NpzWriter {
 public:
  explicit NpzWriter(std::string path) : path_(std::move(path)) {}

  /// An empty array of T by its number; each row has this shape, {} being a single number.
  template <class T>
  Result<std::size_t> add(const std::string& name, std::vector<std::size_t> row_shape = {}) {
    return add_array(name, npy_type<T>(), sizeof(T), std::move(row_shape));
  }
  /// A row, or several whole ones.
  template <class T>
  Result<void> append(std::size_t array, std::span<const T> values) {
    return append_bytes(array, values.data(), values.size_bytes());
  }
  /// A whole array of words, in UTF-8.
  Result<void> add_words(const std::string& name, std::span<const std::string> words);

  /// Writes the file, in place of one that was there; an Error leaves that as it is.
  Result<void> finish();

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  struct Array {
    std::string name, type;
    std::vector<std::size_t> row_shape;
    std::size_t row_bytes{};
    std::uint64_t bytes{};     // so far
    std::uint32_t checksum{};  // of these
    std::unique_ptr<std::FILE, CloseFile> rows;
  };
  Result<std::size_t> add_array(const std::string& name, std::string type, std::size_t item_bytes,
                                std::vector<std::size_t> row_shape);
  Result<void> append_bytes(std::size_t array, const void* bytes, std::size_t size);
  Result<void> write_archive(const std::string& path);
  static std::string npy_header(const Array& array);
  tl::unexpected<Error> cannot_write() const;

  std::string path_;
  std::vector<Array> arrays_;
};

}  // namespace paddock
