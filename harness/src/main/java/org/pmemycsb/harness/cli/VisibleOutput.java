package org.pmemycsb.harness.cli;

import java.io.PrintStream;
import org.pmemycsb.harness.report.format.Escape;

/**
 * Prints text on a terminal. Names come from files, journals and servers, so characters that would
 * command the terminal or turn the text around are spelled out. What is written as bytes, such as
 * the return to the begin of the line, stays as it is.
 */
final class VisibleOutput extends PrintStream {
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
