package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.cli.Main;
import org.pmemycsb.harness.host.Installation;

/** A harness under test. */
public final class HarnessProcess {
  private static final long MINUTES_TO_END = 15;
  // Most tests are over before the second compiler has gained what it costs.
  private static final List<String> JVM =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-cp",
          System.getProperty("java.class.path"),
          Main.class.getName());

  private final Process process;
  private final Path out;
  private final Path err;

  private HarnessProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** What a harness that has ended left behind. */
  public record Ended(int status, String out, String err) {
    public Ended hasStatus(int expected) {
      assertThat(status).as("exit status; it said:%n%s%n%s", out, err).isEqualTo(expected);
      return this;
    }

    /** Its message, without the lines that tell progress. */
    public String complaint() {
      return String.join("\n", err.lines().filter(line -> line.startsWith("pmem-ycsb: ")).toList());
    }
  }

  /** The words of a line; each {@code %s} stands for the next value, which may have blanks. */
  public static List<String> words(String line, Object... values) {
    Iterator<Object> next = Arrays.asList(values).iterator();
    List<String> words =
        Stream.of(line.strip().split("\\s+"))
            .map(word -> word.contains("%s") ? word.formatted(next.next()) : word)
            .toList();
    assertThat(next).as("values without a place in '%s'", line).isExhausted();
    return words;
  }

  private static List<String> command(String line, Object... values) {
    // Tests that run in the background of a script have SIGINT ignored, and hand that on.
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.add(Installation.java().toString());
    command.addAll(JVM);
    command.addAll(words(line, values));
    return command;
  }

  /**
   * Starts a harness.
   *
   * @param logs where its output is kept
   * @param line its arguments; each {@code %s} stands for the next value
   */
  public static HarnessProcess start(
      Path logs, Map<String, String> environment, String line, Object... values)
      throws IOException {
    return launch(logs, environment, command(line, values));
  }

  /** Starts a harness on a terminal of its own, on which standard input types. */
  public static HarnessProcess startOnTerminal(Path logs, String line, Object... values)
      throws IOException {
    String typed =
        command(line, values).stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    return launch(logs, Map.of(), List.of("script", "-qefc", "exec " + typed, "/dev/null"));
  }

  private static HarnessProcess launch(
      Path logs, Map<String, String> environment, List<String> command) throws IOException {
    Path out = Files.createTempFile(logs, "out", ".txt");
    Path err = Files.createTempFile(logs, "err", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().putAll(environment);
    return new HarnessProcess(builder.start(), out, err);
  }

  /** Runs a harness to its end. */
  public static Ended run(Path logs, String line, Object... values)
      throws IOException, InterruptedException {
    return start(logs, Map.of(), line, values).await();
  }

  /**
   * Runs a harness to its end in this JVM, with the environment of this JVM. Workers and servers
   * are processes all the same. For tests that send no signal to the harness.
   */
  public static Ended runHere(String line, Object... values) {
    PrintStream realOut = System.out;
    PrintStream realErr = System.err;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      int status = Main.execute(words(line, values).toArray(String[]::new));
      return new Ended(
          status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(realOut);
      System.setErr(realErr);
    }
  }

  public Ended await() throws IOException, InterruptedException {
    if (!process.waitFor(MINUTES_TO_END, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("the harness did not end; it said:\n" + Files.readString(err));
    }
    return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  public Process process() {
    return process;
  }

  /** Waits until it has written a text. */
  public void awaitMessage(String text) throws InterruptedException {
    while (process.isAlive() && !said(text)) {
      Thread.sleep(20);
    }
    assertThat(said(text)).as("it said '%s'", text).isTrue();
  }

  private boolean said(String text) {
    try {
      return (Files.readString(out) + Files.readString(err)).contains(text);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
