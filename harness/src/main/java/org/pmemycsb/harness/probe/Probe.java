package org.pmemycsb.harness.probe;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.probe.Request.Pattern;
import org.pmemycsb.spi.Medium;

/**
 * The measured speed of a place. Immutable.
 *
 * @param figures in the order of the plan; empty if nothing was measured
 * @param reason reason and remedy in one line if nothing was measured; null otherwise
 * @param model name of the medium that the place stands for; null if it stands for itself
 * @param reads of a model: where reads go, if it is the memory of a remote node; null otherwise
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Probe(
    String folder,
    Medium medium,
    @JsonUnwrapped Method method,
    List<MediumFigure> figures,
    String reason,
    String model,
    String reads) {
  private static final int SYNCED_BYTES = 4096;
  private static final double NANOS_PER_MICRO = 1e3;

  /**
   * @param scale {@code short}, {@code quick}, {@code full}, or the name of an experiment
   * @param tool the measuring program; null if none could run
   * @param flushing null on a disk
   * @param workingSetBytes size of the file that was measured; null if nothing was
   * @param cacheBytes size of the processor's largest cache, which a smaller file would fit into;
   *     null on a disk
   * @param clockNs time of reading the clock, which is subtracted from percentiles; null on a disk
   * @param rounds how often each figure was measured
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Method(
      String scale,
      String tool,
      Flushing flushing,
      @JsonProperty("working_set_bytes") Long workingSetBytes,
      @JsonProperty("largest_cache_bytes") Long cacheBytes,
      @JsonProperty("clock_ns") Long clockNs,
      int rounds) {}

  /**
   * How libpmem makes stores durable in the probe.
   *
   * @param instruction that writes a cache line back
   * @param isPmem whether libpmem treats the mapping as persistent memory; otherwise it calls msync
   * @param autoFlush whether the caches survive a loss of power (eADR), by libpmem; null if unknown
   * @param leftOut whether libpmem leaves the flushes out
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Flushing(
      String instruction,
      @JsonProperty("is_pmem") boolean isPmem,
      @JsonProperty("auto_flush") Boolean autoFlush,
      @JsonProperty("left_out") boolean leftOut) {
    private static final String NO_FLUSH = "PMEM_NO_FLUSH";

    /**
     * By libpmem's rule (libpmem(7), PMDK 1.12, section ENVIRONMENT): PMEM_NO_FLUSH=1 leaves
     * flushes out, 0 makes them; without it, they are left out where the platform needs none.
     *
     * @param autoFlush what pmem_has_auto_flush(3) says: 1, 0, or below 0 for unknown
     */
    static Flushing of(
        String instruction, boolean isPmem, int autoFlush, Map<String, String> environment) {
      String told = environment.get(NO_FLUSH);
      boolean leftOut = told == null || told.isBlank() ? autoFlush == 1 : !told.equals("0");
      return new Flushing(
          instruction, isPmem, autoFlush < 0 ? null : Boolean.valueOf(autoFlush == 1), leftOut);
    }

    public String describe() {
      return (isPmem
              ? "flushes with " + instruction
              : "msync: libpmem takes it for no persistent memory")
          + (autoFlush == null ? "" : autoFlush ? "; eADR" : "; no eADR")
          + (leftOut ? "; FLUSHES ARE LEFT OUT" : "");
    }
  }

  public Probe {
    figures = figures == null ? List.of() : List.copyOf(figures);
  }

  /** The medium as tables and files name it. */
  public String mediumId() {
    return model == null ? medium.id() : model;
  }

  public String readsNote() {
    return Objects.requireNonNullElse(reads, MediumModel.READS);
  }

  static Probe of(ProbedPlace place, Method method, List<MediumFigure> figures) {
    return new Probe(
        place.folder().toString(),
        place.medium(),
        method,
        figures,
        null,
        place.model(),
        place.reads());
  }

  static Probe impossible(ProbedPlace place, Plan plan, String reason) {
    return new Probe(
        place.folder().toString(),
        place.medium(),
        new Method(plan.name(), null, null, null, null, null, 0),
        List.of(),
        reason,
        place.model(),
        place.reads());
  }

  /** The figure of a request; empty if it was not measured. */
  public Optional<MediumFigure> figure(
      String operation, int sizeBytes, Pattern pattern, int threads) {
    Request wanted = new Request(operation, sizeBytes, pattern, threads);
    return figures.stream()
        .filter(MediumFigure::measured)
        .filter(figure -> figure.request().equals(wanted))
        .findFirst();
  }

  /** Half of the syncs of 4 KiB by one thread take longer, in microseconds; empty if unmeasured. */
  public OptionalDouble syncMicros() {
    return figures.stream()
        .filter(figure -> figure.request().equals(Request.sequential(Fio.FDATASYNC, SYNCED_BYTES)))
        .filter(figure -> figure.measured() && figure.percentiles().p50() != null)
        .mapToDouble(figure -> figure.percentiles().p50() / NANOS_PER_MICRO)
        .findFirst();
  }
}
