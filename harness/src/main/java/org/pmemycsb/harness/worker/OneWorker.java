package org.pmemycsb.harness.worker;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.run.ChildJvm;
import org.pmemycsb.harness.run.Conversation;
import org.pmemycsb.harness.run.LastLines;
import org.pmemycsb.harness.run.RunTask;
import org.pmemycsb.harness.run.Runner;
import org.pmemycsb.harness.worker.Messages.PhaseCommand;

/** A JVM on this machine. It makes one run after another. */
final class OneWorker implements Workers {
  private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

  private final Duration patience;
  private final LastLines lastLines = new LastLines();
  private final Conversation worker;

  /**
   * @param patience how long it may take to end
   */
  OneWorker(ChildJvm jvm, RunTask task, Duration patience) throws IOException {
    this.patience = patience;
    this.worker =
        new Conversation(
            jvm.by(task.clients())
                .start(
                    WorkerMain.class.getName(),
                    List.of(),
                    List.of(),
                    task.heapMiB(),
                    task.environment(),
                    null,
                    lastLines));
  }

  /** Begins a run; no client of the run before is connected. */
  void begin(Messages.Setup setup) throws IOException {
    worker.say(Messages.SETUP + Messages.JSON.writeValueAsString(setup));
  }

  @Override
  public Measurement make(PhaseCommand command, Runner.Watch watch)
      throws IOException, InterruptedException {
    worker.say(Messages.JSON.writeValueAsString(command));
    for (String line = answer(); !line.equals(Conversation.END); line = answer()) {
      Messages.Reply reply = Messages.JSON.readValue(line, Messages.Reply.class);
      reply.part().ifPresent(watch::enter);
      reply.progress().ifPresent(watch::operations);
      if (reply.measurement().isPresent()) {
        return reply.measurement().get();
      }
    }
    return command.failed("the worker " + worker.end(patience) + lastLines.because());
  }

  /** The worker itself ends a phase in which nothing happens. */
  private String answer() throws InterruptedException {
    return worker.answer(FOREVER);
  }

  @Override
  public void close() {
    worker.close();
  }
}
