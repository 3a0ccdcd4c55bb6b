package org.pmemycsb.harness.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.pmemycsb.harness.audit.Round.FailedException;
import org.pmemycsb.harness.host.workspace.ChildJvm;
import org.pmemycsb.harness.host.workspace.Conversation;
import org.pmemycsb.harness.host.workspace.LastLines;
import org.pmemycsb.harness.host.workspace.ServerProcesses;

/** A JVM of clients, and the lines that it prints; closing it kills it. */
final class ClientsJvm implements AutoCloseable {
  // So long may a process with much memory take to end.
  private static final int END_SECONDS = 10;

  private final Duration patience;
  private final LastLines complaints = new LastLines();
  private final Conversation clients;
  private boolean ready;

  ClientsJvm(
      AuditPlan plan, ChildJvm jvm, List<Path> jars, Map<String, String> environment, Orders orders)
      throws IOException {
    patience = plan.patience();
    clients =
        new Conversation(
            jvm.start(
                ClientsMain.class.getName(),
                List.of(),
                jars,
                plan.clientHeapMiB(),
                environment,
                null,
                complaints));
    clients.say(orders.toJson());
  }

  /** Waits until it prints a word. */
  void await(String word, String when) throws InterruptedException, FailedException {
    while (!ready) {
      String line = clients.answer(patience);
      if (line == null) {
        throw new FailedException(
            "the clients said nothing for %d s %s".formatted(patience.toSeconds(), when));
      }
      refuseFailure(line, when);
      ready = line.equals(word);
    }
  }

  /** Lets the clients write for a time, or until their logs are full. */
  void load(Duration time) throws InterruptedException, FailedException {
    String line = clients.answer(time);
    if (line != null) {
      refuseFailure(line, "before the kill");
    }
  }

  private void refuseFailure(String line, String when)
      throws InterruptedException, FailedException {
    if (line.startsWith(Orders.FAILED)) {
      throw new FailedException(line.substring(Orders.FAILED.length()) + " " + when);
    }
    if (line.equals(Conversation.END)) {
      throw new FailedException(
          "the clients' process %s %s%s"
              .formatted(clients.end(Duration.ofSeconds(10)), when, complaints.because()));
    }
  }

  /** The end of the process, if it ended by itself after all clients began to write. */
  Optional<String> endUnderLoad() {
    return ready && !clients.process().isAlive()
        ? Optional.of(
            "the clients' process, in which the database runs, ended by itself with "
                + ServerProcesses.status(clients.process())
                + complaints.because())
        : Optional.empty();
  }

  @Override
  public void close() {
    clients.close();
    clients.process().onExit().completeOnTimeout(null, END_SECONDS, TimeUnit.SECONDS).join();
  }
}
