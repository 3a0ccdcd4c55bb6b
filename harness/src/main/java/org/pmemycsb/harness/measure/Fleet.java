package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.pmemycsb.harness.ConfigurationException;

/**
 * Machines that can each run a worker.
 *
 * <p>An engine such as Apache Spark is behind it. Its {@link Provider} is found by {@link
 * java.util.ServiceLoader}, so that the harness does not depend on the engine. One thread uses a
 * fleet; any thread may close it.
 */
public interface Fleet extends AutoCloseable {
  /**
   * What a fleet is opened with.
   *
   * @param classPath jars and folders that each worker needs
   * @param scratch an existing folder for the fleet's own files; its owner removes it
   * @param listen the address of this machine that the cluster can reach; empty for the engine's
   *     own choice
   */
  record Terms(
      String url,
      int machines,
      List<Path> classPath,
      Path scratch,
      Optional<String> listen,
      Consumer<String> log) {
    public Terms {
      classPath = List.copyOf(classPath);
    }
  }

  /** Opens fleets. It needs a constructor without arguments. */
  interface Provider {
    /**
     * Waits until the machines are there. An interrupt ends the wait.
     *
     * @throws ConfigurationException with one line, if too few machines come in time, if the URL is
     *     wrong, or if no cluster answers there
     */
    Fleet open(Terms terms) throws InterruptedException;
  }

  /**
   * The provider on the class path.
   *
   * @throws ConfigurationException if there is none
   */
  static Provider provider() {
    return ServiceLoader.load(Provider.class)
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "cluster: the part for clusters is not on the class path; start with"
                        + " bin/pmem-ycsb, which brings it if --cluster is given"));
  }

  /**
   * Starts one worker JVM on each of the first machines. After a loss, it waits until enough
   * machines are there again. After a wait in vain, the next call fails at once, unless machines
   * have come.
   *
   * @param javaArguments options of the JVM, the main class and its arguments; the fleet adds the
   *     class path
   * @param environment variables for the workers, beside those that the machine has
   * @throws IOException if there are too few machines, or if a worker cannot be started; then the
   *     message names the machine and its host
   */
  WorkerGroup start(int machines, List<String> javaArguments, Map<String, String> environment)
      throws IOException, InterruptedException;

  /** Ends all workers and leaves the cluster. Safe to call again and from a shutdown hook. */
  @Override
  void close();
}
