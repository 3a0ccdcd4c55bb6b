package org.pmemycsb.harness.probe;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * The speed of a medium for one request.
 *
 * @param samplesOpsS operations per second of all threads, in the order of the rounds; empty if it
 *     failed
 * @param error reason of a failure; null for none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record MediumFigure(
    @JsonUnwrapped Request request,
    @JsonProperty("samples_ops_s") List<Double> samplesOpsS,
    @JsonUnwrapped Rate rate,
    @JsonUnwrapped Percentiles percentiles,
    String error) {
  private static final double NANOS = 1e9;

  /**
   * The operations per second of all threads.
   *
   * @param mean null if the request failed
   * @param low lower end of its 95 % interval; null with one round
   * @param high upper end; null with one round
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Rate(
      @JsonProperty("ops_s") Double mean,
      @JsonProperty("ops_s_ci95_low") Double low,
      @JsonProperty("ops_s_ci95_high") Double high) {}

  /**
   * The time of one operation in nanoseconds, each the geometric mean over the rounds; null if a
   * round has too few slower operations.
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Percentiles(
      @JsonProperty("p50_ns") Double p50,
      @JsonProperty("p99_ns") Double p99,
      @JsonProperty("p999_ns") Double p999) {}

  /**
   * One measurement of a request. Also the answer of {@code pmem_probe}.
   *
   * @param opsS operations per second of all threads
   * @param p50Ns percentiles of the time of one operation in nanoseconds; null if too few
   *     operations were slower
   * @param error why it failed; null if it did not. Nothing else is told then
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Sample(
      @JsonProperty("ops_s") double opsS,
      @JsonProperty("p50_ns") Double p50Ns,
      @JsonProperty("p99_ns") Double p99Ns,
      @JsonProperty("p999_ns") Double p999Ns,
      String error) {

    static Sample failed(String why) {
      return new Sample(0, null, null, null, why);
    }
  }

  public MediumFigure {
    samplesOpsS = samplesOpsS == null ? List.of() : List.copyOf(samplesOpsS);
  }

  /** Summarises the rounds of a request. One that failed makes the figure fail. */
  static MediumFigure of(Request request, List<Sample> samples) {
    String error =
        samples.stream().map(Sample::error).filter(Objects::nonNull).findFirst().orElse(null);
    if (error != null || samples.isEmpty()) {
      return new MediumFigure(
          request,
          List.of(),
          new Rate(null, null, null),
          new Percentiles(null, null, null),
          error == null ? "not measured" : error);
    }
    List<Double> rates = samples.stream().map(Sample::opsS).toList();
    Estimate rate = Estimate.of(array(rates)).orElseThrow();
    return new MediumFigure(
        request,
        rates,
        new Rate(rate.figure(), orNull(rate.low()), orNull(rate.high())),
        new Percentiles(
            mean(samples, Sample::p50Ns),
            mean(samples, Sample::p99Ns),
            mean(samples, Sample::p999Ns)),
        null);
  }

  private static double[] array(List<Double> figures) {
    return figures.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static Double orNull(OptionalDouble end) {
    return end.isPresent() ? Double.valueOf(end.getAsDouble()) : null;
  }

  private static Double mean(List<Sample> samples, Function<Sample, Double> percentile) {
    List<Double> known = samples.stream().map(percentile).filter(Objects::nonNull).toList();
    return known.isEmpty() || known.size() < samples.size()
        ? null
        : Double.valueOf(Estimate.of(array(known)).orElseThrow().figure());
  }

  public boolean measured() {
    return rate.mean != null;
  }

  /**
   * The mean time of one operation of one thread, in nanoseconds, of a figure that was measured.
   */
  public double nanos() {
    return nanos(rate.mean);
  }

  /** The same for another rate of all threads. */
  public double nanos(double opsS) {
    return NANOS * request.threads() / opsS;
  }

  /** Bytes per second of all threads, of a figure that was measured. */
  public double bytesPerSecond() {
    return rate.mean * request.sizeBytes();
  }
}
