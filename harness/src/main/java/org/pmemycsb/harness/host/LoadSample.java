package org.pmemycsb.harness.host;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * The use of the processors over a few seconds, as shares of all their time, from 0 to 1: a line of
 * {@code load.jsonl}.
 *
 * @param at when it ended: ISO 8601, UTC
 * @param seconds how long it was
 * @param own the harness and all that it started
 * @param others all other programs
 * @param steal the share that a hypervisor gave to other machines
 * @param throttled no share of processor time, but of the periods in which the harness and its
 *     databases waited, because their control group had used up its limit
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record LoadSample(
    String at, double seconds, double own, double others, double steal, double throttled) {
  static LoadSample between(ProcessorTime from, ProcessorTime to, String at, double seconds) {
    double total = Math.max(1, to.total() - from.total());
    double own = Math.max(0, to.own() - from.own());
    double others = Math.max(0, to.busy() - from.busy() - own);
    double steal = Math.max(0, to.steal() - from.steal());
    return new LoadSample(
        at,
        LoadSummary.rounded(seconds),
        LoadSummary.rounded(own / total),
        LoadSummary.rounded(others / total),
        LoadSummary.rounded(steal / total),
        LoadSummary.rounded(to.throttling().since(from.throttling())));
  }
}
