# Everything comes from the system; nothing is downloaded. ./run and ./test install what is missing.
find_package(Threads REQUIRED)
find_package(PNG REQUIRED)
find_package(JPEG REQUIRED)  # libjpeg-turbo: its header names RGBX, which others have not
find_package(ZLIB REQUIRED)  # the checksums of .npz; PNG needs it too
find_package(nlohmann_json REQUIRED)
find_package(tl-expected REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(pugixml REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(embree 3 REQUIRED)
find_package(Boost 1.74 REQUIRED)  # headers alone: Asio and Beast
find_package(Bullet REQUIRED)      # CMake's own module; Debian's build is in float
find_package(SQLite3 REQUIRED)     # best times
find_package(Protobuf 3.12 REQUIRED)  # CARLA's messages
