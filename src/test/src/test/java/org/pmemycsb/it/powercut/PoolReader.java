package org.pmemycsb.it.powercut;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.pmemycsb.pmemkv.PmemkvException;
import org.pmemycsb.pmemkv.PmemkvOptions;
import org.pmemycsb.pmemkv.PmemkvStore;

/**
 * Reads pools in a process of its own: what a missing flush leaves may well crash it. The process
 * takes engine and library as {@link PoolWriter} does, and paths on its standard input, and answers
 * each with a line: a mark for each key, or why the pool cannot be read.
 */
public final class PoolReader implements AutoCloseable {
  private static final String ABSENT = "-";

  private final List<String> command;
  private Process process;
  private BufferedReader answers;

  PoolReader(List<String> command) {
    this.command = List.copyOf(command);
  }

  public static void main(String[] arguments) throws IOException {
    BufferedReader paths = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String path = paths.readLine(); path != null; path = paths.readLine()) {
      System.out.println(read(PoolWriter.options(arguments, Path.of(path))));
      System.out.flush();
    }
  }

  private static String read(PmemkvOptions pool) {
    List<String> marks = new ArrayList<>();
    try (PmemkvStore store = PmemkvStore.open(pool)) {
      for (int key = 0; key < PoolWriter.KEYS; key++) {
        marks.add(mark(store.get(PoolWriter.key(key))));
      }
      return String.join(" ", marks);
    } catch (PmemkvException broken) {
      return "broken: " + broken.getMessage();
    }
  }

  /** What stands for a value in an answer. */
  static String mark(byte[] value) {
    return value == null
        ? ABSENT
        : value.length + "/" + Integer.toHexString(Arrays.hashCode(value));
  }

  /** The answer to a pool; of a process that crashed on it: that it did. */
  String answer(Path pool) throws IOException {
    if (process == null || !process.isAlive()) {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      answers = process.inputReader(UTF_8);
    }
    process.outputWriter(UTF_8).append(pool.toString()).append('\n').flush();
    String answer = answers.readLine();
    if (answer == null || answer.startsWith("#")) {
      process.destroyForcibly().onExit().join();
      return "crashed";
    }
    return answer;
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
  }
}
