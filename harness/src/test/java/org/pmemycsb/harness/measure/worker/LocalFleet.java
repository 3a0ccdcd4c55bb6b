package org.pmemycsb.harness.measure.worker;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.measure.FaultyClient;
import org.pmemycsb.harness.measure.Fleet;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.measure.WorkerGroup;

/** Machines that are threads of this JVM. It speaks with them as {@link WorkerGroup} says. */
final class LocalFleet implements Fleet {
  private static final long LEAD_MICROS = 200_000;

  private final Map<Integer, String> faults = new HashMap<>();
  private final Map<Integer, Duration> late = new HashMap<>();
  private final Set<Integer> absent = new HashSet<>();

  /** The clients of one machine have a fault. */
  LocalFleet with(int machine, String fault) {
    faults.put(machine, fault);
    return this;
  }

  /** One machine is told to start so long after the instant. */
  LocalFleet late(int machine, Duration time) {
    late.put(machine, time);
    return this;
  }

  /** One machine cannot start a worker. */
  LocalFleet without(int machine) {
    absent.add(machine);
    return this;
  }

  @Override
  public WorkerGroup start(
      int machines, List<String> javaArguments, Map<String, String> environment)
      throws IOException {
    for (int gone : absent) {
      throw new IOException("machine %d (host%d): there is no java".formatted(gone + 1, gone));
    }
    return new LocalGroup();
  }

  @Override
  public void close() {}

  /** A worker, the words that it hears, and those that it says. */
  private record Local(WorkerRun run, BlockingQueue<String> heard, BlockingQueue<String> said) {
    static Local of(Messages.Setup setup) {
      BlockingQueue<String> heard = new LinkedBlockingQueue<>();
      BlockingQueue<String> said = new LinkedBlockingQueue<>();
      return new Local(
          new WorkerRun(setup, said::add, heard, LocalFleet.class.getClassLoader()), heard, said);
    }

    void make(Messages.PhaseCommand command) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  run.make(command);
                } catch (InterruptedException stopped) {
                  Thread.currentThread().interrupt();
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    /** The next line that has a meaning for the group. */
    String next() throws InterruptedException {
      String line = said.take();
      while (!line.equals(WorkerGroup.READY) && !line.startsWith(WorkerGroup.ANSWER)) {
        line = said.take();
      }
      return line;
    }
  }

  private final class LocalGroup implements WorkerGroup {
    private final List<Local> workers = new ArrayList<>();

    @Override
    public void tell(List<String> lines) throws IOException {
      for (int i = 0; i < lines.size(); i++) {
        Messages.Setup setup = Messages.JSON.readValue(lines.get(i), Messages.Setup.class);
        Properties properties = new Properties();
        properties.putAll(setup.client().properties());
        properties.setProperty(FaultyClient.FAULT, faults.getOrDefault(i, "none"));
        workers.add(Local.of(Changed.with(setup, "client.properties", properties)));
      }
    }

    @Override
    public List<Answer> phase(List<String> lines, Runner.Listener listener)
        throws IOException, InterruptedException {
      for (int i = 0; i < workers.size(); i++) {
        workers.get(i).make(Messages.JSON.readValue(lines.get(i), Messages.PhaseCommand.class));
      }
      List<String> first = new ArrayList<>();
      for (Local worker : workers) {
        first.add(worker.next());
      }
      boolean ready = first.stream().allMatch(WorkerGroup.READY::equals);
      long instant = micros() + LEAD_MICROS;
      List<Answer> answers = new ArrayList<>();
      for (int i = 0; i < workers.size(); i++) {
        boolean waits = first.get(i).equals(WorkerGroup.READY);
        if (waits && late.containsKey(i)) {
          Thread.sleep(LEAD_MICROS / 1000 + late.get(i).toMillis());
        }
        if (waits) {
          workers.get(i).heard().add(ready ? WorkerGroup.START + instant : WorkerGroup.ABORT);
        }
      }
      for (int i = 0; i < workers.size(); i++) {
        String last = first.get(i).equals(WorkerGroup.READY) ? workers.get(i).next() : first.get(i);
        long lateMicros = late.getOrDefault(i, Duration.ZERO).toNanos() / 1000;
        String line = last.substring(WorkerGroup.ANSWER.length());
        answers.add(new Answer(i, "host" + i, Optional.of(line), Optional.empty(), i, lateMicros));
      }
      return answers;
    }

    /** Another program of this machine may delay a worker, too. */
    @Override
    public long mostLateMicros() {
      return late.isEmpty() ? Long.MAX_VALUE : WorkerGroup.super.mostLateMicros();
    }

    private static long micros() {
      return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    @Override
    public void close() {}
  }
}
