package org.pmemycsb.harness.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.pmemycsb.harness.Shell;
import org.pmemycsb.harness.result.ResultFolder;

/** The file {@code rerun.sh}: makes the same results again, in a new folder beside the old one. */
public final class RerunScript {
  public static final String FILE = "rerun.sh";

  private static final String TEXT =
      """
      #!/bin/sh
      # Makes these results again, in a new folder beside this one. Options are passed on, and go before
      # those of then: rerun.sh --place pmem=/mnt/other --out somewhere
      # PMEM_YCSB names the program, where it no longer lies in its old place.
      set -eu
      here=$(cd -- "$(dirname -- "$0")" && pwd)
      program=${PMEM_YCSB:-%s}
      if ! command -v "$program" >/dev/null; then program=pmem-ycsb; fi
      if ! command -v "$program" >/dev/null; then
        echo "rerun.sh: there is no pmem-ycsb; name it: PMEM_YCSB=/path/bin/pmem-ycsb $0" >&2
        exit 2
      fi
      wanted=%s
      version=$("$program" --version)
      if [ "$version" != "$wanted" ]; then
        echo "rerun.sh: these results were made by $wanted, and this is $version" >&2
      fi
      given=" $* "
      case $given in
        *" --patience "* | *" --patience="*) ;;
        *) set -- --patience %s "$@" ;;
      esac
      case $given in
        *" --out "* | *" --out="*) ;;
        *) set -- --out "$here-again-$(date +%%Y%%m%%d-%%H%%M%%S)" "$@" ;;
      esac
      exec "$program" run "$here/experiment.yaml" "$@"
      """;

  private RerunScript() {}

  /**
   * @param program path of the launcher
   * @param patience as on the command line; the experiment file does not hold it
   */
  public static void write(ResultFolder folder, Path program, String patience) throws IOException {
    folder.write(FILE, render(folder.environment().harness(), program, patience));
    Files.setPosixFilePermissions(
        folder.path().resolve(FILE), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** For any POSIX shell. */
  static String render(String version, Path program, String patience) {
    return TEXT.formatted(
        Shell.word(program.toString()), Shell.word("pmem-ycsb " + version), Shell.word(patience));
  }
}
