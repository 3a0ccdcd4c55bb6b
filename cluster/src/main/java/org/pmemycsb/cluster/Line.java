package org.pmemycsb.cluster;

import java.io.IOException;
import java.io.Serializable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * The line from the executors to the harness while a job runs, through Spark's own connection: the
 * harness's clock, operations so far, and the reason of a failure. Spark creates it by its name.
 */
public final class Line implements SparkPlugin {
  private static final int ASKED = 8;
  private static volatile PluginContext executor;
  private static volatile Inbox inbox = new Inbox("");

  /** The messages of one job so far. Thread-safe. */
  static final class Inbox {
    private final String job;
    private final Map<Integer, Long> operations = new ConcurrentHashMap<>();
    private volatile String failure = "";

    private Inbox(String job) {
      this.job = job;
    }

    /** Operations so far, of all machines. */
    long operations() {
      return operations.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The first failure that a machine told; empty if none did. */
    String failure() {
      return failure;
    }
  }

  /** Harness: from now on listens to a job. */
  static Inbox listen(String job) {
    inbox = new Inbox(job);
    return inbox;
  }

  @Override
  public DriverPlugin driverPlugin() {
    return new DriverPlugin() {
      @Override
      public Map<String, String> init(SparkContext context, PluginContext plugin) {
        return Map.of();
      }

      @Override
      public Object receive(Object message) {
        Message told = (Message) message;
        Inbox listening = inbox;
        boolean progress = told.failure().isEmpty() && !told.job().isEmpty();
        if (told.job().equals(listening.job)) {
          if (progress) {
            listening.operations.put(told.machine(), told.operations());
          } else if (listening.failure.isEmpty()) {
            listening.failure = told.failure();
          }
        }
        return progress ? null : micros();
      }
    };
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new ExecutorPlugin() {
      @Override
      public void init(PluginContext context, Map<String, String> none) {
        executor = context;
      }
    };
  }

  private record Message(String job, int machine, long operations, String failure)
      implements Serializable {}

  static long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  /** Executor: the name of its host, as Spark knows it. */
  static String host() {
    return SparkEnv.get().blockManager().blockManagerId().host();
  }

  static Report report(int machine, String answer, long clockMicros, long lateMicros) {
    return new Report(machine, host(), executor.executorID(), answer, clockMicros, lateMicros);
  }

  /** Executor: tells operations so far. Does not wait, and may get lost. */
  static void progress(String job, int machine, long operations) {
    try {
      executor.send(new Message(job, machine, operations, ""));
    } catch (IOException lost) {
      // The next one tells more.
    }
  }

  /** Executor: tells why the job fails, before the task does. */
  static void failed(String job, String failure) {
    try {
      executor.ask(new Message(job, 0, 0, failure));
    } catch (Exception gone) {
      // The harness is gone, so the message has no reader.
    }
  }

  /**
   * Executor: this machine's clock less the harness's, in microseconds, from the fastest of some
   * questions. 0 if it cannot be told from 0.
   */
  static long clockMicros() throws IOException, InterruptedException {
    long fastest = Long.MAX_VALUE;
    long difference = 0;
    for (int i = 0; i < ASKED; i++) {
      long before = micros();
      long there = asked();
      long took = micros() - before;
      if (took < fastest) {
        fastest = took;
        difference = before + took / 2 - there;
      }
    }
    return Math.abs(difference) <= fastest / 2 ? 0 : difference;
  }

  private static long asked() throws IOException, InterruptedException {
    try {
      return (Long) executor.ask(new Message("", 0, 0, ""));
    } catch (InterruptedException cancelled) {
      throw cancelled;
    } catch (Exception failed) {
      throw new IOException("the harness does not answer: " + failed.getMessage(), failed);
    }
  }
}
