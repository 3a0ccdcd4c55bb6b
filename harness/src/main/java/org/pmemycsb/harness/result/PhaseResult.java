package org.pmemycsb.harness.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

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
    long errors,
    Long recordCount,
    boolean valid,
    String reason) {}
