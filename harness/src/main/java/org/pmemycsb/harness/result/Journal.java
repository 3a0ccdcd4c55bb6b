package org.pmemycsb.harness.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.Checksum;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.spi.SafeFolder;

/**
 * The file {@code cells.jsonl}: one line for each phase, which is {@link PhaseResult} as Jackson
 * writes it, with the conditions among the other keys. The first key of a line, {@code check}, is
 * the checksum of all that follows it.
 *
 * <p>{@link #append} writes and syncs all lines of a finished run. A run counts only if all its
 * lines are there. So a kill or a full disk during an append leaves the earlier runs whole. Other
 * damage is refused, because a reader cannot know which runs it removed. Not thread-safe.
 */
public final class Journal {
  public static final String FILE = "cells.jsonl";

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new Jdk8Module())
          .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final String CONDITIONS = "conditions";
  private static final Pattern CHECKED =
      Pattern.compile("\\{\"check\":\"([0-9a-f]{8})\",(.*)", Pattern.DOTALL);

  private final Path file;
  private boolean seen;

  public Journal(Path folder) {
    this.file = folder.resolve(FILE);
  }

  /**
   * @param phases of all complete runs, in the order of the runs. Of a run that was made again,
   *     these are the later phases
   * @param superseded the earlier phases of runs that were made again
   * @param remarks a line for each skipped part; empty for an intact file
   */
  public record Contents(
      List<PhaseResult> phases, List<PhaseResult> superseded, List<String> remarks) {
    /** The phases of the comparison, and the restarts, in the order of the runs. */
    public List<PhaseResult> runs() {
      return phases.stream().filter(phase -> phase.origin().purpose() == null).toList();
    }

    public List<PhaseResult> compared() {
      return runs().stream().filter(phase -> !phase.restarts()).toList();
    }

    /** The restarts, which have times in the place of a throughput. */
    public List<PhaseResult> restarts() {
      return phases.stream().filter(PhaseResult::restarts).toList();
    }

    public List<PhaseResult> beside() {
      return phases.stream().filter(phase -> phase.origin().purpose() != null).toList();
    }
  }

  /** A line is damaged; the message has the reason. */
  private static final class DamagedException extends Exception {
    private static final long serialVersionUID = 1L;

    private DamagedException(String message) {
      super(message);
    }
  }

  /**
   * @throws IOException if it could not be made durable, or if the file with earlier runs is gone;
   *     {@link #read} ignores the part of it that may then be in the file
   */
  public void append(List<PhaseResult> run) throws IOException {
    StringBuilder lines = new StringBuilder();
    if (Files.exists(file)) {
      lines.append(endLastLine());
    } else if (seen) {
      throw new NoSuchFileException(file.toString()); // with the runs that were in it
    }
    for (PhaseResult phase : run) {
      ObjectNode keys = JSON.valueToTree(phase);
      ObjectNode line = ((ObjectNode) keys.remove(CONDITIONS)).setAll(keys);
      String rest = JSON.writeValueAsString(line).substring(1);
      lines.append("{\"check\":\"").append(Checksum.of(rest)).append("\",").append(rest);
      lines.append('\n');
    }
    FileFailure.append(file, lines);
    seen = true;
  }

  /** Removes a torn last line. Returns the end of line if an intact last line lacks it. */
  private String endLastLine() throws IOException {
    byte[] all = SafeFolder.readFile(file);
    int begin = all.length;
    while (begin > 0 && all[begin - 1] != '\n') {
      begin--;
    }
    if (begin == all.length) {
      return "";
    }
    try {
      parse(new String(all, begin, all.length - begin, StandardCharsets.UTF_8));
      return "\n";
    } catch (DamagedException torn) {
      try (FileChannel channel = SafeFolder.openFile(file, Set.of(StandardOpenOption.WRITE))) {
        channel.truncate(begin);
      }
      return "";
    }
  }

  private static PhaseResult parse(String line) throws DamagedException {
    Matcher checked = CHECKED.matcher(line);
    if (!checked.matches() || !Checksum.of(checked.group(2)).equals(checked.group(1))) {
      throw new DamagedException("its checksum is missing or wrong");
    }
    try {
      ObjectNode keys = JSON.readValue(line, ObjectNode.class);
      keys.set(CONDITIONS, keys.deepCopy());
      return JSON.treeToValue(keys, PhaseResult.class);
    } catch (JsonProcessingException broken) {
      throw new DamagedException("it is no JSON object of a phase");
    }
  }

  /**
   * The phases of all complete runs of the comparison.
   *
   * @throws ConfigurationException as {@link #contents}
   */
  public List<PhaseResult> read() throws IOException {
    return contents().compared();
  }

  /**
   * Reads the file; it is empty where there is none. A kill may leave a last line without its end.
   * That line is skipped with a remark.
   *
   * @throws ConfigurationException if any other line is damaged
   */
  public Contents contents() throws IOException {
    if (!Files.exists(file)) {
      return new Contents(List.of(), List.of(), List.of());
    }
    seen = true;
    List<String> remarks = new ArrayList<>();
    Map<String, List<List<PhaseResult>>> runs = new LinkedHashMap<>();
    // The last line may end within a character, at which a reader of lines would fail.
    String[] lines = new String(SafeFolder.readFile(file), StandardCharsets.UTF_8).split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      if (lines[i].isEmpty()) {
        continue;
      }
      try {
        add(parse(lines[i]), runs);
      } catch (DamagedException damaged) {
        if (i < lines.length - 1) {
          throw new ConfigurationException(
              ("%s, line %d: %s; restore the file from a copy, or delete the line, and 'pmem-ycsb run"
                      + " --resume' makes its run again")
                  .formatted(file, i + 1, damaged.getMessage()),
              damaged);
        }
        remarks.add(
            "%s: the last line is torn, as a kill leaves it; it does not count".formatted(file));
      }
    }
    List<PhaseResult> phases = new ArrayList<>();
    List<PhaseResult> superseded = new ArrayList<>();
    runs.forEach(
        (run, attempts) -> {
          List<List<PhaseResult>> whole = attempts.stream().filter(Journal::isWhole).toList();
          if (whole.isEmpty()) {
            List<PhaseResult> last = attempts.get(attempts.size() - 1);
            remarks.add(
                "%s: run %s has %d of its %d lines; it does not count, and 'pmem-ycsb run --resume' makes it again"
                    .formatted(file, run, last.size(), last.get(0).origin().phasesInRun()));
            return;
          }
          whole.subList(0, whole.size() - 1).forEach(superseded::addAll);
          phases.addAll(whole.get(whole.size() - 1));
        });
    return new Contents(List.copyOf(phases), List.copyOf(superseded), List.copyOf(remarks));
  }

  private static boolean isWhole(List<PhaseResult> attempt) {
    return attempt.size() == attempt.get(0).origin().phasesInRun();
  }

  /** A phase that the attempt already has begins the next attempt, and so does another id. */
  private static void add(PhaseResult phase, Map<String, List<List<PhaseResult>>> runs) {
    List<List<PhaseResult>> attempts =
        runs.computeIfAbsent(phase.origin().run(), id -> new ArrayList<>());
    List<PhaseResult> last = attempts.isEmpty() ? List.of() : attempts.get(attempts.size() - 1);
    if (last.isEmpty()
        || !last.get(0).run().equals(phase.run())
        || last.stream().anyMatch(other -> other.phase().equals(phase.phase()))) {
      last = new ArrayList<>();
      attempts.add(last);
    }
    last.add(phase);
  }
}
