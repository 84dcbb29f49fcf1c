# Writes the commit of the tree into a header.
execute_process(COMMAND git -C ${SOURCE} describe --always --abbrev=10
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit "unknown")
endif()
file(WRITE ${OUT} "#define PADDOCK_COMMIT \"${commit}\"\n")
