# shellcheck shell=bash
# Shared by ./run, ./test and .ci/run: which packages are needed, how they are installed, how a preset
# is built. Sourced by bash, from the root of the tree.
# Tested on Debian 12. Ubuntu 24.04 has the same package names; nobody has tried it there yet.

run_packages=(g++ cmake ninja-build libpng-dev libjpeg-dev nlohmann-json3-dev libexpected-dev
  libyaml-cpp-dev libfmt-dev libspdlog-dev libcli11-dev libtomlplusplus-dev libembree-dev libboost-dev
  libbullet-dev libsqlite3-dev libpugixml-dev libprotobuf-dev protobuf-compiler bubblewrap)
# a Node from elsewhere brings its own npm, and Debian's npm would not go with it
if ! command -v npm >/dev/null; then run_packages+=(nodejs npm); fi
test_packages=("${run_packages[@]}" chromium libapriltag-dev libgtest-dev pkg-config python3 python3-dev python3-venv)
# shellcheck disable=SC2034  # used by .ci/run
ci_packages=("${test_packages[@]}" binutils ccache clang clang-format-14 libclang-rt-14-dev shellcheck)

launcher=()  # put before ninja and ctest

say() { printf '%s\n' "$*" >&2; }

# --- packages -----------------------------------------------------------------------------------

# ensure_packages NAME PACKAGE…: installs what is missing; a stamp makes the next call free
ensure_packages() {
  local stamp=build/packages-$1
  shift
  mkdir -p build
  [[ ${PADDOCK_INSTALL:-yes} == no ]] && return
  if [[ -f $stamp && $(<"$stamp") == "$*" ]] && command -v cmake ninja g++ >/dev/null; then return; fi

  if ! command -v dpkg-query apt-get >/dev/null; then
    say "This is no Debian or Ubuntu: building with what is here. Needed, by their Debian names: $*"
    return
  fi
  local missing
  missing=$(missing_packages "$@")
  if [[ -n $missing ]]; then
    mapfile -t missing <<<"$missing"
    install_packages "${missing[@]}" || return 1
  fi
  printf '%s\n' "$*" >"$stamp"
}

missing_packages() {
  local installed package
  installed=$(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' "$@" 2>/dev/null || true)
  for package; do
    grep -qxF "ii $package" <<<"$installed" || printf '%s\n' "$package"
  done
}

install_packages() {
  local as_root=()
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      explain_install_by_hand "$@"
      return 1
    fi
    as_root=(sudo)
  fi
  say "Installing what the build needs and this machine lacks (a minute or two): $*"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y
    -o DPkg::Lock::Timeout=300)
  # an unreachable extra source fails the update, not necessarily the install
  if ! { "${apt[@]}" update || true; "${apt[@]}" install --no-install-recommends "$@"; } \
    >build/install.log 2>&1 </dev/null; then
    tail -n 20 build/install.log >&2
    say "apt-get could not install the packages. All it said is in build/install.log."
    return 1
  fi
}

explain_install_by_hand() {
  local libraries
  mapfile -t libraries < <(printf '%s\n' "$@" | grep -e '-dev$')
  cat >&2 <<TEXT
Missing packages, and neither root nor sudo to install them. As root, run:

  apt-get update && apt-get install --no-install-recommends $*

Without root, where a compiler, CMake and Ninja are here already, unpack the libraries into a folder:

  mkdir -p ~/paddock-deps && cd ~/paddock-deps
  apt-get download ${libraries[*]} $(needed_by "${libraries[@]}")
  for file in *.deb; do dpkg -x "\$file" .; done

then come back and say that nothing is to be installed:

  PADDOCK_INSTALL=no CMAKE_PREFIX_PATH=~/paddock-deps/usr ./run

With conda or micromamba: an environment with cxx-compiler cmake ninja libpng libjpeg-turbo nlohmann_json
tl-expected yaml-cpp fmt spdlog cli11 tomlplusplus embree3 libboost-headers bullet sqlite pugixml libprotobuf, and PADDOCK_INSTALL=no.
TEXT
}

# what -dev packages link to or include: unpacked alone, their links would point nowhere
needed_by() {
  apt-cache depends --important "$@" | sed -n 's/^ *Depends: \([a-z][^<>]*\)$/\1/p' |
    grep -vE '^(libc6|libgcc|libstdc\+\+)' | sort -u | tr '\n' ' '
}

# --- Python -------------------------------------------------------------------------------------

# ensure_python: build/venv with what the Python package is built and tested with
ensure_python() {
  local wanted=python/requirements.txt stamp=build/venv/requirements.txt
  if [[ -x build/venv/bin/python ]] && cmp -s "$wanted" "$stamp"; then return; fi
  say "Making a Python environment for the package's tests"
  if ! { python3 -m venv --clear build/venv &&
    build/venv/bin/pip install --disable-pip-version-check -q -r "$wanted"; } >build/venv.log 2>&1; then
    tail -n 20 build/venv.log >&2
    say "The Python environment could not be made. All of it is in build/venv.log."
    return 1
  fi
  cp "$wanted" "$stamp"
}

# --- the page -----------------------------------------------------------------------------------

# ensure_page: web/dist from web/, when something in it changed; the binary then carries it
ensure_page() {
  local sources=(web/src web/public web/index.html web/vite.config.ts web/wire_types.ts
    web/package-lock.json paddock/protocols/web/wire.json)
  if [[ -f web/dist/index.html && -z $(find "${sources[@]}" -newer web/dist/index.html -print -quit) ]]; then
    return
  fi
  if ! command -v npm >/dev/null; then
    say "Without npm the page cannot be built; the server will say so in its place."
    return
  fi
  say "Building the page"
  local log=$PWD/build/page.log
  if ! { ensure_node_modules && npm --prefix web run build && touch web/dist/index.html; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    say "The page could not be built. All of it is in build/page.log."
    return 1
  fi
}

# not "npm ci": that wants the packages of every platform named in the lock file
ensure_node_modules() {
  if [[ ! web/package-lock.json -nt web/node_modules/.package-lock.json ]]; then return; fi
  npm --prefix web install --no-save --no-audit --no-fund
}

# --- building -----------------------------------------------------------------------------------

# one job for each core, and 1.5 GB of memory for each job
build_jobs() {
  local cores kilobytes limit
  cores=$(nproc)
  kilobytes=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo 2>/dev/null || true)
  kilobytes=${kilobytes:-1500000}
  if [[ -r /sys/fs/cgroup/memory.max ]]; then
    limit=$(</sys/fs/cgroup/memory.max)
    if [[ $limit =~ ^[0-9]+$ ]] && ((limit / 1024 < kilobytes)); then kilobytes=$((limit / 1024)); fi
  fi
  local fitting=$((kilobytes / 1500000))
  if ((fitting < 1)); then fitting=1; fi
  echo $((fitting < cores ? fitting : cores))
}

# build PRESET [TARGET…]: quiet when it works, the compiler's words when it does not
build() {
  local preset=$1
  shift
  mkdir -p "build/$preset"
  exec 9>"build/$preset/lock"
  if ! flock -n 9; then
    say "Waiting for another build of $preset to end"
    flock 9
  fi
  local status=0
  { configure "$preset" && compile "$preset" "$@"; } || status=$?
  exec 9>&-
  if ((status != 0)); then rm -f build/packages-*; fi  # perhaps a package went: look again next time
  return "$status"
}

# Ninja reruns CMake by itself, except when the presets changed or the tree was moved
configure() {
  local folder=build/$1 fresh=()
  if [[ -f $folder/build.ninja && ! CMakePresets.json -nt $folder/configured ]] &&
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$folder/CMakeCache.txt"; then
    return
  fi
  if [[ -f $folder/CMakeCache.txt ]]; then fresh=(--fresh); fi
  say "Configuring $1"
  if ! cmake "${fresh[@]}" --preset "$1" >"$folder/configure.log" 2>&1; then
    cat "$folder/configure.log" >&2
    say "Configuring $1 failed."
    return 1
  fi
  touch "$folder/configured"
}

compile() {
  local preset=$1 log=build/$1/build.log
  shift
  if NINJA_STATUS='[%f/%t %e] ' "${launcher[@]}" ninja -C "build/$preset" -j "$(build_jobs)" "$@" 2>&1 9>&- |
    tee "$log" | show_progress "$preset"; then
    return
  fi
  grep -vE '^\[[0-9]+/[0-9]+ |^ninja: Entering' "$log" >&2 || true
  say "Building $preset failed. All of it is in $log."
  return 1
}

# Ninja's lines in; on a terminal one bar with the time left, elsewhere a first and a last line
show_progress() {
  local line finished=0 total=0 elapsed=0 bar width=30 works=yes
  while IFS= read -r line; do
    if [[ $line == FAILED:* ]]; then works=no; fi
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\ ([0-9]+) ]] || continue
    finished=${BASH_REMATCH[1]} elapsed=${BASH_REMATCH[3]}
    if ((finished == 0)); then continue; fi
    if ((total == 0)) && [[ ! -t 2 ]]; then say "Building $1: ${BASH_REMATCH[2]} steps"; fi
    total=${BASH_REMATCH[2]}
    if [[ -t 2 ]]; then
      printf -v bar '%*s' $((width * finished / total)) ''
      printf '\rBuilding %s  %-*s  %d/%d  %d s left \033[K' "$1" "$width" "${bar// /=}" \
        "$finished" "$total" $((elapsed * (total - finished) / finished)) >&2
    fi
  done
  if ((total > 0)) && [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
  if ((total > 0)) && [[ $works == yes ]]; then say "Built $1 in $elapsed s"; fi
}

# --- testing ------------------------------------------------------------------------------------

# run_ctest PRESET [ARGUMENT…]: sets passed and failed; a test that could not start has failed
# shellcheck disable=SC2034  # passed and failed are read by the callers
run_ctest() {
  local report=$PWD/build/$1/tests.xml status=0 progress=()
  if [[ -t 1 ]]; then progress=(--progress); fi
  rm -f "$report"
  "${launcher[@]}" ctest --test-dir "build/$1" -j "$(build_jobs)" --output-on-failure --no-tests=error \
    --output-junit "$report" "${progress[@]}" "${@:2}" || status=$?
  passed=0 failed=0
  if [[ -f $report ]]; then
    passed=$(grep -c '<testcase [^>]*status="run"' "$report" || true)
    failed=$(grep -E '<testcase [^>]*status="fail"|<skipped message=' "$report" |
      grep -cvF '<skipped message="SKIP_' || true)
  fi
  if ((status != 0 && failed == 0)); then failed=1; fi
  return "$status"
}
