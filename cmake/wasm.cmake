# WebAssembly by the compiler of the Python package ziglang: Clang with libc++, and a libc for WASI.
# QUINCUNX_ZIG is the folder of that package.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES QUINCUNX_ZIG)
set(CMAKE_C_COMPILER "${QUINCUNX_ZIG}/zig")
set(CMAKE_C_COMPILER_ARG1 cc)
set(CMAKE_CXX_COMPILER "${QUINCUNX_ZIG}/zig")
set(CMAKE_CXX_COMPILER_ARG1 c++)
set(CMAKE_ASM_COMPILER "${QUINCUNX_ZIG}/zig")
set(CMAKE_ASM_COMPILER_ARG1 cc)
# Exceptions need +exception_handling, without which this Clang crashes.
set(target "-target wasm32-wasi -mcpu=generic+simd128+exception_handling+bulk_memory+nontrapping_fptoint+sign_ext")
set(CMAKE_C_FLAGS_INIT "${target}")
set(CMAKE_CXX_FLAGS_INIT "${target}")
set(CMAKE_ASM_FLAGS_INIT "${target}")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_COMPILER_WORKS ON)
set(CMAKE_CXX_COMPILER_WORKS ON)
