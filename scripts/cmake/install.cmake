# Where `cmake --install` puts files. No file contains the prefix, so that the installation can be moved.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# This check comes first, so that no partial installation remains. CMake does not change the indented lines of
# a message.
set(to_be_built gcrucible gcrucible-host gcrucible_recorder gcrucible_lifetime gcrucible_faulty gcrucible_library)
list(TRANSFORM to_be_built REPLACE "(.+)" "\"$<TARGET_FILE:\\1>\"")
list(APPEND to_be_built "\"${PROJECT_BINARY_DIR}/share/written\"")
list(JOIN to_be_built " " to_be_built)
install(CODE "
  foreach(file IN ITEMS ${to_be_built})
    if(NOT EXISTS \"\${file}\")
      message(FATAL_ERROR \"Nothing is installed, because not everything is built:\n  \${file}\n\"
        \"is not there. Build everything first:\n  cmake --build ${PROJECT_BINARY_DIR}\")
    endif()
  endforeach()")

install(TARGETS gcrucible gcrucible-host RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# `gcrucible` looks for it in its own folder.
install(TARGETS gcrucible_recorder LIBRARY DESTINATION ${CMAKE_INSTALL_BINDIR})
# `--on coreclr` looks for the player in gcrucible's folder.
if(TARGET gcrucible_player)
  install(DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/player DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)
endif()
# `gcrucible explain` prints commands that use these and the scenarios.
install(TARGETS gcrucible_lifetime gcrucible_faulty LIBRARY DESTINATION ${CMAKE_INSTALL_BINDIR})
# Not below share/doc, which images of containers often leave out.
install(DIRECTORY fixtures/scenarios fixtures/example DESTINATION ${CMAKE_INSTALL_DATADIR}/gcrucible/fixtures)

# Reads a file of the source tree, where includes are paths from the root. Installed headers use <gcrucible/...>,
# and those of tables/ are installed beside the others.
function(gcrucible_read_for_installation file text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} content)
  string(REPLACE "#include \"harness/abi/gcrucible/" "#include \"gcrucible/" content "${content}")
  string(REPLACE "#include \"harness/abi/tables/" "#include \"gcrucible/abi/" content "${content}")
  string(REPLACE "#include \"harness/abi/" "#include \"gcrucible/abi/" content "${content}")
  set(${text} "${content}" PARENT_SCOPE)
endfunction()

# The profilers that the guides start from. Those in C++ include the installed headers.
set(example_profilers csharp csharp-table rust survivors table)
foreach(profiler IN LISTS example_profilers)
  file(GLOB_RECURSE files RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS fixtures/profilers/${profiler}/*)
  list(FILTER files EXCLUDE REGEX "/(bin|obj|target)/")
  foreach(file IN LISTS files)
    gcrucible_read_for_installation(${PROJECT_SOURCE_DIR}/${file} text)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/example_profilers/${file} CONTENT "${text}" @ONLY)
  endforeach()
endforeach()
install(DIRECTORY ${PROJECT_BINARY_DIR}/example_profilers/fixtures/profilers
  DESTINATION ${CMAKE_INSTALL_DATADIR}/gcrucible/fixtures)
install(FILES docs/scenario.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/gcrucible)
# The build writes man pages and completions (harness/cli/CMakeLists.txt).
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/man ${PROJECT_BINARY_DIR}/share/bash-completion
  ${PROJECT_BINARY_DIR}/share/fish ${PROJECT_BINARY_DIR}/share/zsh DESTINATION ${CMAKE_INSTALL_DATADIR})
# Debian's zsh searches here.
install(FILES ${PROJECT_BINARY_DIR}/share/zsh/site-functions/_gcrucible
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(TARGETS gcrucible_library EXPORT gcrucible
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

install(DIRECTORY harness/library/include/gcrucible DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES harness/abi/gcrucible/probe.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gcrucible)
# The profiling interfaces need nothing else.
file(GLOB abi_headers RELATIVE ${PROJECT_SOURCE_DIR}/harness/abi CONFIGURE_DEPENDS
  harness/abi/*.h harness/abi/metadata/*.h harness/abi/tables/*.h)
foreach(header IN LISTS abi_headers)
  gcrucible_read_for_installation(${PROJECT_SOURCE_DIR}/harness/abi/${header} text)
  string(REGEX REPLACE "^tables/" "" installed ${header})
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/include/gcrucible/abi/${installed} CONTENT "${text}" @ONLY)
endforeach()
install(DIRECTORY ${PROJECT_BINARY_DIR}/include/gcrucible/abi DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gcrucible)

install(FILES README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
# The pages link to files by their place in the repository.
foreach(link IN ITEMS "fixtures:${CMAKE_INSTALL_DATADIR}/gcrucible/fixtures"
                      "harness/abi/gcrucible:${CMAKE_INSTALL_INCLUDEDIR}/gcrucible")
  string(REPLACE ":" ";" parts "${link}")
  list(GET parts 0 name)
  list(GET parts 1 installed)
  get_filename_component(folder /${CMAKE_INSTALL_DOCDIR}/${name} DIRECTORY)
  file(RELATIVE_PATH to ${folder} /${installed})
  install(CODE "
    set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}${folder}\")
    get_filename_component(name ${name} NAME)
    file(MAKE_DIRECTORY \"\${folder}\")
    file(CREATE_LINK ${to} \"\${folder}/\${name}\" SYMBOLIC)")
endforeach()

# The generated package files are in a folder that find_package does not search. If a build's bin/ is in PATH,
# the build tree is a prefix, but it contains no package.
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/gcrucible)
set(made_package ${PROJECT_BINARY_DIR}/package)
# Left there by earlier builds.
file(REMOVE ${PROJECT_BINARY_DIR}/gcrucible-config.cmake ${PROJECT_BINARY_DIR}/gcrucible-config-version.cmake)
install(EXPORT gcrucible NAMESPACE gcrucible:: DESTINATION ${package_folder} FILE gcrucible-targets.cmake)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/scripts/cmake/gcrucible-config.cmake.in ${made_package}/gcrucible-config.cmake
  INSTALL_DESTINATION ${package_folder} PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${made_package}/gcrucible-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${made_package}/gcrucible-config.cmake ${made_package}/gcrucible-config-version.cmake
  DESTINATION ${package_folder})
