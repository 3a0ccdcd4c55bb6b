package org.pmemycsb.it.powercut;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.store.NativeStore;
import org.pmemycsb.store.StoreException;

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
      System.out.println(read(arguments, Path.of(path)));
      System.out.flush();
    }
  }

  private static String read(String[] arguments, Path pool) {
    List<String> marks = new ArrayList<>();
    try (NativeStore store = PoolWriter.open(arguments, pool)) {
      for (int key = 0; key < PoolWriter.KEYS; key++) {
        marks.add(mark(get(store.session(), PoolWriter.key(key))));
      }
      return String.join(" ", marks);
    } catch (StoreException broken) {
      return "broken: " + broken.getMessage();
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }

  private static byte[] get(RecordStore store, byte[] key) throws Exception {
    byte[] buffer = new byte[1 << 16];
    int length = store.get(key, buffer);
    return length < 0 ? null : Arrays.copyOf(buffer, length);
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
