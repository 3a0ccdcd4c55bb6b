# cmake -DBUILDS="FOLDER;FOLDER" -P stale.cmake: removes each build folder that was configured at
# another path. CMake refuses such a folder, so a clone that was copied or moved would not build.

foreach(build IN LISTS BUILDS)
  if(EXISTS "${build}/CMakeCache.txt")
    file(STRINGS "${build}/CMakeCache.txt" home REGEX "^CMAKE_CACHEFILE_DIR:INTERNAL=")
    string(REPLACE "CMAKE_CACHEFILE_DIR:INTERNAL=" "" home "${home}")
    get_filename_component(here "${build}" REALPATH)
    get_filename_component(there "${home}" REALPATH)
    if(NOT here STREQUAL there)
      message(STATUS "${build} was configured at ${home}: it is built anew")
      file(REMOVE_RECURSE "${build}")
    endif()
  endif()
endforeach()
