package org.pmemycsb.harness.measure.worker;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.host.workspace.Conversation;
import org.pmemycsb.harness.measure.Fleet;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.measure.WorkerGroup;

/** Machines that are child JVMs on this one. It speaks with them as {@link WorkerGroup} says. */
final class LocalFleet implements Fleet {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long LEAD_MICROS = 200_000;

  private final Map<Integer, Map<String, String>> variables = new HashMap<>();
  private final Map<Integer, Duration> late = new HashMap<>();
  private final Set<Integer> absent = new HashSet<>();

  /** A variable in the environment of one machine's worker. */
  LocalFleet with(int machine, String variable, String value) {
    variables.put(machine, Map.of(variable, value));
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
    if (!absent.isEmpty()) {
      int gone = absent.iterator().next();
      throw new IOException("machine %d (host%d): there is no java".formatted(gone + 1, gone));
    }
    List<Conversation> workers = new ArrayList<>();
    for (int i = 0; i < machines; i++) {
      List<String> command = new ArrayList<>();
      command.add(Installation.java().toString());
      // The phases are over before the second compiler has gained what it costs.
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classPath()));
      command.addAll(javaArguments);
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
      builder.environment().putAll(environment);
      builder.environment().putAll(variables.getOrDefault(i, Map.of()));
      workers.add(new Conversation(builder.start()));
    }
    return new LocalGroup(workers);
  }

  /** Of these tests, also where a launcher loaded them by a class loader of its own. */
  private static String classPath() {
    return LocalFleet.class.getClassLoader() instanceof URLClassLoader loader
        ? Stream.of(loader.getURLs())
            .map(URL::getPath)
            .collect(Collectors.joining(File.pathSeparator))
        : System.getProperty("java.class.path");
  }

  @Override
  public void close() {}

  private final class LocalGroup implements WorkerGroup {
    private final List<Conversation> workers;

    LocalGroup(List<Conversation> workers) {
      this.workers = workers;
    }

    @Override
    public void tell(List<String> lines) {
      for (int i = 0; i < workers.size(); i++) {
        workers.get(i).say(lines.get(i));
      }
    }

    @Override
    public List<Answer> phase(List<String> lines, Runner.Listener listener)
        throws InterruptedException {
      tell(lines);
      List<String> first = new ArrayList<>();
      for (Conversation worker : workers) {
        String line = worker.answer(PATIENCE);
        while (line != null && line.matches(Replies.ALIVE + "|" + Replies.PART + ".*")) {
          line = worker.answer(PATIENCE);
        }
        first.add(line);
      }
      boolean ready = first.stream().allMatch("READY"::equals);
      long instant = micros() + LEAD_MICROS;
      List<Long> lateness = new ArrayList<>();
      for (int i = 0; i < workers.size(); i++) {
        lateness.add(0L);
        if (!late.containsKey(i) && "READY".equals(first.get(i))) {
          workers.get(i).say(ready ? "START " + instant : "ABORT");
        }
      }
      for (Map.Entry<Integer, Duration> each : late.entrySet()) {
        Thread.sleep(LEAD_MICROS / 1000 + each.getValue().toMillis());
        workers.get(each.getKey()).say("START " + instant);
        lateness.set(each.getKey(), micros() - instant);
      }
      List<Answer> answers = new ArrayList<>();
      for (int i = 0; i < workers.size(); i++) {
        String line = first.get(i);
        while (line != null && !line.startsWith("ANSWER ") && !line.equals(Conversation.END)) {
          if (line.startsWith("PROGRESS ")) {
            listener.operations(Long.parseLong(line.substring("PROGRESS ".length())));
          }
          line = workers.get(i).answer(PATIENCE);
        }
        boolean lost = line == null || line.equals(Conversation.END);
        answers.add(
            new Answer(
                i,
                "host" + i,
                lost ? Optional.empty() : Optional.of(line.substring("ANSWER ".length())),
                lost
                    ? Optional.of("machine %d (host%d): the worker was lost".formatted(i + 1, i))
                    : Optional.empty(),
                i,
                lateness.get(i)));
      }
      return answers;
    }

    /** Another program of this machine may delay a worker, too. */
    @Override
    public long mostLateMicros() {
      return late.isEmpty() ? Long.MAX_VALUE : WorkerGroup.super.mostLateMicros();
    }

    private long micros() {
      return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    @Override
    public void close() {
      workers.forEach(Conversation::close);
    }
  }
}
