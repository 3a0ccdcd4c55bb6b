package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.harness.measure.database.Jars;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.spi.SafeFolder;

/** What must not change between the beginning of an experiment and its continuation. */
public final class Resumption {
  private static final String JARS = "jars.sha256";

  private Resumption() {}

  public static void refuseOtherExperiment(Experiment begun, Experiment asked) {
    List<String> differences = begun.differences(asked);
    if (!differences.isEmpty()) {
      throw new ConfigurationException(
          "--resume: the experiment differs from the one in the folder: "
              + String.join("; ", differences));
    }
  }

  static void refuseOtherMedium(Environment environment, Place place) {
    Environment.Folder begun = environment.places().get(place.name());
    if (begun != null && !begun.mediumId().equals(place.mediumId())) {
      throw new ConfigurationException(
          "place %s: the experiment began on medium %s, but %s is on medium %s"
              .formatted(place.name(), begun.mediumId(), place.folder(), place.mediumId()));
    }
    if (begun != null && !Optional.ofNullable(begun.model()).equals(place.model())) {
      throw new ConfigurationException(
          "place %s: %s has other figures than when the experiment began; begin a new experiment"
              .formatted(place.name(), place.mediumId()));
    }
  }

  /** Keeps the checksums of the jars for {@link #refuseOtherJars}. */
  static void keep(Jars used, Path results) throws IOException {
    String digests = used.digests();
    if (!digests.isEmpty()) {
      FileFailure.write(results.resolve(JARS), digests);
    }
  }

  static void refuseOtherJars(Jars used, Path results) throws IOException {
    Path kept = results.resolve(JARS);
    String begun =
        Files.exists(kept) ? new String(SafeFolder.readFile(kept), StandardCharsets.UTF_8) : "";
    if (!begun.equals(used.digests())) {
      throw new ConfigurationException(
          "--resume: a jar has changed since the experiment began; its old checksum is in " + kept);
    }
  }

  /**
   * Refuses to continue if the kernel keeps processors awake now and did not before, or the other
   * way round.
   *
   * @param now the limit that the kernel holds, in microseconds; null for none
   */
  static void refuseOtherCpuLatency(Environment environment, Integer now) {
    if ((environment.wakeUp().cpuLatency() == null) != (now == null)) {
      throw new ConfigurationException(
          now == null
              ? "--resume: the experiment began with processors kept awake, which needs root; continue"
                  + " as root, or begin a new experiment"
              : "--resume: the experiment began without root, so processors could sleep; continue"
                  + " without root, or begin a new experiment");
    }
  }
}
