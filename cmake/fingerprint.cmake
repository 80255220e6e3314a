# Writes a C++ file with a fingerprint of the sources: two builds of the same ones have the same, whatever
# machine, compiler or level they are for.
#
#   cmake -DROOT=… -DOUT=… -P fingerprint.cmake
file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/cpp/*" "${ROOT}/cmake/*.in" "${ROOT}/bindings/python/*")
list(SORT files)
set(all "")
foreach(file IN LISTS files)
    file(SHA256 "${ROOT}/${file}" hash)
    string(APPEND all "${file} ${hash}\n")
endforeach()
string(SHA256 fingerprint "${all}")
string(SUBSTRING "${fingerprint}" 0 16 fingerprint)
file(WRITE "${OUT}" "namespace quincunx {\n\nextern const char* const fingerprint;\n"
                    "const char* const fingerprint = \"${fingerprint}\";\n\n}  // namespace quincunx\n")
