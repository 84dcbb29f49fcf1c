#include "paddock/io/shell_script.h"

#include <filesystem>

#include "paddock/io/file.h"

namespace paddock {

std::string own_binary() {
  std::error_code wrong;
  return std::filesystem::read_symlink("/proc/self/exe", wrong).string();
}

Result<std::string> write_script(const std::string& folder, std::string_view name,
                                 std::string_view text) {
  using std::filesystem::perms;
  const std::filesystem::path path = std::filesystem::path(folder) / name;
  if (const auto written = write_file(path.string(), text); !written)
    return tl::unexpected(written.error());
  std::error_code wrong;
  std::filesystem::permissions(path,
                               perms::owner_all | perms::group_read | perms::group_exec |
                                   perms::others_read | perms::others_exec,
                               wrong);
  if (wrong) return fail(ErrorCode::Io, path.string(), ": ", std::string_view(wrong.message()));
  return path.string();
}

}  // namespace paddock
