package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The workers of one run, one on each machine. They live for the whole run.
 *
 * <p>Machines are numbered from 0. A worker speaks in lines, at least one a second. Three words at
 * the begin of a line have a meaning for the group, all else is for harness and worker:
 *
 * <ul>
 *   <li>{@code READY}: the worker can begin at once
 *   <li>{@code PROGRESS n}: the worker has finished n operations of the phase
 *   <li>{@code ANSWER text}: the last line of the phase. An answer without {@code READY} before it
 *       means that the phase cannot begin. The group then says {@code ABORT} to the other workers
 *       that are ready; they give an answer, too, and stay usable
 * </ul>
 *
 * <p>When all are ready, the group says {@code START n} to each. The number is an instant in
 * microseconds since 1970, by the clock of the machine that the worker runs on.
 *
 * <p>One thread uses a group; any thread may close it.
 */
public interface WorkerGroup extends AutoCloseable {
  String READY = "READY";

  /** The beginning of a line, as of the two words below. */
  String PROGRESS = "PROGRESS ";

  String ANSWER = "ANSWER ";

  String START = "START ";

  String ABORT = "ABORT";

  /** Says a line to each worker, in their order, and does not wait for an answer. */
  void tell(List<String> lines) throws IOException, InterruptedException;

  /**
   * Makes a phase: says a line to each worker, waits until all are ready, agrees on an instant, and
   * gathers the answers.
   *
   * <p>A machine that is lost is an answer with a failure, within 10 seconds, and no exception. So
   * is a worker that says nothing for a minute.
   *
   * @param lines one for each machine, in their order
   * @param listener takes the operations of all machines together, about once a second; called in
   *     the thread that called this method
   * @return an answer of each machine, in their order
   */
  List<Answer> phase(List<String> lines, Runner.Listener listener)
      throws IOException, InterruptedException;

  /**
   * What came of a phase on one machine.
   *
   * @param machine from 0
   * @param line what followed {@code ANSWER}; empty after a failure
   * @param failure why there is no answer, in one line that names machine and host
   * @param clockOffsetMicros this machine's clock less that of machine 0, as far as it is known
   * @param lateMicros how long after the instant {@code START} was handed to the worker; 0 if in
   *     time
   */
  record Answer(
      int machine,
      String host,
      Optional<String> line,
      Optional<String> failure,
      long clockOffsetMicros,
      long lateMicros) {}

  /** The longest delay of a machine after the common start, in microseconds. */
  default long mostLateMicros() {
    return 500_000;
  }

  /** Kills the workers. Safe to call again. */
  @Override
  void close();
}
