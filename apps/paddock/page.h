// The page as it was when this binary was built; empty when it was not. cmake/Page.cmake writes the
// table.
#pragma once

#include <span>

#include "paddock/protocols/web/content.h"

namespace paddock {

std::span<const web::PageFile> page_files();

}  // namespace paddock
