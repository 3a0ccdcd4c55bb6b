package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.plan.design.Words;
import org.pmemycsb.harness.report.format.Escape;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "pmem-ycsb",
    description =
        "Measures what a database gains from persistent memory, with the workloads of YCSB.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      CommandLine.HelpCommand.class,
      RunCommand.class,
      ListCommand.class,
      DoctorCommand.class,
      ProbeCommand.class,
      AuditCommand.class,
      ReportCommand.class,
      ConvertCommand.class,
      CompareCommand.class,
      AutoComplete.GenerateCompletion.class
    })
public final class Main {
  static final int OK = 0;
  static final int INVALID = 1;
  static final int USAGE = 2;

  private Main() {}

  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "pmem-ycsb " + Installation.version(),
        "commit " + Installation.commit().orElse("unknown"),
        "Java "
            + System.getProperty("java.version")
            + " ("
            + System.getProperty("java.vm.name")
            + ", "
            + System.getProperty("java.home")
            + ")"
      };
    }
  }

  /**
   * Prints text on a terminal. Names come from files, journals and servers, so characters that
   * would command the terminal or turn the text around are spelled out. What is written as bytes,
   * such as the return to the begin of the line, stays as it is.
   */
  private static final class VisibleOutput extends PrintStream {
    private final PrintStream terminal;

    VisibleOutput(PrintStream terminal) {
      super(terminal, true);
      this.terminal = terminal;
    }

    @Override
    public void print(String text) {
      terminal.print(Escape.visible(String.valueOf(text)));
    }

    @Override
    public void print(Object any) {
      print(String.valueOf(any));
    }
  }

  /** Prints a line for the user that is no result. */
  static void warn(String line) {
    System.err.println("pmem-ycsb: " + line);
  }

  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  /** Runs a command in this JVM, and returns its exit status. */
  public static int execute(String... arguments) {
    // Files and other programs need the digits 0 to 9 and a decimal point in every country.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    PrintStream out = System.out;
    PrintStream err = System.err;
    System.setOut(new VisibleOutput(out));
    System.setErr(new VisibleOutput(err));
    try {
      return executeVisibly(new CommandLine(new Main()), arguments);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  static int executeVisibly(CommandLine commands, String... arguments) {
    if (arguments.length == 0) {
      commands.usage(System.out);
      return OK;
    }
    try {
      return handled(commands).execute(arguments);
    } catch (OutOfMemoryError refused) {
      warn(
          "the system gives this process no more memory or threads: "
              + refused.getMessage()
              + "; raise its limits (ulimit -v, ulimit -u)");
      return USAGE;
    }
  }

  private static CommandLine handled(CommandLine commands) {
    return commands
        .setCaseInsensitiveEnumValuesAllowed(true)
        // Counts are written alike in files and on every command: 1_000_000.
        .registerConverter(
            int.class,
            text -> (int) Words.inRange(counted(text), Integer.MIN_VALUE, Integer.MAX_VALUE))
        .registerConverter(long.class, Main::counted)
        // --db @pmem is a place, not a file of arguments.
        .setExpandAtFiles(false)
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              if (failure instanceof ConfigurationException) {
                warn(failure.getMessage());
                return USAGE;
              }
              if (failure instanceof IOException) {
                warn("cannot read or write: " + FileFailure.describe((IOException) failure));
                return USAGE;
              }
              throw failure;
            })
        .setParameterExceptionHandler(
            (failure, given) -> {
              warn(failure.getMessage() + " (try --help)");
              return USAGE;
            });
  }

  private static long counted(String text) {
    try {
      return Words.digits(text);
    } catch (ConfigurationException wrong) {
      throw new CommandLine.TypeConversionException(wrong.getMessage());
    }
  }
}
