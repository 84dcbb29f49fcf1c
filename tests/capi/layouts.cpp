// The header and its layouts in C++17.
#include "capi/source/layouts.h"
