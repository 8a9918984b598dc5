# What a wheel contains besides the Python files, as the component wheel: docs/decisions/0092. The folder of the package is
# the prefix, so that programs find what belongs to them by their own place, as everywhere else.
install(TARGETS lw_python LIBRARY DESTINATION . COMPONENT wheel)
install(FILES ${CMAKE_BINARY_DIR}/python/loopwright/__init__.pyi ${CMAKE_BINARY_DIR}/python/loopwright/py.typed DESTINATION . COMPONENT wheel)
install(TARGETS lw lw-runner RUNTIME DESTINATION bin COMPONENT wheel)
foreach(program lw lw-runner)
  install(PROGRAMS ${CMAKE_SOURCE_DIR}/app/python/scripts/program.py DESTINATION ${SKBUILD_SCRIPTS_DIR} RENAME ${program} COMPONENT wheel)
endforeach()
install(DIRECTORY samples DESTINATION share/loopwright COMPONENT wheel FILES_MATCHING PATTERN "*.py" PATTERN "*.npz" PATTERN "zh_CN.txt")

# Libraries that are opened by name while a program runs, which no tool sees, with what these need: threads with oneTBB and
# its allocator, and OpenBLAS, which calculates references. They find each other in their folder, which is all that a
# confined process may read.
find_program(LW_PATCHELF patchelf REQUIRED)
set(opened libtbb.so.12 libtbbmalloc.so.2 libopenblas.so.0 libgfortran.so.5 libquadmath.so.0)
set(folder lib/loopwright)
install(TARGETS lw-threads LIBRARY DESTINATION ${folder} COMPONENT wheel)
foreach(library ${opened})
  find_library(LW_WHEEL_${library} NAMES ${library} REQUIRED)
  file(REAL_PATH ${LW_WHEEL_${library}} file)
  install(PROGRAMS ${file} DESTINATION ${folder} RENAME ${library} COMPONENT wheel)
endforeach()
string(JOIN " " libraries lw-threads.so ${opened})
install(CODE "
  foreach(library ${libraries})
    execute_process(COMMAND ${LW_PATCHELF} --set-rpath \$ORIGIN \"\${CMAKE_INSTALL_PREFIX}/${folder}/\${library}\" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()" COMPONENT wheel)
