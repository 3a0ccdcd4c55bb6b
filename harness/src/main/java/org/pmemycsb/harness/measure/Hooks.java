package org.pmemycsb.harness.measure;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Setting;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.spi.ProcessStarter;

/**
 * The user's commands before and after a run. A shell runs them in the working directory of the
 * harness; they read the conditions of the run from environment variables.
 *
 * @param scratch an existing folder for the output of the commands
 */
record Hooks(
    Experiment experiment, ProcessStarter starter, Map<String, String> conditions, Path scratch) {
  private static final File NOTHING = new File("/dev/null");

  /**
   * The environment variables of a run.
   *
   * @param place folder of the place on which the database lies
   */
  static Map<String, String> conditions(RunSpec spec, Path place, Path data, Path results) {
    Map<String, String> all = new TreeMap<>();
    Dimension.ofGrid()
        .forEach(
            each ->
                all.put(
                    "PMEM_YCSB_" + each.name(),
                    each.column(spec.at().getOrDefault(each, each.absent())).toString()));
    all.put("PMEM_YCSB_RUN", spec.id());
    all.put("PMEM_YCSB_DATABASE", spec.database().label());
    all.put("PMEM_YCSB_PLACE", spec.database().place().orElse(""));
    all.put("PMEM_YCSB_LOG_PLACE", spec.database().logPlace().orElse(""));
    all.put("PMEM_YCSB_PLACE_FOLDER", place.toString());
    all.put("PMEM_YCSB_DATA_FOLDER", data.toString());
    all.put("PMEM_YCSB_RESULTS", results.toString());
    all.put("PMEM_YCSB_RUNNER", spec.runner().id());
    all.put("PMEM_YCSB_REPEAT", Integer.toString(spec.repeat()));
    return all;
  }

  /** Runs the command before the run, if there is one; gives the reason if it fails. */
  Optional<String> prepare() throws IOException, InterruptedException {
    return run(Settings.PREPARE);
  }

  /** Runs the command after the run, likewise. */
  Optional<String> cleanup() throws IOException, InterruptedException {
    return run(Settings.CLEANUP);
  }

  private Optional<String> run(Setting<String> hook) throws IOException, InterruptedException {
    String command = experiment.get(hook);
    if (command.isEmpty()) {
      return Optional.empty();
    }
    // Into a file: a daemon that the command starts would keep a pipe open.
    Path output = scratch.resolve(hook + ".log");
    ProcessBuilder shell =
        new ProcessBuilder("/bin/sh", "-c", command)
            .redirectErrorStream(true)
            .redirectInput(NOTHING)
            .redirectOutput(output.toFile());
    shell.environment().putAll(conditions);
    int status = starter.start(shell).waitFor();
    return status == 0
        ? Optional.empty()
        : Optional.of(
            "the command of %s ended with status %d: %s".formatted(hook, status, last(output)));
  }

  private static String last(Path output) throws IOException {
    return new String(Files.readAllBytes(output), StandardCharsets.UTF_8)
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .reduce((before, line) -> line)
        .orElse("it printed nothing");
  }
}
