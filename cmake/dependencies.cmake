# What tenuki takes from the distribution. tools/setup installs these; where it does not know the system, CMake's own
# message names what is missing.

find_package(absl REQUIRED)  # its version file accepts only the exact number, so compare here
if(absl_VERSION VERSION_LESS 20260526)
  message(FATAL_ERROR "tenuki needs Abseil 20260526 or newer; found ${absl_VERSION}")
endif()
find_package(Threads REQUIRED)
find_package(Arrow 25 REQUIRED)
find_package(Protobuf 3.21 REQUIRED)
find_package(OpenSSL 3.0 REQUIRED)
if(TENUKI_FUZZ)
  return()
endif()

find_package(Parquet 25 REQUIRED)
find_package(ArrowFlight 25 REQUIRED)
find_package(gRPC 1.51 REQUIRED)
find_package(SQLite3 3.40 REQUIRED)
find_package(CLI11 2.3 REQUIRED)
find_package(GTest 1.14 REQUIRED)
find_package(benchmark 1.8 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(httplib REQUIRED IMPORTED_TARGET cpp-httplib>=0.11)
include(GoogleTest)
