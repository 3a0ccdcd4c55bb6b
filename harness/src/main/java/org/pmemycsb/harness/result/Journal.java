package org.pmemycsb.harness.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The file {@code cells.jsonl}: one line for each phase. {@link #append} writes and syncs all lines
 * of a finished run.
 *
 * <p>A run counts only if all its lines are there. So a kill or a full disk during an append leaves
 * the earlier runs whole. Not thread-safe.
 */
public final class Journal {
  /** Its name in a result folder. */
  public static final String FILE = "cells.jsonl";

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new Jdk8Module())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /** The keys in the order of the first version of the format; later keys follow them. */
  private static final List<String> ORDER =
      List.of(
          """
          run phases_in_run database version phase threads value_size_bytes durability medium \
          runner repeat started_at operations good_operations seconds throughput_ops_s \
          read_p50_us read_p99_us write_p50_us write_p99_us read_intended_p99_us \
          write_intended_p99_us series_seconds series_operations values_checked stalled_seconds \
          server_statistics errors record_count valid reason"""
              .split(" "));

  private final Path file;

  public Journal(Path folder) {
    this.file = folder.resolve(FILE);
  }

  /**
   * Appends a finished run.
   *
   * @throws IOException if it could not be made durable; {@link #read} ignores the part of it that
   *     may then be in the file
   */
  public void append(List<PhaseResult> run) throws IOException {
    StringBuilder lines = new StringBuilder();
    // A torn line is ended first, so that the next line can be read.
    if (Files.exists(file) && Files.size(file) > 0 && !endsWithNewline()) {
      lines.append('\n');
    }
    for (PhaseResult phase : run) {
      lines.append(line(phase)).append('\n');
    }
    Files.writeString(
        file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.SYNC);
  }

  private static String line(PhaseResult phase) throws JsonProcessingException {
    ObjectNode keys = JSON.valueToTree(phase);
    keys.remove("inserted");
    ObjectNode line = JSON.createObjectNode();
    for (String key : ORDER) {
      JsonNode value = keys.remove(key);
      if (value != null) {
        line.set(key, value);
      }
    }
    return JSON.writeValueAsString(line.setAll(keys));
  }

  private boolean endsWithNewline() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      channel.read(last, channel.size() - 1);
      return last.get(0) == '\n';
    }
  }

  /**
   * The phases of all complete runs of the comparison, in the order of the runs. Of a run that was
   * made twice, these are the later phases. Empty when there is no file.
   */
  public List<PhaseResult> read() throws IOException {
    return readAll().stream().filter(phase -> phase.aside() == null).toList();
  }

  /** As {@link #read}, with the runs beside the comparison. */
  public List<PhaseResult> readAll() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    // The last line may end within a character, at which a reader of lines would fail.
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    Map<String, List<PhaseResult>> runs = new LinkedHashMap<>();
    text.lines()
        .flatMap(Journal::parse)
        .forEach(
            phase -> {
              List<PhaseResult> run = runs.computeIfAbsent(phase.run(), id -> new ArrayList<>());
              if (run.stream().anyMatch(other -> other.phase().equals(phase.phase()))) {
                run.clear();
              }
              run.add(phase);
            });
    return runs.values().stream()
        .filter(run -> run.size() == run.get(0).phasesInRun())
        .flatMap(List::stream)
        .toList();
  }

  private static Stream<PhaseResult> parse(String line) {
    try {
      return Stream.of(JSON.readValue(line, PhaseResult.class));
    } catch (JsonProcessingException torn) {
      return Stream.empty();
    }
  }
}
