package org.pmemycsb.harness.audit;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.pmemycsb.harness.host.workspace.Conversation;

/**
 * The JVM of a round's clients: readers, or writers, which are killed. It ends with its standard
 * input.
 */
public final class ClientsMain {
  private ClientsMain() {}

  interface Work {
    void run(int thread) throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    // The same digits as those of the harness.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    PrintStream replies = System.out;
    // Output of clients must not mix with the replies.
    System.setOut(System.err);
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    Conversation.readHarness(lines::add);
    Orders orders = Orders.ofJson(lines.take());
    Consumer<String> reply = replies::println;
    if (orders.write()) {
      Snapshot known = Snapshot.read(Path.of(orders.snapshot()));
      CountDownLatch notYetBegun = new CountDownLatch(orders.threads());
      inThreads(
          orders.threads(),
          reply,
          thread -> new Writer(orders, known, thread, notYetBegun, reply).run());
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
                } catch (Throwable failure) { // an Error counts as a failure, too
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
