package org.pmemycsb.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * A worker that does as it is told: {@code work MILLIS OPERATIONS}, {@code slow MILLIS} before it
 * is ready, {@code fail}, {@code die}. Its answer to {@code work} begins with its process and how
 * late it began, in microseconds. {@code remember TEXT} is added to all later answers. It ends by
 * itself after the milliseconds of its argument.
 */
public final class Script {
  private Script() {}

  public static void main(String[] arguments) throws Exception {
    LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    daemon(() -> read(lines));
    daemon(
        () -> {
          long end = System.nanoTime() + 1_000_000 * Long.parseLong(arguments[0]);
          while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
          }
          Runtime.getRuntime().halt(4);
        });
    String memory = "";
    while (true) {
      String[] words = lines.take().split(" ");
      switch (words[0]) {
        case "remember" -> memory = words[1];
        case "fail" -> System.out.println("ANSWER cannot " + memory);
        case "die" -> throw new IllegalStateException("told to die");
        case "ABORT" -> System.out.println("ANSWER aborted " + memory);
        case "slow" -> {
          Thread.sleep(Long.parseLong(words[1]));
          System.out.println("READY");
        }
        case "work" -> work(lines, Long.parseLong(words[1]), Long.parseLong(words[2]), memory);
        case "START" -> System.out.println("ANSWER started " + memory);
        default -> throw new IllegalArgumentException(words[0]);
      }
    }
  }

  private static void work(
      LinkedBlockingQueue<String> lines, long millis, long operations, String memory)
      throws InterruptedException {
    System.out.println("not for the group");
    System.out.println("READY");
    String order = lines.take();
    if (order.equals("ABORT")) {
      System.out.println("ANSWER aborted " + memory);
      return;
    }
    long start = Long.parseLong(order.split(" ")[1]);
    Thread.sleep(Math.max(0, (start - micros()) / 1000 - 2));
    while (micros() < start) {
      Thread.onSpinWait();
    }
    long late = micros() - start;
    System.out.println("PROGRESS " + operations);
    Thread.sleep(millis);
    System.out.println(
        "ANSWER %d %d %d %s".formatted(ProcessHandle.current().pid(), late, start, memory));
  }

  private static void daemon(Runnable run) {
    Thread thread = new Thread(run);
    thread.setDaemon(true);
    thread.start();
  }

  private static long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  private static void read(LinkedBlockingQueue<String> lines) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      in.lines().forEach(lines::add);
    } catch (IOException broken) {
      System.err.println(broken);
    }
    Runtime.getRuntime().halt(3);
  }
}
