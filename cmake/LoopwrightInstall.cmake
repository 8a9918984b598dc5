# What `cmake --install` installs, in the components cli, window, python and doc. Man pages, completions and icons in sizes are
# made by the target install_files, which is no part of the ordinary build; scripts/package builds it first.
include(GNUInstallDirs)
set(data ${CMAKE_INSTALL_DATADIR})
set(made ${CMAKE_BINARY_DIR}/install)

# Libraries are found in the system's folders, and lw-threads.so by its place beside the programs (backends/runner/runtime.cpp).
set(programs lw lw-runner)
install(TARGETS lw lw-runner RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT cli)
install(TARGETS lw-threads LIBRARY DESTINATION lib/loopwright COMPONENT cli)
install(DIRECTORY samples DESTINATION ${data}/loopwright COMPONENT cli FILES_MATCHING PATTERN "*.py" PATTERN "*.npz" PATTERN "zh_CN.txt")
install(FILES resources/desktop/loopwright.xml DESTINATION ${data}/mime/packages COMPONENT cli)
if(LW_GUI)
  list(APPEND programs loopwright)
  install(TARGETS loopwright RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT window)
  install(TARGETS lw-layout RUNTIME DESTINATION lib/loopwright COMPONENT window)
  install(FILES resources/desktop/org.loopwright.loopwright.desktop DESTINATION ${data}/applications COMPONENT window)
  install(FILES ${made}/org.loopwright.loopwright.metainfo.xml DESTINATION ${data}/metainfo COMPONENT window)
endif()
if(TARGET lw_python)
  # Debian's Python looks here whatever its version is; the module itself has the version in its name.
  set(modules lib/python3/dist-packages/loopwright)
  install(TARGETS lw_python LIBRARY DESTINATION ${modules} COMPONENT python)
  install(DIRECTORY app/python/loopwright/ DESTINATION ${modules} COMPONENT python FILES_MATCHING PATTERN "*.py")
  install(FILES ${CMAKE_BINARY_DIR}/python/loopwright/__init__.pyi ${CMAKE_BINARY_DIR}/python/loopwright/py.typed
    DESTINATION ${modules} COMPONENT python)
endif()
install(FILES README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md DESTINATION ${data}/doc/loopwright COMPONENT doc)
install(DIRECTORY docs/decisions DESTINATION ${data}/doc/loopwright/docs COMPONENT doc)
install(DIRECTORY resources/help DESTINATION ${data}/doc/loopwright/resources COMPONENT doc)

# Software centres load pictures from the web: paths in the metainfo are relative to LW_WEB, and without it there are no pictures.
set(LW_WEB "" CACHE STRING "Address below which the source tree is on the web: pictures of the window in software centres")
set(metainfo ${CMAKE_SOURCE_DIR}/resources/desktop/org.loopwright.loopwright.metainfo.xml)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${metainfo})
file(READ ${metainfo} text)
if(LW_WEB)
  string(REPLACE "<image>" "<image>${LW_WEB}/" text "${text}")
else()
  string(REGEX REPLACE "  <!-- Paths[^\n]*\n  <screenshots>.*</screenshots>\n" "" text "${text}")
endif()
file(CONFIGURE OUTPUT ${made}/org.loopwright.loopwright.metainfo.xml CONTENT "${text}" @ONLY)

# ---- install_files ----

set(outputs)
set(paths)
foreach(program ${programs})
  set(component cli)
  if(program STREQUAL loopwright)
    set(component window)
  endif()
  set(own ${made}/man/${program}.1 ${made}/bash/${program} ${made}/zsh/_${program} ${made}/fish/${program}.fish)
  list(APPEND outputs ${own})
  list(APPEND paths $<TARGET_FILE:${program}>)
  install(FILES ${made}/man/${program}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component})
  install(FILES ${made}/bash/${program} DESTINATION ${data}/bash-completion/completions COMPONENT ${component})
  install(FILES ${made}/zsh/_${program} DESTINATION ${data}/zsh/vendor-completions COMPONENT ${component})
  install(FILES ${made}/fish/${program}.fish DESTINATION ${data}/fish/vendor_completions.d COMPONENT ${component})
endforeach()
find_package(Python3 COMPONENTS Interpreter)
add_custom_command(OUTPUT ${outputs} DEPENDS ${programs} scripts/reference README.md
  COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/scripts/reference ${made} ${PROJECT_VERSION} ${paths})

# Icons: the drawing, and the sizes that desktops ask for.
find_program(LW_RSVG rsvg-convert)
if(LW_GUI AND LW_RSVG)
  set(icons apps/loopwright mimetypes/application-x-loopwright-session mimetypes/application-x-loopwright-package)
  foreach(icon ${icons})
    get_filename_component(folder ${icon} DIRECTORY)
    get_filename_component(name ${icon} NAME)
    set(drawing ${CMAKE_SOURCE_DIR}/resources/icons/${name}.svg)
    install(FILES ${drawing} DESTINATION ${data}/icons/hicolor/scalable/${folder} COMPONENT window)
    foreach(size 16 22 24 32 48 64 128 256)
      set(picture ${made}/icons/${size}x${size}/${folder}/${name}.png)
      list(APPEND outputs ${picture})
      add_custom_command(OUTPUT ${picture} DEPENDS ${drawing}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${made}/icons/${size}x${size}/${folder}
        COMMAND ${LW_RSVG} --width ${size} --height ${size} ${drawing} --output ${picture})
      install(FILES ${picture} DESTINATION ${data}/icons/hicolor/${size}x${size}/${folder} COMPONENT window)
    endforeach()
  endforeach()
endif()
add_custom_target(install_files DEPENDS ${outputs})
