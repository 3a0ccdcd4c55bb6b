package org.pmemycsb.harness.probe;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

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
   * By libpmem's rule (libpmem(7), PMDK 1.12, section ENVIRONMENT): PMEM_NO_FLUSH=1 leaves flushes
   * out, 0 makes them; without it, they are left out where the platform needs none.
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
