# shellcheck shell=bash
# The parts of the test lanes that bin/pmem-ycsb and .ci/run share. Both source this file.

lane_root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
readonly lane_root

# Maven's options for tests with containers.
image_options=()

lane_say() { printf 'pmem-ycsb: %s\n' "$*" >&2; }

# build_ferretdb: builds FerretDB, which stands in for MongoDB in the contract suite.
build_ferretdb() {
  if ! "$lane_root/db-adapters/mongodb/build-ferretdb" >/dev/null; then
    lane_say 'NOT TESTED: FerretDB, which could not be built; the reason is above'
  fi
}

# start_engine FOLDER: starts a separate Docker engine with its files in FOLDER, and sets DOCKER_HOST. Its data lie in
# main memory if the images fit, because the servers in the containers sync their writes. Fails if the machine cannot
# run an engine.
start_engine() {
  local work=$1 i
  engine_data=$work/docker
  if (($(df --output=avail -k /dev/shm | tail -n 1) > 8 << 20)); then engine_data=$(mktemp -d /dev/shm/docker-XXXXXX); fi
  dockerd --data-root "$engine_data" --exec-root "$work/docker-exec" --pidfile "$work/docker.pid" \
    -H "unix://$work/docker.sock" >"$work/docker.log" 2>&1 &
  engine=$!
  export DOCKER_HOST=unix://$work/docker.sock
  for ((i = 0; i < 60; i++)); do
    if docker version &>/dev/null; then return; fi
    kill -0 "$engine" 2>/dev/null || break
    sleep 1
  done
  tail -n 3 "$work/docker.log" >&2
  stop_engine
  return 1
}

# Ends the engine that start_engine has started, if there is one.
stop_engine() {
  # A bare return within the trap of EXIT has the status of the script, and would end the trap there.
  if [[ -z ${engine-} ]]; then return 0; fi
  kill "$engine" 2>/dev/null || true
  wait "$engine" || true
  # The engine may leave its folder mounted on itself.
  umount -R -- "$engine_data" 2>/dev/null || true
  rm -rf -- "$engine_data" || true
  unset engine DOCKER_HOST
}

# make_images: makes the images of the servers, and sets image_options.
make_images() {
  local options
  options=$("$lane_root/src/test/containers/local-images" "$lane_root/src/test/target/debian/root") || return
  # shellcheck disable=SC2034 # for those who source this file
  read -r -a image_options <<<"-Dcontainers.required=true $options"
  # Testcontainers would pull two images. One removes containers after a killed JVM, one checks the disk space.
  export TESTCONTAINERS_RYUK_DISABLED=true TESTCONTAINERS_TINYIMAGE_CONTAINER_IMAGE=pmem-ycsb-test/debian:local
}

# bring_containers FOLDER: provides a Docker engine for the tests: the one that runs on this machine, with public
# images, or else one of its own, with images from Debian's packages.
bring_containers() {
  if docker version &>/dev/null; then
    lane_say 'the tests use the Docker engine of this machine, which pulls public images'
  elif ! start_engine "$1"; then
    lane_say 'NOT TESTED: containers; this machine cannot run a Docker engine'
  elif ! make_images; then
    stop_engine
    lane_say 'NOT TESTED: containers; their images could not be made, and the reason is above'
  fi
}

# not_run NEWER LIST: prints in one line how many tests did not run, and why. Reads the reports that are newer than the
# file NEWER. Writes each reason to LIST, after its number of tests and a tab.
not_run() {
  local counts
  counts=$(find "$lane_root" -path '*/target/surefire-reports/TEST-*.xml' -newer "$1" -exec cat {} + | awk -v list="$2" '
    function note(why) {
      sub(/^.*TestAbortedException: /, "", why)
      sub(/^Assumption failed: /, "", why)
      if (why ~ / is optional/) why = "the database lacks an optional ability"
      reasons[why]++
      skipped++
    }
    /<testcase / { tests++ }
    # A reason of several lines begins on the next one.
    begun { begun = 0; note($0) }
    /<skipped / {
      if (match($0, /message="[^"]*"/)) note(substr($0, RSTART + 9, RLENGTH - 10))
      else if (/TestAbortedException: *$/) begun = 1
      else note($0)
    }
    END {
      printf "" >list
      close(list)
      for (why in reasons) printf "%d\t%s\n", reasons[why], why | ("sort -rn >\"" list "\"")
      print skipped + 0, "of", tests + 0
    }')
  if [[ $counts == '0 of 0' ]]; then
    echo 'no test ran'
  elif [[ $counts == '0 of '* ]]; then
    echo "all ${counts##* } tests ran"
  else
    echo "$counts tests did not run: $(awk -F '\t' '{ printf "%s%s (%d)", (NR > 1 ? "; " : ""), $2, $1 }' "$2")"
  fi
}
