#!/bin/sh
# Makes these results again, in a new folder beside this one. Options are passed on, and go before
# those of then: rerun.sh --place pmem=/mnt/other --out somewhere
# PMEM_YCSB names the program, where it no longer lies in its old place.
set -eu
here=$(cd -- "$(dirname -- "$0")" && pwd)
program=${PMEM_YCSB:-'/opt/it'\''s here/bin/pmem-ycsb'}
if ! command -v "$program" >/dev/null; then program=pmem-ycsb; fi
if ! command -v "$program" >/dev/null; then
  echo "rerun.sh: there is no pmem-ycsb; name it: PMEM_YCSB=/path/bin/pmem-ycsb $0" >&2
  exit 2
fi
wanted='pmem-ycsb 1.2.3'
version=$("$program" --version)
if [ "$version" != "$wanted" ]; then
  echo "rerun.sh: these results were made by $wanted, and this is $version" >&2
fi
given=" $* "
case $given in
  *" --place "* | *" --place="*) ;;
  *) set -- --place '/mnt/p m' "$@" ;;
esac
case $given in
  *" --out "* | *" --out="*) ;;
  *) set -- --out "$here-again-$(date +%Y%m%d-%H%M%S)" "$@" ;;
esac
exec "$program" run "$here/experiment.yaml" "$@"
