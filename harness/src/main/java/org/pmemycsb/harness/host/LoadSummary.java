package org.pmemycsb.harness.host;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.host.LoadSampler.Sample;

/**
 * The use of the processors during the runs, as shares of their time from 0 to 1.
 *
 * @param own mean share of the harness and all that it started
 * @param others mean share of all other programs
 * @param othersMost the largest of a sample
 * @param steal mean share that a hypervisor gave to other machines
 * @param stealMost the largest of a sample
 * @param disturbed share of the samples in which others and the hypervisor together took more than
 *     {@value #MUCH}
 * @param throttled mean share of periods, as {@link LoadSampler.Sample#throttled}
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record LoadSummary(
    int samples,
    double own,
    double others,
    double othersMost,
    double steal,
    double stealMost,
    double disturbed,
    double throttled) {
  /** The share of others above which a sample counts as disturbed. */
  public static final double MUCH = 0.1;

  /** The share of disturbed samples that makes the machine busy. */
  public static final double OFTEN = 0.05;

  /** Summarises samples; empty when there are none. */
  public static Optional<LoadSummary> of(List<Sample> samples) {
    if (samples.isEmpty()) {
      return Optional.empty();
    }
    DoubleSummaryStatistics others =
        samples.stream().mapToDouble(Sample::others).summaryStatistics();
    DoubleSummaryStatistics steal = samples.stream().mapToDouble(Sample::steal).summaryStatistics();
    long disturbed =
        samples.stream().filter(sample -> sample.others() + sample.steal() > MUCH).count();
    return Optional.of(
        new LoadSummary(
            samples.size(),
            rounded(samples.stream().mapToDouble(Sample::own).average().orElseThrow()),
            rounded(others.getAverage()),
            others.getMax(),
            rounded(steal.getAverage()),
            steal.getMax(),
            rounded(disturbed / (double) samples.size()),
            rounded(samples.stream().mapToDouble(Sample::throttled).average().orElseThrow())));
  }

  static double rounded(double figure) {
    return Math.round(figure * 1e4) / 1e4;
  }

  /** Whether a limit of processor time stopped the runs more than once in a hundred periods. */
  public boolean limited() {
    return throttled > 0.01;
  }

  /** Whether the figures of these runs deserve a warning. */
  public boolean busy() {
    return disturbed > OFTEN;
  }
}
