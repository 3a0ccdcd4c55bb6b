package org.pmemycsb.spi;

import java.util.List;
import java.util.Properties;

/**
 * A native program that replays recorded operations on the database.
 *
 * <p>It takes requests on its standard input, one per line: the path of a file of operations, or
 * two paths with a tab between them. It makes those of the second one first, as a warm-up outside
 * the figures. The harness's {@code OperationFile} describes the files. It answers on its standard
 * output with lines of JSON: {@code {"progress":N}}, operations finished so far, about once a
 * second, and at the end of each file
 *
 * <pre>
 * {"operations":N,"good":N,"not_found":N,"failed":N,"inserted":N,"seconds":S,"failure":"..."}
 * </pre>
 *
 * where {@code seconds} is the time from the common start of all threads to the end of the last
 * one, and {@code inserted} the number of good inserts. {@code failure} is there only if an
 * operation failed, and is the message of the first failure. The program ends with its input. If it
 * cannot go on, it says why in one line on its standard error and ends with another status than 0.
 */
@FunctionalInterface
public interface NativeReplay {
  /**
   * The command that starts the program.
   *
   * @param clientProperties the {@link DatabaseServer#clientProperties()}
   * @throws DatabaseException if the program is not there
   */
  List<String> command(Properties clientProperties) throws DatabaseException;
}
