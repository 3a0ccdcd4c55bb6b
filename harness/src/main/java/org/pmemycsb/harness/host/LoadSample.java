package org.pmemycsb.harness.host;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * What the processors did over a few seconds, as shares of all their time, from 0 to 1: a line of
 * {@code load.jsonl}.
 *
 * @param at when it ended: ISO 8601, UTC
 * @param seconds how long it was
 * @param own the harness and all that it started
 * @param others all other programs
 * @param steal what a hypervisor gave to other machines
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record LoadSample(String at, double seconds, double own, double others, double steal) {
  static LoadSample between(ProcessorTime from, ProcessorTime to, String at, double seconds) {
    double total = Math.max(1, to.total() - from.total());
    double own = Math.max(0, to.own() - from.own());
    double others = Math.max(0, to.busy() - from.busy() - own);
    double steal = Math.max(0, to.steal() - from.steal());
    return new LoadSample(
        at,
        rounded(seconds),
        rounded(own / total),
        rounded(others / total),
        rounded(steal / total));
  }

  private static double rounded(double figure) {
    return Math.round(figure * 1e4) / 1e4;
  }
}
