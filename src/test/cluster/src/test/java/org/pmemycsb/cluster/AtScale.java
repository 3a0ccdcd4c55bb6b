package org.pmemycsb.cluster;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.BarrierTaskContext;

/**
 * Measures how many machines meet for a common start. The machines are threads of this JVM, so
 * nothing crosses a network. Arguments: numbers of machines.
 */
final class AtScale {
  private static final int MEETINGS = 5;

  private AtScale() {}

  /** The way of a phase to its common start, without a worker. */
  private static final class Meeting extends MachineTask {
    private static final long serialVersionUID = 1L;

    @Override
    Optional<Report> perform(int task) throws IOException, InterruptedException {
      int machine = machine();
      long begin = Line.micros();
      long clock = Line.clockMicros();
      long came = Line.micros();
      BarrierTaskContext.get().allGather("" + (came - clock));
      long left = Line.micros();
      // In the places of the two times of a phase.
      return Optional.of(Line.report(machine, "" + came, came - begin, left));
    }
  }

  public static void main(String[] arguments) throws Exception {
    for (String machines : arguments) {
      measure(Integer.parseInt(machines));
    }
  }

  private static void measure(int machines) throws Exception {
    try (SparkFleet fleet = (SparkFleet) Fleets.open("local[" + machines + "]", machines)) {
      for (int i = 0; i < MEETINGS; i++) {
        long begin = Line.micros();
        List<Report> reports = fleet.run(new Meeting(), none -> {}, null);
        long end = Line.micros();
        long[] came =
            reports.stream().mapToLong(each -> Long.parseLong(each.answer())).sorted().toArray();
        long last = came[machines - 1];
        long[] left =
            reports.stream().mapToLong(each -> each.lateMicros() - last).sorted().toArray();
        long[] asked = reports.stream().mapToLong(Report::clockMicros).sorted().toArray();
        System.out.printf(
            Locale.ROOT,
            "%d machines: job %.2f s, all came within %.2f s, left %.2f to %.2f s after the last,"
                + " asking for the clock took %.1f ms in the median, %.1f at most%n",
            machines,
            (end - begin) / 1e6,
            (last - came[0]) / 1e6,
            left[0] / 1e6,
            left[machines - 1] / 1e6,
            asked[machines / 2] / 1e3,
            asked[machines - 1] / 1e3);
      }
    }
    long begin = System.nanoTime();
    long bytes = 0;
    for (int i = 0; i < machines; i++) {
      bytes += gathered(machines);
    }
    System.out.printf(
        Locale.ROOT,
        "%d machines: allGather answers %d bytes to each, %.1f MB in all; writing them %.2f s%n",
        machines,
        gathered(machines),
        bytes / 1e6,
        (System.nanoTime() - begin) / 1e9);
  }

  /** Size of Spark's answer to one task, which has the texts of all. */
  private static int gathered(int machines) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      long now = Line.micros();
      out.writeObject(
          IntStream.range(0, machines)
              .mapToObj(i -> Long.toString(now + i))
              .toArray(String[]::new));
    }
    return bytes.size();
  }
}
