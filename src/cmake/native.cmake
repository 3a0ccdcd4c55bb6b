# What all native code of this project is built with; a CMakeLists.txt includes it after project().

option(PMEM_YCSB_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(PMEM_YCSB_SKIP_TESTS "Leave out the programs that only tests and benchmarks use" OFF)
set(PMEM_YCSB_OUTPUT "${CMAKE_BINARY_DIR}/out" CACHE PATH
  "Folder that gets native/<os>-<arch>/ with what is packaged, or just the files when sanitized")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# Compiles the sources of a target as one: most of the time goes to headers that they share.
set(CMAKE_UNITY_BUILD ON)

string(TOLOWER "${CMAKE_SYSTEM_NAME}" PMEM_YCSB_SYSTEM)
if(PMEM_YCSB_SANITIZE)
  set(PMEM_YCSB_PACKAGED "${PMEM_YCSB_OUTPUT}")
else()
  # The folder's name is what Java makes of its os.name and os.arch.
  string(REPLACE "amd64" "x86_64" platform "${PMEM_YCSB_SYSTEM}-${CMAKE_SYSTEM_PROCESSOR}")
  set(PMEM_YCSB_PACKAGED "${PMEM_YCSB_OUTPUT}/native/${platform}")
endif()

# pmem_ycsb_target(NAME): warnings, and the sanitizers where they are wanted.
function(pmem_ycsb_target name)
  target_compile_options(${name} PRIVATE -Wall -Wextra -Werror)
  if(PMEM_YCSB_SANITIZE)
    set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all)
    target_compile_options(${name} PRIVATE ${sanitizers} -fno-omit-frame-pointer -g -O1)
    target_link_options(${name} PRIVATE ${sanitizers})
  endif()
endfunction()

# A program that is not built with the sanitizers needs their runtime in LD_PRELOAD, and libstdc++
# beside it, in which the runtime looks for __cxa_throw only when the process starts. Here are both
# under names that whoever starts the program need not ask the compiler for.
if(PMEM_YCSB_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  file(MAKE_DIRECTORY ${PMEM_YCSB_OUTPUT})
  foreach(runtime libasan.so libstdc++.so.6)
    execute_process(
      COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${runtime}
      OUTPUT_VARIABLE runtime_file
      OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    file(CREATE_LINK ${runtime_file} ${PMEM_YCSB_OUTPUT}/${runtime} SYMBOLIC)
  endforeach()
elseif(PMEM_YCSB_SANITIZE)
  message(WARNING "PMEM_YCSB_SANITIZE: the runtime to preload is found through g++ alone: the "
    "sanitized tests cannot run with this compiler")
endif()
