package org.pmemycsb.harness.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
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
      %scase $given in
        *" --out "* | *" --out="*) ;;
        *) set -- --out "$here-again-$(date +%%Y%%m%%d-%%H%%M%%S)" "$@" ;;
      esac
      exec "$program" run "$here/experiment.yaml" "$@"
      """;

  private static final String OPTION =
      """
      case $given in
        *" %1$s "* | *" %1$s="*) ;;
        *) set -- %1$s %2$s "$@" ;;
      esac
      """;

  private RerunScript() {}

  public static void write(ResultFolder folder, Path program, Map<String, String> options)
      throws IOException {
    folder.write(FILE, render(folder.environment().harness(), program, options));
    Files.setPosixFilePermissions(
        folder.path().resolve(FILE), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /**
   * The script, for any POSIX shell.
   *
   * @param version of the program that made the results
   * @param program path of its launcher
   * @param options other options of the command line, without secrets: values by name
   */
  static String render(String version, Path program, Map<String, String> options) {
    StringBuilder defaults = new StringBuilder();
    options.forEach((name, value) -> defaults.append(OPTION.formatted(name, Shell.word(value))));
    return TEXT.formatted(
        Shell.word(program.toString()), Shell.word("pmem-ycsb " + version), defaults);
  }
}
