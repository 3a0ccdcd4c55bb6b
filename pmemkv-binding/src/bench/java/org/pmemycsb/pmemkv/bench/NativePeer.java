package org.pmemycsb.pmemkv.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.pmemycsb.pmemkv.PmemkvLibrary;

/** The native loop, working on a pool of its own whenever it is told to. */
final class NativePeer implements AutoCloseable {
  private final Process process;
  private final Writer commands;
  private final BufferedReader answers;

  /**
   * Starts the loop with the libpmemkv of this process; {@code command} is the program and its
   * arguments.
   */
  NativePeer(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    PmemkvLibrary.probe()
        .file()
        .ifPresent(file -> builder.environment().put(PmemkvLibrary.ENVIRONMENT, file.toString()));
    process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    commands = process.outputWriter(StandardCharsets.US_ASCII);
    answers = process.inputReader(StandardCharsets.US_ASCII);
  }

  /** Lets it work for some seconds, and appends a line with its operations per second to a file. */
  void work(double seconds, Path results) throws IOException {
    commands.write(seconds + "\n");
    commands.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("the native loop ended");
    }
    Files.writeString(results, answer + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Override
  public void close() throws IOException {
    commands.close();
    process.onExit().join();
  }
}
