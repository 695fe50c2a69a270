# GCRUCIBLE_COMMIT: the commit of the sources, with "-dirty" if files differ from it. Read when CMake configures,
# so that a build does not link again after each commit.

set(GCRUCIBLE_COMMIT unknown)
find_package(Git QUIET)
if(Git_FOUND AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
  # Another user may own the sources, as in a container.
  execute_process(
    COMMAND ${GIT_EXECUTABLE} -c safe.directory=* describe --always --abbrev=12 --dirty --exclude=*
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
else()
  # `git archive` writes the commit into this file (.gitattributes).
  file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/archived-commit described LIMIT_COUNT 1)
  string(SUBSTRING "${described}" 0 12 described)
endif()
if(described MATCHES "^[0-9a-f]+(-dirty)?$")
  set(GCRUCIBLE_COMMIT ${described})
endif()
