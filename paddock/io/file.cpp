// Whole files through the standard streams; names and kinds through std::filesystem.
#include "paddock/io/file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace paddock {

Result<std::string> read_file(const std::string& path, std::size_t limit) {
  std::error_code wrong;
  const auto status = std::filesystem::status(path, wrong);
  if (!std::filesystem::exists(status)) {
    return fail(ErrorCode::NotFound, path, ": file must exist, got none of that name");
  }
  if (!std::filesystem::is_regular_file(status)) {
    return fail(ErrorCode::Io, path, ": must be a plain file, got a folder or device");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail(ErrorCode::Io, path, ": must be readable, got ", std::strerror(errno));

  // one byte past the limit tells a file that is too long from one that just fits; its size on disk
  // is not believed, since it may grow meanwhile
  std::string bytes;
  char chunk[1 << 14];
  while (bytes.size() <= limit && (file.read(chunk, sizeof chunk), file.gcount() > 0)) {
    bytes.append(chunk, static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) return fail(ErrorCode::Io, path, ": must be readable, got a read error");
  if (bytes.size() > limit) {
    return fail(ErrorCode::Limit, path, ": must hold at most ", limit, " bytes, got more");
  }
  return bytes;
}

Result<void> write_file(const std::string& path, std::string_view bytes) {
  const std::string draft = path + ".part";
  {
    std::ofstream file(draft, std::ios::binary | std::ios::trunc);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.flush();
    if (!file) return fail(ErrorCode::Io, path, ": must be writable, got ", std::strerror(errno));
  }
  std::error_code wrong;
  std::filesystem::rename(draft, path, wrong);
  if (wrong) {
    const std::string reason = wrong.message();
    std::filesystem::remove(draft, wrong);
    return fail(ErrorCode::Io, path, ": must be writable, got ", reason);
  }
  return {};
}

}  // namespace paddock
