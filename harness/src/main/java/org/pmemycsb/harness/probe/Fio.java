package org.pmemycsb.harness.probe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.pmemycsb.harness.Programs;
import org.pmemycsb.harness.probe.MediumFigure.Sample;
import org.pmemycsb.harness.probe.ProbedPlace.Impossible;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.ProcessStarter;

/**
 * Measures a disk with fio(1). Its output is one JSON document for each call, and has the jobs in
 * their order.
 *
 * @param patience how much longer than asked a call may take
 */
public record Fio(ProcessStarter starter, Host host, Duration patience) {
  /** An append and fdatasync(2). */
  static final String FDATASYNC = "append_fdatasync";

  /** An append to a file that was opened with O_DSYNC. */
  static final String DSYNC = "append_o_dsync";

  /** A read past the page cache. */
  static final String READ = "read_direct";

  private static final String PROGRAM = "fio";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long FILE_BYTES = 64L << 20;
  private static final int SHARE_OF_FREE = 4;

  /**
   * @param scratch a folder on it that may be written to; files remain in it
   */
  public Probe probe(ProbedPlace place, Path scratch, Plan plan) throws InterruptedException {
    try {
      Path program =
          host.executable(PROGRAM)
              .orElseThrow(
                  () -> new Impossible("fio is missing; run bin/install-packages probe as root"));
      place.free(scratch, FILE_BYTES * SHARE_OF_FREE);
      AtomicReference<String> version = new AtomicReference<>(PROGRAM);
      List<MediumFigure> figures =
          plan.measure(
              requests -> {
                JsonNode all = run(program, scratch, requests, plan.each());
                version.set(all.path("fio version").asText(PROGRAM));
                return samples(all, requests);
              });
      Probe.Method method =
          new Probe.Method(plan.name(), version.get(), null, FILE_BYTES, null, null, plan.rounds());
      return Probe.of(place, method, figures);
    } catch (Impossible failure) {
      return Probe.impossible(place, plan, failure.getMessage());
    }
  }

  private JsonNode run(Path program, Path scratch, List<Request> requests, Duration each)
      throws Impossible, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command(program.toString(), requests, each))
            .directory(scratch.toFile())
            .redirectErrorStream(true);
    try {
      Duration longest = each.multipliedBy(2L * requests.size()).plus(patience);
      Programs.Ended fio = Programs.run(starter, builder, longest);
      if (fio.status() != 0) {
        throw new Impossible(complaint(fio.said()));
      }
      return document(fio.said());
    } catch (TimeoutException hangs) {
      throw new Impossible(hangs.getMessage());
    } catch (IOException failure) {
      throw new Impossible("fio: " + failure.getMessage());
    }
  }

  static List<String> command(String program, List<Request> requests, Duration each) {
    List<String> command =
        new ArrayList<>(
            List.of(
                program,
                "--output-format=json",
                "--eta=never",
                "--thread=1",
                "--ioengine=psync",
                "--size=" + FILE_BYTES,
                "--time_based=1",
                "--runtime=" + each.toMillis() + "ms",
                "--fallocate=none"));
    for (Request request : requests) {
      command.add("--name=" + request.operation() + "-" + request.sizeBytes());
      command.add("--stonewall");
      command.add("--bs=" + request.sizeBytes());
      command.addAll(OPTIONS.get(request.operation()));
    }
    return command;
  }

  private static final Map<String, List<String>> OPTIONS =
      Map.of(
          FDATASYNC, List.of("--rw=write", "--fdatasync=1", "--unlink=1"),
          DSYNC, List.of("--rw=write", "--sync=dsync", "--unlink=1"),
          READ, List.of("--rw=randread", "--direct=1", "--filename=read"));

  /** fio may print text before and behind the document. */
  static JsonNode document(String said) throws Impossible {
    int begin = said.indexOf("{\n");
    int end = said.lastIndexOf('}');
    if (begin < 0 || end < begin) {
      throw new Impossible(complaint(said));
    }
    try {
      return JSON.readTree(said.substring(begin, end + 1));
    } catch (JsonProcessingException nonsense) {
      throw new Impossible("fio answered nonsense: " + nonsense.getOriginalMessage());
    }
  }

  private static String complaint(String said) {
    return said.lines()
        .filter(line -> line.startsWith("fio: "))
        .findFirst()
        .orElse("fio failed: " + said.lines().findFirst().orElse("it said nothing"));
  }

  /** One for each request, in the order of the jobs. */
  static List<Sample> samples(JsonNode all, List<Request> requests) throws Impossible {
    JsonNode jobs = all.path("jobs");
    if (jobs.size() != requests.size()) {
      throw new Impossible("fio has %d results, not %d".formatted(jobs.size(), requests.size()));
    }
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      samples.add(sample(jobs.get(i), requests.get(i).operation()));
    }
    return samples;
  }

  private static Sample sample(JsonNode job, String operation) {
    int error = job.path("error").asInt();
    JsonNode done = job.path(operation.equals(READ) ? "read" : "write");
    double rate = done.path("iops").asDouble();
    if (error != 0 || rate <= 0) {
      return Sample.failed("fio: error " + error + " in " + operation);
    }
    // For a synced write, the time is that of the sync.
    JsonNode timed =
        operation.equals(FDATASYNC) ? job.path("sync").path("lat_ns") : done.path("clat_ns");
    long count = timed.path("N").asLong();
    return new Sample(
        rate,
        percentile(timed, "50.000000", count, 0.5).orElse(null),
        percentile(timed, "99.000000", count, 0.01).orElse(null),
        percentile(timed, "99.900000", count, 0.001).orElse(null),
        null);
  }

  // A percentile needs this many slower operations, as in all reports.
  private static final int FEWEST_ABOVE = 10;

  private static Optional<Double> percentile(
      JsonNode timed, String name, long count, double above) {
    JsonNode nanos = timed.path("percentile").path(name);
    return nanos.isNumber() && count * above >= FEWEST_ABOVE
        ? Optional.of(nanos.asDouble())
        : Optional.empty();
  }
}
