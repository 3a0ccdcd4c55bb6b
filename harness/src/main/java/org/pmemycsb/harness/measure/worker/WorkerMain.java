package org.pmemycsb.harness.measure.worker;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.pmemycsb.harness.host.workspace.Conversation;
import org.pmemycsb.harness.measure.database.JarLoader;

/**
 * The JVM of a run: takes commands from standard input until it ends. In a group it speaks the
 * protocol of {@link org.pmemycsb.harness.measure.WorkerGroup}, and makes its share of each phase.
 */
public final class WorkerMain {
  private static final int OVERDUE = 4;

  private WorkerMain() {}

  /**
   * @param arguments seconds after which the JVM ends by itself, if it is in a group
   */
  public static void main(String[] arguments) throws Exception {
    // The same digits as those of the harness.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    PrintStream out = System.out;
    Consumer<String> replies =
        line -> {
          out.println(line);
          out.flush();
        };
    System.setOut(System.err);
    LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    Conversation.readHarness(lines::add);
    // The pipe may be full. Then one thread waits for ever, and the other still ends the JVM.
    ScheduledExecutorService clock = Executors.newScheduledThreadPool(2, WorkerMain::daemon);
    clock.scheduleAtFixedRate(() -> replies.accept(Messages.ALIVE), 1, 1, TimeUnit.SECONDS);
    if (arguments.length > 0) {
      clock.schedule(
          () -> Runtime.getRuntime().halt(OVERDUE), Long.parseLong(arguments[0]), TimeUnit.SECONDS);
    }
    Messages.Setup setup = Messages.JSON.readValue(lines.take(), Messages.Setup.class);
    WorkerRun run = new WorkerRun(setup, replies, lines, loader(setup));
    while (true) {
      run.make(Messages.JSON.readValue(lines.take(), Messages.PhaseCommand.class));
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "clock");
    thread.setDaemon(true);
    return thread;
  }

  /** A fleet brings all jars to its machines, where they lie in other places. */
  private static ClassLoader loader(Messages.Setup setup) {
    ClassLoader own = WorkerMain.class.getClassLoader();
    List<Path> jars = setup.client().jars();
    return jars.isEmpty() || setup.share().isPresent() ? own : new JarLoader(jars, own);
  }
}
