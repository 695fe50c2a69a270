# If SOURCE is installed before it is completely built, the installation fails with a message before it copies
# anything.
cmake_minimum_required(VERSION 3.25)

set(folder ${BUILD}/unbuilt-install)
file(REMOVE_RECURSE ${folder})
execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${folder}/build -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER}
    -D GCRUCIBLE_TESTS=OFF
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "it cannot be configured:\n${output}")
endif()
# As after `--target gcrucible`.
foreach(program gcrucible gcrucible-host libgcrucible_recorder.so)
  file(TOUCH ${folder}/build/bin/${program})
endforeach()
execute_process(COMMAND ${CMAKE_COMMAND} --install ${folder}/build --prefix ${folder}/prefix
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(status EQUAL 0 OR NOT output MATCHES "libgcrucible_lifetime\\.so" OR
   NOT output MATCHES "Build everything first:[ \n]+cmake --build ${folder}/build\n")
  message(FATAL_ERROR "an install of a part ends with ${status} and says\n${output}")
endif()
if(EXISTS ${folder}/prefix)
  message(FATAL_ERROR "an install of a part has left something")
endif()
file(REMOVE_RECURSE ${folder})
