package org.pmemycsb.harness.audit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The JVM of a round's clients: writers, which are killed, or readers. Ends with its input. */
public final class ClientsMain {
  private static final int ORPHANED = 3;

  private ClientsMain() {}

  /** The work of one thread. */
  interface Work {
    void run(int thread) throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    PrintStream replies = System.out;
    // The output of clients must not come between the replies.
    System.setOut(System.err);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Orders orders = Orders.ofJson(in.readLine());
    Thread watch = new Thread(() -> endWithInput(in), "input");
    watch.setDaemon(true);
    watch.start();
    Consumer<String> reply = replies::println;
    if (orders.write()) {
      Snapshot known = Snapshot.read(Path.of(orders.snapshot()));
      Writers writers = new Writers(orders, known, reply);
      inThreads(orders.threads(), reply, writers::run);
      // The process must live until it is killed.
      Thread.currentThread().join();
    }
    Readers readers = new Readers(orders, reply);
    if (inThreads(orders.threads(), reply, readers::run)) {
      readers.found().write(Path.of(orders.snapshot()));
      reply.accept(Orders.DONE);
    }
    System.exit(0);
  }

  private static void endWithInput(BufferedReader in) {
    try {
      while (in.readLine() != null) {
        continue;
      }
    } catch (IOException closed) {
      // The end of the input, too.
    }
    Runtime.getRuntime().halt(ORPHANED);
  }

  /** Runs the work in threads and reports each failure; true if there was none. */
  private static boolean inThreads(int threads, Consumer<String> reply, Work work)
      throws InterruptedException {
    List<Thread> running = new ArrayList<>();
    boolean[] done = new boolean[threads];
    for (int i = 0; i < threads; i++) {
      int thread = i;
      running.add(
          new Thread(
              () -> {
                try {
                  work.run(thread);
                  done[thread] = true;
                } catch (Throwable failure) { // an Error of a client, too, is its failure
                  reply.accept(Orders.FAILED + oneLine(failure));
                }
              },
              "client-" + thread));
    }
    running.forEach(Thread::start);
    boolean all = true;
    for (int i = 0; i < threads; i++) {
      running.get(i).join();
      all &= done[i];
    }
    return all;
  }

  private static String oneLine(Throwable failure) {
    String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    return message.strip().replaceAll("\\s*\\R\\s*", "; ");
  }
}
