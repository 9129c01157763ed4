# No object of a CPU level above the baseline may define a function that the linker shares between objects: it could keep
# the AVX2 copy of an inline function for code that has to run on any CPU.
#   cmake -DNM=nm "-DOBJECTS=a.o;b.o" -DENTRY=RunPlayout -P kernel_symbols.cmake
# ENTRY is in the name of what the objects are there for.
foreach(object ${OBJECTS})
  execute_process(COMMAND ${NM} --defined-only -C ${object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]* W [^\n]*" shared "${symbols}")
  list(FILTER shared EXCLUDE REGEX "DW\\.ref\\.")
  if(shared)
    string(REPLACE ";" "\n  " shared "${shared}")
    message(FATAL_ERROR "${object} defines functions that other code may share:\n  ${shared}")
  endif()
  if(NOT symbols MATCHES "${ENTRY}")
    message(FATAL_ERROR "${object} holds no kernel: this test looks at the wrong object")
  endif()
endforeach()
