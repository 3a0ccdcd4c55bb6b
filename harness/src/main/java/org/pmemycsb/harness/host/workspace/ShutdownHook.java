package org.pmemycsb.harness.host.workspace;

/** A task for the case that the JVM is stopped; {@link #close} takes the task back. */
public record ShutdownHook(Thread thread) {
  public static ShutdownHook add(Runnable task) {
    Thread thread = new Thread(task, "break-off");
    Runtime.getRuntime().addShutdownHook(thread);
    return new ShutdownHook(thread);
  }

  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException shuttingDown) {
      // The task runs at this moment, and does what there is to do.
      return;
    }
  }
}
