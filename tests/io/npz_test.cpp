// NumPy archives: their bytes, one by one; Python's own reader is tried by the command's tests.
#include "paddock/io/npz.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <map>

#include "paddock/io/bytes.h"
#include "paddock/io/file.h"

namespace paddock {
namespace {

namespace fs = std::filesystem;

/// A folder of its own that goes with it.
struct NpzFolder {
  fs::path path = fs::path(testing::TempDir()) / ("paddock_npz_" + std::to_string(getpid()));
  NpzFolder() { fs::create_directories(path); }
  ~NpzFolder() { fs::remove_all(path); }
  std::string file(const char* name) const { return (path / name).string(); }
  std::size_t count() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(path), fs::directory_iterator{}));
  }
};

struct NpyArray {
  std::string about, values;
};

/// What a zip reader finds: through the directory at the end, checksums compared.
std::map<std::string, NpyArray> arrays_in(const std::string& zip) {
  const std::string_view all = zip;
  ByteReader end(all.substr(all.size() - 22 - 20));
  EXPECT_EQ(end.u32(), 0x07064b50u);
  end.u32();
  ByteReader whole(all.substr(end.u64()));
  EXPECT_EQ(whole.u32(), 0x06064b50u);
  whole.bytes(8 + 2 + 2 + 4 + 4 + 8);
  const std::uint64_t entries = whole.u64();
  whole.u64();
  ByteReader directory(all.substr(whole.u64()));
  std::map<std::string, NpyArray> arrays;
  for (std::uint64_t i = 0; i < entries; ++i) {
    EXPECT_EQ(directory.u32(), 0x02014b50u);
    directory.bytes(12);
    const std::uint32_t checksum = directory.u32();
    directory.bytes(8);
    const std::uint16_t name_bytes = directory.u16();
    EXPECT_EQ(directory.u16(), 28);
    directory.bytes(14);
    const std::string name(directory.bytes(name_bytes));
    directory.bytes(4);
    const std::uint64_t size = directory.u64();
    EXPECT_EQ(directory.u64(), size);
    ByteReader entry(all.substr(directory.u64()));
    EXPECT_EQ(entry.u32(), 0x04034b50u);
    entry.bytes(22 + 4);
    EXPECT_EQ(entry.bytes(name_bytes), name);
    entry.bytes(20);
    const std::string_view npy = entry.bytes(size);
    EXPECT_EQ(crc32_of(npy), checksum) << name;
    EXPECT_EQ(npy.substr(0, 8), std::string_view("\x93NUMPY\x01\x00", 8));
    const std::size_t about = ByteReader(npy.substr(8)).u16();
    EXPECT_EQ((10 + about) % 64, 0u);
    arrays[name] = {std::string(npy.substr(10, about)), std::string(npy.substr(10 + about))};
  }
  EXPECT_TRUE(directory.ok());
  return arrays;
}

template <class T>
std::vector<T> numbers_in(const std::string& bytes) {
  std::vector<T> numbers(bytes.size() / sizeof(T));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

TEST(Npz, ArraysGrownInTurnsAreAllThereWithTheirShapes) {
  const NpzFolder folder;
  NpzWriter npz(folder.file("out.npz"));
  const std::size_t time = npz.add<double>("time").value();
  const std::size_t ranges = npz.add<float>("lidar@front_ranges", {3}).value();
  const std::size_t pictures = npz.add<std::uint8_t>("pictures", {1, 2, 3}).value();
  const std::size_t ticks = npz.add<std::int64_t>("ticks").value();

  for (int i = 0; i < 4; ++i) {
    const double now = 0.5 * i;
    const std::array row{1.0f * static_cast<float>(i), 2.0f, 3.0f};
    const std::array<std::uint8_t, 6> picture{1, 2, 3, 4, 5, static_cast<std::uint8_t>(i)};
    ASSERT_TRUE(npz.append(time, std::span(&now, 1)));
    ASSERT_TRUE(npz.append<float>(ranges, row));
    ASSERT_TRUE(npz.append<std::uint8_t>(pictures, picture));
  }
  ASSERT_TRUE(npz.finish());

  auto arrays = arrays_in(read_file(folder.file("out.npz")).value());
  ASSERT_EQ(arrays.size(), 4u);
  EXPECT_TRUE(arrays["time.npy"].about.starts_with(
      "{'descr': '<f8', 'fortran_order': False, 'shape': (4,), }"));
  EXPECT_EQ(numbers_in<double>(arrays["time.npy"].values), (std::vector{0.0, 0.5, 1.0, 1.5}));
  EXPECT_TRUE(arrays["lidar@front_ranges.npy"].about.starts_with(
      "{'descr': '<f4', 'fortran_order': False, 'shape': (4, 3), }"));
  EXPECT_EQ(numbers_in<float>(arrays["lidar@front_ranges.npy"].values)[9], 3.0f);
  EXPECT_TRUE(arrays["pictures.npy"].about.starts_with(
      "{'descr': '|u1', 'fortran_order': False, 'shape': (4, 1, 2, 3), }"));
  EXPECT_TRUE(arrays["ticks.npy"].about.starts_with(
      "{'descr': '<i8', 'fortran_order': False, 'shape': (0,), }"));
  EXPECT_TRUE(arrays["ticks.npy"].values.empty());
  EXPECT_EQ(ticks, 3u);
  EXPECT_EQ(folder.count(), 1u);
}

TEST(Npz, WordsAreCodePointsOfOneLength) {
  const NpzFolder folder;
  NpzWriter npz(folder.file("words.npz"));
  const std::vector<std::string> words{"x", "m/s²", ""};

  ASSERT_TRUE(npz.add_words("units", words));
  ASSERT_TRUE(npz.finish());

  auto arrays = arrays_in(read_file(folder.file("words.npz")).value());
  EXPECT_TRUE(arrays["units.npy"].about.starts_with("{'descr': '<U4', "));
  const auto points = numbers_in<char32_t>(arrays["units.npy"].values);
  EXPECT_EQ(points, (std::vector<char32_t>{U'x', 0, 0, 0, U'm', U'/', U's', U'²', 0, 0, 0, 0}));
}

TEST(Npz, TheSameArraysAreTheSameBytes) {
  const NpzFolder folder;
  for (const char* name : {"a.npz", "b.npz"}) {
    NpzWriter npz(folder.file(name));
    const std::size_t array = npz.add<std::uint16_t>("n").value();
    const std::array<std::uint16_t, 2> rows{7, 8};
    ASSERT_TRUE(npz.append<std::uint16_t>(array, rows));
    ASSERT_TRUE(npz.finish());
  }

  EXPECT_EQ(*read_file(folder.file("a.npz")), *read_file(folder.file("b.npz")));
}

TEST(Npz, OneThatIsNeverFinishedLeavesNothingBehind) {
  const NpzFolder folder;
  {
    NpzWriter npz(folder.file("out.npz"));
    const std::size_t array = npz.add<std::uint32_t>("n").value();
    const std::array<std::uint32_t, 2> rows{7, 8};
    ASSERT_TRUE(npz.append<std::uint32_t>(array, rows));
    EXPECT_EQ(folder.count(), 0u);
  }

  EXPECT_EQ(folder.count(), 0u);
}

TEST(Npz, AFolderThatIsNotThereSaysItsName) {
  NpzWriter npz("/no/such/folder/out.npz");

  const auto array = npz.add<float>("n");

  ASSERT_FALSE(array);
  EXPECT_NE(array.error().message.find("/no/such/folder/out.npz"), std::string::npos);
}

TEST(Npz, AFileThatCannotBeReplacedLeavesNoDraft) {
  const NpzFolder folder;
  fs::create_directory(folder.path / "out.npz");
  NpzWriter npz(folder.file("out.npz"));
  ASSERT_TRUE(npz.add<float>("n"));

  EXPECT_FALSE(npz.finish());
  EXPECT_EQ(folder.count(), 1u);
}

}  // namespace
}  // namespace paddock
