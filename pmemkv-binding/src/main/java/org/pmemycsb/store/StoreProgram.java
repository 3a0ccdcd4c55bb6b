package org.pmemycsb.store;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The native program beside the JNI library, {@code store_replay}. It makes recorded operations on
 * a store without Java, as its source says. It also answers questions about a library, whose faults
 * then end that program and not this process.
 *
 * @param library the library's file
 * @param folder of the store; null for questions about the library
 * @param bytes room to plan for
 * @param environment further variables for the program
 */
public record StoreProgram(
    Path library,
    Path folder,
    long bytes,
    Map<String, String> options,
    Map<String, String> environment) {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String NAME = "store_replay";

  /** The begin of a reason. The library may write other lines. */
  private static final String REFUSAL = NAME + ": ";

  private static final int SIGNAL = 128;

  /**
   * The promises of a library for some options, as {@code store.h} describes them.
   *
   * @param name product and version
   * @param durable whether a write that has returned survives a loss of power
   * @param endsWithProcess whether its records are gone when it is closed
   * @param syncs whether it has {@code store_sync}
   */
  public record Traits(
      String name, boolean durable, boolean sorted, boolean endsWithProcess, boolean syncs) {}

  /** For questions about a library. */
  public static StoreProgram of(Path library, Map<String, String> options) {
    return new StoreProgram(library, null, 0, options, Map.of());
  }

  /**
   * The command that starts it.
   *
   * @throws StoreException when there is no program for this system
   */
  public List<String> command() {
    List<String> command =
        new ArrayList<>(
            List.of(
                NativeFile.required(StoreProgram.class, NAME).toString(),
                "--library",
                library.toString()));
    if (folder != null) {
      command.addAll(List.of("--folder", folder.toString(), "--bytes", Long.toString(bytes)));
    }
    new TreeMap<>(options)
        .forEach((name, value) -> command.addAll(List.of("--option", name + "=" + value)));
    return command;
  }

  /**
   * The promises for these options. Nothing is opened.
   *
   * @throws StoreException with the reason in one line, if the library cannot be loaded, or refuses
   *     the options, crashes or does not answer
   */
  public Traits describe() {
    Map<String, String> said = pairs(ask("describe"));
    return new Traits(
        said.get("name"),
        said.get("durable").equals("1"),
        said.get("sorted").equals("1"),
        said.get("ends_with_process").equals("1"),
        said.get("syncs").equals("1"));
  }

  /**
   * Opens the store, or creates it in an empty folder, counts its records, and closes it.
   *
   * @throws StoreException as {@link #describe}
   */
  public long count() {
    return Long.parseLong(ask("count").get(0));
  }

  /** The names and values of lines {@code name=value}. */
  static Map<String, String> pairs(List<String> lines) {
    return lines.stream()
        .map(line -> line.split("=", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
  }

  private List<String> ask(String question) {
    List<String> command = command();
    command.add(question);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    try {
      Process program = builder.start();
      program.getOutputStream().close();
      CompletableFuture<List<String>> out =
          CompletableFuture.supplyAsync(() -> program.inputReader().lines().toList());
      CompletableFuture<List<String>> err =
          CompletableFuture.supplyAsync(() -> program.errorReader().lines().toList());
      if (!program.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        program.destroyForcibly().waitFor();
        throw new StoreException(
            "it did not answer for " + PATIENCE.toSeconds() + " s, so its process was killed");
      }
      int status = program.exitValue();
      if (status == 0) {
        return out.join();
      }
      String said =
          err.join().stream()
              .filter(line -> line.startsWith(REFUSAL))
              .reduce("", (before, line) -> line.substring(REFUSAL.length()));
      throw new StoreException(
          status > SIGNAL
              ? "it crashed with signal " + (status - SIGNAL)
              : said.isEmpty() ? "it ended the process with status " + status : said);
    } catch (IOException e) {
      throw new StoreException(NAME + " cannot be started: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while waiting for the library", e);
    }
  }
}
