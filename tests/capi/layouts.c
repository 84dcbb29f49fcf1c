/* The header and its layouts in C11. */
#include "capi/source/layouts.h"
