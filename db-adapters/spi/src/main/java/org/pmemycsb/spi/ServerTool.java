package org.pmemycsb.spi;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * The benchmark program that comes with a server, such as {@code redis-benchmark}. It sends the
 * commands that the adapter's client sends, without Java. So its throughput is a ceiling of the
 * client's.
 *
 * <p>The harness starts a server for the tool alone, calls {@link #fill} once, and then runs the
 * commands of {@link #steps} one after another, for a warm-up and for each phase. The tool asks for
 * the records of {@link #fill} only, each with the same chance. It makes reads of whole records and
 * updates of one field; the harness asks it for no other phases. Implementations hold no state.
 */
public interface ServerTool {
  /** Whether the program is on this machine. */
  Availability probe();

  /**
   * Stores records in the empty database, under keys that the tool can make. It need not store them
   * as the client does: nothing is measured.
   */
  void fill(Work work) throws DatabaseException;

  /**
   * The commands that make the operations. A tool that mixes reads and updates has one. A tool that
   * cannot has one for the reads and one for the updates.
   */
  List<Step> steps(Work work) throws DatabaseException;

  /**
   * The throughput that a command of {@link #steps} printed.
   *
   * @param output the lines of its standard output and standard error. The command ended with
   *     status 0
   * @throws DatabaseException if there is no throughput in it, or if an operation failed
   */
  double operationsPerSecond(List<String> output) throws DatabaseException;

  /**
   * The data of a tool and its operations.
   *
   * @param clientProperties of {@link DatabaseServer#clientProperties()}
   * @param connections how many connections work at the same time
   * @param operations how many operations to make; 0 for {@link #fill}
   * @param reads share of the reads, from 0 to 1; the others are updates
   * @param scratch a folder for files of the tool, for example scripts
   */
  record Work(
      Properties clientProperties,
      long records,
      RecordLayout layout,
      int connections,
      long operations,
      double reads,
      Path scratch) {}

  /**
   * A command.
   *
   * @param operations how many operations it makes
   * @param command program and arguments
   * @param environment variables beside the inherited ones, for example a password
   */
  record Step(long operations, List<String> command, Map<String, String> environment) {}
}
