package org.pmemycsb.harness.medium;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.pmemycsb.harness.statistics.Estimate;
import org.pmemycsb.harness.statistics.Median;

/**
 * The speed of a medium for one request.
 *
 * @param samplesOpsS operations per second of all threads, in the order of the rounds; empty if it
 *     failed
 * @param opsS their median; null if it failed
 * @param low lower end of its 95 % interval; null with one round
 * @param p50Ns median over the rounds of the percentile of the time of one operation, in
 *     nanoseconds; null if a round has too few slower operations
 * @param error reason of a failure; null for none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record MediumFigure(
    String operation,
    @JsonProperty("size_bytes") int sizeBytes,
    Pattern pattern,
    int threads,
    @JsonProperty("samples_ops_s") List<Double> samplesOpsS,
    @JsonProperty("ops_s") Double opsS,
    @JsonProperty("ops_s_ci95_low") Double low,
    @JsonProperty("ops_s_ci95_high") Double high,
    @JsonProperty("p50_ns") Double p50Ns,
    @JsonProperty("p99_ns") Double p99Ns,
    @JsonProperty("p999_ns") Double p999Ns,
    String error) {
  private static final double NANOS = 1e9;

  public MediumFigure {
    samplesOpsS = samplesOpsS == null ? List.of() : List.copyOf(samplesOpsS);
  }

  /** Summarises the rounds of a request. One that failed makes the figure fail. */
  static MediumFigure of(Request request, List<Sample> samples) {
    String error =
        samples.stream().map(Sample::error).filter(Objects::nonNull).findFirst().orElse(null);
    if (error != null || samples.isEmpty()) {
      return of(request, List.of(), null, error == null ? "not measured" : error);
    }
    return of(
        request,
        samples,
        Median.estimate(samples.stream().mapToDouble(Sample::opsS).toArray()).orElseThrow(),
        null);
  }

  private static MediumFigure of(
      Request request, List<Sample> samples, Estimate estimate, String error) {
    return new MediumFigure(
        request.operation(),
        request.sizeBytes(),
        request.pattern(),
        request.threads(),
        samples.stream().map(Sample::opsS).toList(),
        estimate == null ? null : Double.valueOf(estimate.median()),
        estimate == null ? null : orNull(estimate.low()),
        estimate == null ? null : orNull(estimate.high()),
        median(samples, Sample::p50Ns),
        median(samples, Sample::p99Ns),
        median(samples, Sample::p999Ns),
        error);
  }

  private static Double orNull(OptionalDouble end) {
    return end.isPresent() ? Double.valueOf(end.getAsDouble()) : null;
  }

  private static Double median(List<Sample> samples, Function<Sample, Double> percentile) {
    List<Double> known = samples.stream().map(percentile).filter(Objects::nonNull).toList();
    return known.isEmpty() || known.size() < samples.size()
        ? null
        : Median.of(known.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** Whether there is a figure. */
  public boolean measured() {
    return opsS != null;
  }

  /**
   * The mean time of one operation of one thread, in nanoseconds, of a figure that was measured.
   */
  public double nanos() {
    return nanos(opsS);
  }

  /** The same for another rate of all threads. */
  public double nanos(double rate) {
    return NANOS * threads / rate;
  }

  /** Bytes per second of all threads, of a figure that was measured. */
  public double bytesPerSecond() {
    return opsS * sizeBytes;
  }
}
