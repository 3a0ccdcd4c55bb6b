package org.pmemycsb.harness.feature.hooks;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Setting;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.spi.DatabaseException;

/**
 * The user's commands before and after a run. A shell runs them in the working directory of the
 * harness; they read the conditions of the run from environment variables.
 */
public record Hooks(Opening run) implements Feature {
  private static final File NOTHING = new File("/dev/null");

  public static Optional<Feature> of(Opening run) {
    return Stream.of(Settings.PREPARE, Settings.CLEANUP)
            .allMatch(each -> run.experiment().get(each).isEmpty())
        ? Optional.empty()
        : Optional.of(new Hooks(run));
  }

  @Override
  public void opens() throws DatabaseException, IOException, InterruptedException {
    run(Settings.PREPARE);
  }

  @Override
  public void ended() throws DatabaseException, IOException, InterruptedException {
    run(Settings.CLEANUP);
  }

  private Map<String, String> conditions() {
    RunSpec spec = run.spec();
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
    all.put(
        "PMEM_YCSB_PLACE_FOLDER",
        run.workspaces().at(spec.database().place()).place().folder().toString());
    all.put("PMEM_YCSB_DATA_FOLDER", run.folders().data().toString());
    all.put("PMEM_YCSB_RESULTS", run.folders().results().toString());
    all.put("PMEM_YCSB_RUNNER", spec.runner().id());
    all.put("PMEM_YCSB_REPEAT", Integer.toString(spec.repeat()));
    return all;
  }

  private void run(Setting<String> hook)
      throws DatabaseException, IOException, InterruptedException {
    String command = run.experiment().get(hook);
    if (command.isEmpty()) {
      return;
    }
    run.clock().accept(RunPart.HOOK);
    // Into a file: a daemon that the command starts would keep a pipe open.
    Path output = run.folders().scratch().resolve(hook + ".log");
    ProcessBuilder shell =
        new ProcessBuilder("/bin/sh", "-c", command)
            .redirectErrorStream(true)
            .redirectInput(NOTHING)
            .redirectOutput(output.toFile());
    shell.environment().putAll(conditions());
    int status = run.workspaces().home().start(shell).waitFor();
    if (status != 0) {
      throw new DatabaseException(
          "the command of %s ended with status %d: %s".formatted(hook, status, last(output)));
    }
    run.clock().accept(RunPart.SERVER);
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
