# How every target of ours is compiled, and the kinds of target that there are:
#
#   tenuki_library(NAME SOURCES... [DEPS ...])
#   tenuki_proto_library(NAME PROTOS...)
#   tenuki_grpc_library(NAME MESSAGES PROTOS...)
#   tenuki_test(NAME SOURCES... [DEPS ...] [LONG] [COMMAND_ARGS ...])   one gtest binary, each of its tests a ctest test
#   tenuki_binary(NAME SOURCES... [DEPS ...])
#   tenuki_fuzzer(NAME SOURCES... [DEPS ...])                           built by the preset `fuzz` only

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

add_library(tenuki_compile_options INTERFACE)
target_include_directories(tenuki_compile_options INTERFACE ${CMAKE_SOURCE_DIR})
# Designated initialisers name what differs from the default; what they leave out is meant.
target_compile_options(tenuki_compile_options INTERFACE -Wall -Wextra -Wpedantic -Werror -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # Abseil's macros for checks have them.
  target_compile_options(tenuki_compile_options INTERFACE -Wno-nullability-extension)
endif()

# For all code, ours or not: a fused multiply-add rounds once where two operations round twice, so results would
# depend on the CPU (law 1). The baseline is the oldest CPU that a cluster may still have; kernels that want more are
# compiled per level (engine/playout/CMakeLists.txt) and chosen at run time.
add_compile_options(-ffp-contract=off)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_compile_options(-march=x86-64-v2)
endif()
if(TENUKI_SANITIZE)
  # Abseil's containers have another layout under AddressSanitizer, which the distribution's library knows nothing of,
  # unless NDEBUG_SANITIZER is defined.
  add_compile_options(-fsanitize=${TENUKI_SANITIZE} -fno-sanitize-recover=all -DNDEBUG_SANITIZER)
  add_link_options(-fsanitize=${TENUKI_SANITIZE})
  if(TENUKI_SANITIZE MATCHES "undefined" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # With these gcc 16 does not fold comparisons of functions with nullptr, and Abseil's hash maps do not compile. A null
    # pointer that is used ends the test all the same.
    add_compile_options(-fno-sanitize=null,nonnull-attribute,returns-nonnull-attribute)
  endif()
endif()
if(TENUKI_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

function(tenuki_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPS")
  add_library(${name} STATIC ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC tenuki_compile_options ${arg_DEPS})
endfunction()

# Generated code is compiled without our warnings. Headers are found as "tenuki/v1/x.pb.h".
function(tenuki_proto_library name)
  add_library(${name} STATIC ${ARGN})
  target_link_libraries(${name} PUBLIC protobuf::libprotobuf)
  target_include_directories(${name} SYSTEM PUBLIC ${CMAKE_BINARY_DIR}/proto)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/proto)
  protobuf_generate(TARGET ${name} IMPORT_DIRS ${CMAKE_CURRENT_SOURCE_DIR} PROTOC_OUT_DIR ${CMAKE_BINARY_DIR}/proto)
endfunction()

# The stubs of services in .proto files whose messages are in `messages`: "tenuki/v1/x.grpc.pb.h".
function(tenuki_grpc_library name messages)
  add_library(${name} STATIC ${ARGN})
  target_link_libraries(${name} PUBLIC ${messages} gRPC::grpc++)
  protobuf_generate(TARGET ${name} LANGUAGE grpc GENERATE_EXTENSIONS .grpc.pb.h .grpc.pb.cc
                    PLUGIN "protoc-gen-grpc=$<TARGET_FILE:gRPC::grpc_cpp_plugin>"
                    IMPORT_DIRS ${CMAKE_CURRENT_SOURCE_DIR} PROTOC_OUT_DIR ${CMAKE_BINARY_DIR}/proto)
endfunction()

function(tenuki_binary name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPS")
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE tenuki_compile_options ${arg_DEPS})
  if(TENUKI_SANITIZE MATCHES "thread")
    target_sources(${name} PRIVATE ${CMAKE_SOURCE_DIR}/common/testing/tsan_mutex.cc)
    target_link_libraries(${name} PRIVATE absl::synchronization)
  endif()
endfunction()

function(tenuki_test name)
  if(TENUKI_FUZZ)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "LONG" "" "DEPS;COMMAND_ARGS")
  tenuki_binary(${name} ${arg_UNPARSED_ARGUMENTS} DEPS ${arg_DEPS} GTest::gmock GTest::gtest_main)
  set(labels "")
  if(arg_LONG)
    set(labels LABELS long)
  endif()
  gtest_discover_tests(${name} TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                       EXTRA_ARGS ${arg_COMMAND_ARGS} PROPERTIES TIMEOUT 1800 ${labels})
endfunction()

function(tenuki_fuzzer name)
  if(NOT TENUKI_FUZZ)
    return()
  endif()
  tenuki_binary(${name} ${ARGN})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
endfunction()
