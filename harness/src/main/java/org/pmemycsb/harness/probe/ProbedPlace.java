package org.pmemycsb.harness.probe;

import java.nio.file.Files;
import java.nio.file.Path;
import org.pmemycsb.harness.plan.design.MediumReads;
import org.pmemycsb.spi.Medium;

/**
 * A place that the probe measures.
 *
 * @param folder as the user knows it
 * @param model name of the medium that the place stands for; null where it stands for itself
 * @param modelled the reads of a model, which chains wait for
 * @param reads of a model: where reads go, if it is the memory of a remote node; null otherwise
 */
public record ProbedPlace(
    Path folder, Medium medium, String model, MediumReads modelled, String reads) {

  /** Nothing can be measured; the message is one line with the reason. */
  static final class Impossible extends Exception {
    private static final long serialVersionUID = 1L;

    Impossible(String reason) {
      super(reason);
    }
  }

  /**
   * The free bytes where a scratch folder on it lies; refuses a place that is gone, or too full.
   */
  long free(Path scratch, long needed) throws Impossible {
    if (!Files.isDirectory(scratch)) {
      throw new Impossible(
          "%s has gone: there is no %s; mount it again, or name another with --place NAME=DIR"
              .formatted(folder, scratch));
    }
    return enough(scratch.toFile().getUsableSpace(), needed);
  }

  /** The free bytes, if they are as many as needed. */
  long enough(long free, long needed) throws Impossible {
    if (free < needed) {
      throw new Impossible(
          "%s is full: %d MiB are free, and the probe needs %d; make room"
              .formatted(folder, free >> 20, needed >> 20));
    }
    return free;
  }
}
