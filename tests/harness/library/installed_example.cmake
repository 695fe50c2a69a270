# Installs BUILD, moves the installation, then builds and tests SOURCE against it. The folder belongs to the
# build and is created again each time.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nends with ${status}:\n${output}")
  endif()
endfunction()

set(folder ${BUILD}/installed-example)
file(REMOVE_RECURSE ${folder})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${folder}/first)
# As on a bare Debian, no variable and no cache contains the place of the folder.
file(RENAME ${folder}/first ${folder}/moved)
unset(ENV{GCRUCIBLE_HOST})
unset(ENV{LD_LIBRARY_PATH})
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${folder}/build -G ${GENERATOR} -D CMAKE_PREFIX_PATH=${folder}/moved
  -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -D CMAKE_CXX_FLAGS=${FLAGS}
  -D CMAKE_EXPORT_COMPILE_COMMANDS=ON)
run(${CMAKE_COMMAND} --build ${folder}/build)
file(READ ${folder}/build/compile_commands.json commands)
if(NOT commands MATCHES "std=c\\+\\+17[^\n]*census_test\\.cpp")
  message(FATAL_ERROR "the suite is to be built as C++17, to show that it can")
endif()
run(${CMAKE_CTEST_COMMAND} --test-dir ${folder}/build --output-on-failure --no-tests=error)
# The programs also find each other.
run(${folder}/moved/bin/gcrucible run -q ${SOURCE}/pinned.yaml)
# Commands that `explain` prints name installed files.
execute_process(COMMAND ${folder}/moved/bin/gcrucible explain object-ids/no-interior-pointers OUTPUT_VARIABLE rule)
if(NOT rule MATCHES "\n  play +([^\n]+)\n")
  message(FATAL_ERROR "explain prints no command:\n${rule}")
endif()
set(play ${CMAKE_MATCH_1})
if(NOT play MATCHES "${folder}/moved/share/gcrucible/fixtures/")
  message(FATAL_ERROR "explain names a scenario that was not installed: ${play}")
endif()
run(sh -c ${play})
foreach(file man/man1/gcrucible.1 man/man1/gcrucible-run.1 bash-completion/completions/gcrucible
    zsh/site-functions/_gcrucible fish/vendor_completions.d/gcrucible.fish gcrucible/scenario.schema.json)
  if(NOT EXISTS ${folder}/moved/share/${file})
    message(FATAL_ERROR "share/${file} was not installed")
  endif()
endforeach()
file(REMOVE_RECURSE ${folder})
