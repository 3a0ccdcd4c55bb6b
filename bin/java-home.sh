# shellcheck shell=bash
# Sourced by the scripts beside it.

# java_home TOOL: prints the home of the first Java 17 or newer that has bin/TOOL (java or javac):
# JAVA_HOME, then PATH, then where Linux distributions put theirs. Fails when there is none.
# The version is read from the release file: to start a JVM and ask would cost more than all the rest.
java_home() {
  local tool=$1 candidate home version
  for candidate in ${JAVA_HOME:+"$JAVA_HOME/bin/$tool"} "$(command -v "$tool" || true)" \
    /usr/lib/jvm/*/bin/"$tool"; do
    [[ -x $candidate ]] || continue
    home=$(readlink -f -- "$candidate")
    home=${home%/bin/"$tool"}
    if [[ ! -r $home/release ]]; then
      # A version manager's shim: only what it starts knows where it lives.
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
