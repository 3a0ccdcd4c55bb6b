package org.pmemycsb.harness.probe;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * One measurement of a request. Also the answer of {@code pmem_probe}.
 *
 * @param opsS operations per second of all threads
 * @param p50Ns percentiles of the time of one operation in nanoseconds; null if too few operations
 *     were slower
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
