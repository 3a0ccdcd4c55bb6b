package org.pmemycsb.harness.probe;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.pmemycsb.harness.probe.Request.Pattern;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.ProcessStarter;

/**
 * Probes places, each with the tool for its medium.
 *
 * @param program gives the file of {@code pmem_probe}, or a {@link
 *     org.pmemycsb.harness.ConfigurationException}
 * @param libraries files of {@code libpmem}, {@code libpmem2} and {@code libpmemobj}; one that is
 *     missing is left to the dynamic linker
 * @param users variables that may tell libpmem to leave flushes out; none in a run, in which the
 *     databases always flush
 * @param processors that may be used, at least 1
 * @param cacheBytes size of the processor's largest cache
 * @param patience with fio
 */
public record Prober(
    ProcessStarter starter,
    Host host,
    Supplier<Path> program,
    Map<String, Path> libraries,
    Map<String, String> users,
    int processors,
    long cacheBytes,
    Duration patience) {
  public enum Scale {
    SHORT,
    QUICK,
    FULL
  }

  /** Nothing can be measured; the message is one line with the reason. */
  static final class Impossible extends Exception {
    private static final long serialVersionUID = 1L;

    Impossible(String reason) {
      super(reason);
    }
  }

  public Plan plan(Medium medium, Scale scale) {
    return medium == Medium.DISK ? Plan.onDisk(scale) : Plan.of(scale, processors);
  }

  /**
   * The plan of an experiment: all combinations, without chains of sequential addresses.
   *
   * @param patterns by their ids
   */
  public static Plan plan(
      String name,
      List<String> operations,
      List<String> patterns,
      List<Integer> sizes,
      List<Integer> threads,
      int rounds,
      Duration each) {
    List<Request> all = new ArrayList<>();
    for (String operation : operations) {
      for (int number : threads) {
        for (int size : sizes) {
          for (String id : patterns) {
            Pattern pattern = Pattern.valueOf(id.toUpperCase(Locale.ROOT));
            Request request = new Request(operation, size, pattern, number);
            if (pattern == Pattern.RANDOM || !request.isChain()) {
              all.add(request);
            }
          }
        }
      }
    }
    return new Plan(name, all, rounds, each);
  }

  /**
   * @param scratch an empty folder on it, in which files may remain
   * @param instruction by which libpmem flushes there
   * @return with a reason if the place cannot be measured
   */
  public Probe probe(ProbedPlace place, Path scratch, Plan plan, String instruction)
      throws InterruptedException {
    return place.medium() == Medium.DISK
        ? new Fio(starter, host, patience).probe(place, scratch, plan)
        : new PmemProbe(starter, program, libraries, users)
            .probe(place, scratch, plan, cacheBytes, instruction);
  }
}
