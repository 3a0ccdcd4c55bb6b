package org.pmemycsb.harness.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.Shell;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.host.LoadSampler;
import org.pmemycsb.harness.host.LoadSummary;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.ExperimentFile;
import org.pmemycsb.harness.probe.Probe;
import org.pmemycsb.spi.SafeFolder;

/**
 * The folder with the results of an experiment. It holds the experiment ({@code experiment.yaml}),
 * the machine ({@code environment.json}) and the measurements ({@code cells.jsonl}). All reports
 * are made from these three.
 */
public final class ResultFolder {
  private static final String EXPERIMENT = "experiment.yaml";
  private static final String ENVIRONMENT = "environment.json";
  private static final String HISTOGRAMS = "histograms";
  private static final String PROFILES = "profiles";
  private static final String UNAVAILABLE = "unavailable.json";
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new Jdk8Module())
          .enable(SerializationFeature.INDENT_OUTPUT);

  private final Path folder;

  private ResultFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * A new folder; the caller has its {@link org.pmemycsb.harness.result.FolderLock}.
   *
   * @throws ConfigurationException if it cannot be made
   */
  public static ResultFolder create(Path folder, Experiment experiment, Environment environment) {
    try {
      Files.createDirectories(folder);
      ResultFolder results = new ResultFolder(folder);
      results.write(EXPERIMENT, ExperimentFile.write(experiment));
      results.writeJson(ENVIRONMENT, environment);
      return results;
    } catch (IOException failure) {
      throw new ConfigurationException(
          "--out: cannot write to " + folder + ": " + FileFailure.describe(failure), failure);
    }
  }

  /**
   * The folder of an earlier run.
   *
   * @throws ConfigurationException if it is no result folder
   */
  public static ResultFolder open(Path folder) {
    if (!Files.isRegularFile(folder.resolve(EXPERIMENT))
        || !Files.isRegularFile(folder.resolve(ENVIRONMENT))) {
      throw new ConfigurationException(
          folder + " is no result folder: it has no " + EXPERIMENT + " and " + ENVIRONMENT);
    }
    return new ResultFolder(FolderLock.named(folder));
  }

  /**
   * Refuses a folder to continue, if another user may have written its experiment: that names
   * commands, jars and programs, which this user would run.
   *
   * @throws ConfigurationException if the folder or its experiment belongs to another user
   */
  public static void refuseForeign(Path folder) throws IOException {
    Path real = open(folder).path().toRealPath();
    for (Path each : List.of(real, real.resolve(EXPERIMENT))) {
      if (!SafeFolder.isOurs(each)) {
        throw new ConfigurationException(
            "--resume: %s belongs to user %s, whose experiment would run commands as you; continue as that user, or copy the folder and read its %s first"
                .formatted(each, Files.getOwner(each).getName(), EXPERIMENT));
      }
    }
  }

  /** An exception that adds to a failure the state of the results. */
  public static IOException ended(Path folder, IOException failure) {
    boolean gone =
        !Files.isRegularFile(folder.resolve(EXPERIMENT))
            || failure instanceof NoSuchFileException missing
                && missing.getFile().equals(folder.resolve(Journal.FILE).toString());
    String left =
        gone
            ? "The result folder %1$s was removed or emptied during the run, and its finished runs with it"
            : Files.exists(folder.resolve(Journal.FILE))
                ? "Finished runs are kept. To continue: pmem-ycsb run --resume %2$s"
                : "No run was finished. To begin again: pmem-ycsb run --resume %2$s";
    return new IOException(
        FileFailure.describe(failure) + ". " + left.formatted(folder, Shell.word(folder)), failure);
  }

  public Path path() {
    return folder;
  }

  /** The folder of the latency histograms; may be missing. */
  public static Path histograms(Path folder) {
    return folder.resolve(HISTOGRAMS);
  }

  /** The folder of the sampled stacks and of the flame graphs; may be missing. */
  public static Path profiles(Path folder) {
    return folder.resolve(PROFILES);
  }

  public Journal journal() {
    return new Journal(folder);
  }

  /** The experiment, as a draft that can be compared with another one. */
  public ExperimentDraft experiment() throws IOException {
    Path file = folder.resolve(EXPERIMENT);
    return ExperimentFile.read(file, new String(SafeFolder.readFile(file), StandardCharsets.UTF_8));
  }

  /** Stores the claims and the missing databases of a run that continues; both may have changed. */
  public void note(Experiment experiment, List<Unavailable> unavailable) throws IOException {
    write(EXPERIMENT, ExperimentFile.write(experiment));
    if (unavailable.isEmpty()) {
      Files.deleteIfExists(folder.resolve(UNAVAILABLE));
    } else {
      writeJson(UNAVAILABLE, unavailable);
    }
  }

  /** The databases that could not run; none in most folders. */
  public List<Unavailable> unavailable() throws IOException {
    Path file = folder.resolve(UNAVAILABLE);
    return Files.exists(file) ? List.of(read(file, Unavailable[].class)) : List.of();
  }

  public Environment environment() throws IOException {
    return read(folder.resolve(ENVIRONMENT), Environment.class);
  }

  private static <T> T read(Path file, Class<T> type) throws IOException {
    try {
      return JSON.readValue(SafeFolder.readFile(file), type);
    } catch (JsonProcessingException damaged) {
      throw new ConfigurationException(
          "%s is damaged: %s; restore it from a copy"
              .formatted(file, damaged.getOriginalMessage().lines().findFirst().orElse("")),
          damaged);
    }
  }

  /** The load of the machine during the runs; empty where it was not watched. */
  public Optional<LoadSummary> load() throws IOException {
    return LoadSummary.of(LoadSampler.read(folder));
  }

  public void noteLoad() throws IOException {
    Optional<LoadSummary> load = load();
    if (load.isPresent()) {
      writeJson(ENVIRONMENT, environment().during(load.get()));
    }
  }

  public void noteProbes(Map<String, Probe> probes) throws IOException {
    writeJson(ENVIRONMENT, environment().probed(probes));
  }

  /** Writes a file with a JSON document, as {@link #write} does. */
  public void writeJson(String name, Object document) throws IOException {
    write(name, JSON.writeValueAsString(document) + "\n");
  }

  /** Writes a file at once: a reader sees the earlier file or the whole new one. */
  public void write(String name, String text) throws IOException {
    FileFailure.replace(folder.resolve(name), text);
  }
}
