# shellcheck shell=bash
# The scripts beside this file source it.

# java_home TOOL: prints the home of the first Java 17 or newer that has bin/TOOL (java or javac):
# JAVA_HOME, then PATH, then the usual folder of Linux distributions. Fails if there is none.
# It reads the version from the release file, because starting a JVM takes longer than the rest of this script.
java_home() {
  local tool=$1 candidate home version
  for candidate in ${JAVA_HOME:+"$JAVA_HOME/bin/$tool"} "$(command -v "$tool" || true)" \
    /usr/lib/jvm/*/bin/"$tool"; do
    [[ -x $candidate ]] || continue
    home=$(readlink -f -- "$candidate")
    home=${home%/bin/"$tool"}
    if [[ ! -r $home/release ]]; then
      # A version manager's shim: only the JVM that it starts knows its own home.
      home=$("${candidate%/*}/java" -XshowSettings:properties -version 2>&1 |
        sed -n 's/^ *java\.home = //p') || continue
    fi
    [[ -x $home/bin/$tool && -r $home/release ]] || continue
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")
    if ((${version:-0} >= 17)); then
      printf '%s\n' "$home"
      return 0
    fi
  done
  return 1
}

# user_cache: prints the user's cache folder. A user unknown to the system, as in containers, has no home.
user_cache() {
  if [[ ${XDG_CACHE_HOME-} == /* ]]; then
    printf '%s\n' "$XDG_CACHE_HOME"
  elif id -un &>/dev/null; then
    printf '%s/.cache\n' "${HOME:-~}"
  else
    printf '%s/pmem-ycsb-%s\n' "${TMPDIR:-/tmp}" "$UID"
  fi
}

# own_cache: makes the cache folder of a user without a home, and fails if another user could have put files there:
# programs are started from it.
own_cache() {
  local own
  if [[ ${XDG_CACHE_HOME-} == /* ]] || id -un &>/dev/null; then return; fi
  own=$(user_cache)
  mkdir -m 700 -- "$own" 2>/dev/null || true
  if [[ -L $own || ! -d $own || ! -O $own || $(stat -c %a -- "$own") != 700 ]]; then
    fail "$own is no folder that only you can read and write; remove it, or name another folder with XDG_CACHE_HOME"
  fi
}

# lock_file FILE OPERATION: opens a file as descriptor 9 and locks it. Only its owner can open it, so no other user can
# hold the lock. Says OPERATION while it waits.
lock_file() {
  (umask 077 && : >>"$1") 2>/dev/null || fail "cannot write to $1, which may be another user's"
  exec 9>>"$1"
  if ! flock -n 9; then
    say "waiting for $2"
    flock 9
  fi
}
