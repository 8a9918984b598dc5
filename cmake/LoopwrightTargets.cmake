# Compiler settings and the functions that the folders' CMakeLists use.

add_library(lw_options INTERFACE)
target_include_directories(lw_options INTERFACE ${CMAKE_SOURCE_DIR})
# GCC 12 gives false warnings about bounds and uninitialised values inside std::string and std::optional.
target_compile_options(lw_options INTERFACE -Wall -Wextra -Wno-missing-field-initializers -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-maybe-uninitialized -Wno-dangling-else -fvisibility-inlines-hidden
  $<$<CXX_COMPILER_ID:Clang>:-Wno-unknown-warning-option>)
# GCC collects garbage from 128 MB on, which takes a sixth of the time of a large batch.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(lw_options INTERFACE --param=ggc-min-heapsize=2097152)
endif()
if(LW_WERROR)
  target_compile_options(lw_options INTERFACE -Werror)
endif()
if(LW_SANITIZE)  # "address,undefined" or "thread"
  target_compile_options(lw_options INTERFACE -fsanitize=${LW_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -g1)
  target_link_options(lw_options INTERFACE -fsanitize=${LW_SANITIZE})
  # These two checks alone double the time to compile. AddressSanitizer stops at a null pointer as well.
  if(LW_SANITIZE MATCHES "undefined")
    target_compile_options(lw_options INTERFACE -fno-sanitize=null,alignment)
  endif()
endif()

# Clang 19 refuses a template of dtl that is never used, unless templates are parsed where they are needed.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(lw_options INTERFACE -fdelayed-template-parsing -Wno-delayed-template-parsing-in-cxx20)
endif()

find_program(LW_MOLD mold)
if(LW_MOLD)
  target_link_options(lw_options INTERFACE -fuse-ld=mold)
endif()
if(LW_WHEEL)  # of static libraries, only what is used
  target_link_options(lw_options INTERFACE -Wl,--gc-sections -Wl,--as-needed)
endif()
find_program(LW_CCACHE ccache)
if(LW_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${LW_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${LW_CCACHE})
endif()

# For tests and daily work, with assertions. Most code walks trees, so a higher level gains little: -O1 takes a fifth longer to build.
# Libraries in which every step spends its time ask for OPTIMIZE. Under a sanitizer this takes a quarter longer to build, for
# tests that are short there.
set(CMAKE_C_FLAGS_RELWITHASSERTIONS "-O1")
set(CMAKE_CXX_FLAGS_RELWITHASSERTIONS "-Og")

function(lw_precompile target header)
  file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${header})
  target_precompile_headers(${target} PRIVATE <${path}>)
endfunction()

# Compiles the sources of a target several at a time, so that they share the cost of headers and templates. Where two files of
# a batch give the same name to something of their own, one of them is compiled from a copy with other names (batches.py).
option(LW_BATCH "Compile sources in batches: a clean build is quicker, a changed file costs more" OFF)
find_program(LW_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH REQUIRED)  # the system's, for which the Python module is built
set(LW_BATCH_LINES 5000 CACHE STRING "The most lines of a batch")
#   lw_batch(lw_views ALONE lock_icon.cpp)
function(lw_batch target)
  cmake_parse_arguments(ARG "" "" "ALONE" ${ARGN})
  get_target_property(all ${target} SOURCES)
  set(sources ${all})
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(REMOVE_ITEM sources ${ARG_ALONE})
  list(TRANSFORM ARG_ALONE PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE alone)
  list(REMOVE_ITEM sources ${alone})
  if(NOT LW_BATCH OR NOT sources)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  target_compile_options(${target} PRIVATE -Wno-subobject-linkage)  # a batch looks like a header to GCC
  set(script ${CMAKE_SOURCE_DIR}/cmake/batches.py)
  get_target_property(moc ${target} AUTOMOC)  # it looks for headers beside the sources: no copies
  set(rename --rename)
  if(moc)
    set(rename --apart)
  endif()
  execute_process(COMMAND ${LW_PYTHON} ${script} ${rename} ${LW_BATCH_LINES} ${CMAKE_SOURCE_DIR} ${sources}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE arranged COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" arranged "${arranged}")
  foreach(line ${arranged})
    string(REGEX MATCH "^([0-9]+) (.*) ([^ ]+)$" line "${line}")
    set(group ${target}_${CMAKE_MATCH_1})
    set(source ${CMAKE_MATCH_2})
    set(names ${CMAKE_MATCH_3})
    if(NOT names MATCHES ":$")
      cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
      cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE name)
      set(copy ${CMAKE_BINARY_DIR}/renamed/${target}/${name})
      cmake_path(GET copy PARENT_PATH folder)
      file(MAKE_DIRECTORY ${folder})
      add_custom_command(OUTPUT ${copy} DEPENDS ${path} ${script} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} VERBATIM
        COMMAND ${LW_PYTHON} ${script} --copy ${names} ${name} ${copy})
      list(REMOVE_ITEM all ${source})
      list(APPEND all ${copy})
      set(source ${copy})
    endif()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES SOURCES "${all}")
endfunction()

# A static library of all sources in the current folder (and the given subfolders). The include rules of
# ARCHITECTURE.md are the link dependencies here; tests/tidy checks the #include lines.
# Headers that most files of a folder include are compiled once: from a pch.h of the folder, or that of another library.
# They are named in angle brackets, from the root, so that CMake generates the same file in every checkout.
#   lw_library(lw_ir DEPENDS lw_support [OPTIMIZE] [MOC] [ALONE a.cpp] [SUBFOLDERS primitives] [PCH pch.h | PCH_OF lw_ir])
function(lw_library name)
  cmake_parse_arguments(ARG "OPTIMIZE;MOC" "PCH;PCH_OF" "DEPENDS;SUBFOLDERS;ALONE" ${ARGN})
  set(patterns ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  foreach(folder ${ARG_SUBFOLDERS})
    list(APPEND patterns ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  if(NOT sources)
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE lw_options ${ARG_DEPENDS})
    return()
  endif()
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC lw_options ${ARG_DEPENDS})
  set_target_properties(${name} PROPERTIES AUTOMOC ${ARG_MOC})
  lw_batch(${name} ALONE ${ARG_ALONE})
  if(ARG_OPTIMIZE AND CMAKE_BUILD_TYPE STREQUAL "RelWithAssertions" AND (NOT LW_SANITIZE OR LW_FUZZ))
    target_compile_options(${name} PRIVATE -O2)
  endif()
  if(ARG_PCH)
    lw_precompile(${name} ${ARG_PCH})
  elseif(ARG_PCH_OF)
    target_precompile_headers(${name} REUSE_FROM ${ARG_PCH_OF})
  endif()
endfunction()

# A GoogleTest program of all sources in the current folder.
# Programs of a higher COST run first: its seconds, about, so that short ones fill the end. With SHARDS the tests of the
# program are shared among several processes.
#   lw_test(test_ir [COST 100] [SHARDS 2] DEPENDS lw_ir)
function(lw_test name)
  cmake_parse_arguments(ARG "" "COST;SHARDS" "DEPENDS;LABELS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} GTest::gtest_main GTest::gmock)
  target_compile_definitions(${name} PRIVATE LW_SOURCE_DIR="${CMAKE_SOURCE_DIR}" LW_BINARY_DIR="${CMAKE_BINARY_DIR}")
  target_precompile_headers(${name} REUSE_FROM lw_test_headers)
  lw_batch(${name})
  set(seconds 1200)
  if(LW_SANITIZE)
    set(seconds 7200)
  endif()
  if(NOT ARG_COST)
    set(ARG_COST 1)
  endif()
  if(NOT ARG_SHARDS)
    set(ARG_SHARDS 1)
  endif()
  foreach(shard RANGE 1 ${ARG_SHARDS})
    set(title ${name})
    if(ARG_SHARDS GREATER 1)
      set(title ${name}_${shard})
    endif()
    math(EXPR index "${shard} - 1")
    add_test(NAME ${title} COMMAND ${name})
    set_tests_properties(${title} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${seconds} COST ${ARG_COST})
    if(ARG_SHARDS GREATER 1)
      set_tests_properties(${title} PROPERTIES ENVIRONMENT "GTEST_TOTAL_SHARDS=${ARG_SHARDS};GTEST_SHARD_INDEX=${index}")
    endif()
  endforeach()
endfunction()

# An allocator for many small nodes: programs that analyse large programs take a fifth less time. The runner does without it, so that
# kernels are timed with the allocator that they have elsewhere.
find_package(mimalloc 2 REQUIRED)
function(lw_small_memory program)
  if(NOT LW_SANITIZE)  # they watch the usual one
    target_link_libraries(${program} PRIVATE mimalloc)
  endif()
endfunction()

# ISL as LLVM's library contains it, which takes half the time because it allocates no small numbers. lw and the window
# have it by the order of their libraries; tests that ask it for long do as the product does.
function(lw_isl_of_llvm program)
  get_property(llvm GLOBAL PROPERTY LW_LLVM_LIBRARY)
  target_link_libraries(${program} PRIVATE ${llvm})  # before the libraries that ISL comes with
endfunction()

# Sets ENTRIES to the text of an initializer: {"NAME", R"lw_text(TEXT)lw_text"}, for each of the files.
function(lw_embedded ENTRIES)
  set(made "")
  foreach(path ${ARGN})
    file(READ ${path} text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    cmake_path(GET path FILENAME name)
    string(APPEND made "      {\"${name}\", R\"lw_text(${text})lw_text\"},\n")
  endforeach()
  set(${ENTRIES} "${made}" PARENT_SCOPE)
endfunction()
