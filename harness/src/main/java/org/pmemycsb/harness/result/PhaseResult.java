package org.pmemycsb.harness.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Map;

/**
 * One phase of one run as it was measured: a line of {@code cells.jsonl}.
 *
 * @param run id of the run
 * @param phasesInRun how many lines the run has when it is complete
 * @param database label of the database
 * @param version product and version as the live database stated them
 * @param durability read back from the live database
 * @param startedAt ISO 8601, UTC
 * @param operations operations asked for
 * @param goodOperations operations that succeeded
 * @param seconds from the start to the last thread's end
 * @param throughputOpsS good operations over seconds; 0 when nothing was measured
 * @param readP50Us median latency of reads in microseconds; null when there were none
 * @param writeP50Us the same of inserts and updates
 * @param readIntendedP99Us of reads under a target, from the moment when each was to start; null
 *     without a target
 * @param seriesSeconds when each interval of the time series ended, in seconds since the start
 * @param seriesOperations how many operations ended in each interval
 * @param valuesChecked values that were compared with what was written
 * @param stalledSeconds how long threads waited for operations that were not made in time
 * @param serverStatistics how much the server's own counters grew in the phase
 * @param errors failed operations, reads that found nothing included
 * @param recordCount records in the database after the phase; null when it cannot say
 * @param valid whether the figures may be used
 * @param reason why not; null when valid
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PhaseResult(
    String run,
    int phasesInRun,
    String database,
    String version,
    String phase,
    int threads,
    int valueSizeBytes,
    String durability,
    String medium,
    String runner,
    int repeat,
    String startedAt,
    long operations,
    long goodOperations,
    double seconds,
    double throughputOpsS,
    Double readP50Us,
    Double readP99Us,
    Double writeP50Us,
    Double writeP99Us,
    Double readIntendedP99Us,
    Double writeIntendedP99Us,
    List<Double> seriesSeconds,
    List<Long> seriesOperations,
    long valuesChecked,
    double stalledSeconds,
    Map<String, Long> serverStatistics,
    long errors,
    Long recordCount,
    boolean valid,
    String reason) {}
