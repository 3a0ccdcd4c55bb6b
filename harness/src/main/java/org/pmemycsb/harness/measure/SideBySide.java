package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Takes the databases of an invocation through their phases, each in a thread of its own. */
final class SideBySide {
  private SideBySide() {}

  @FunctionalInterface
  interface Member {
    /** Makes it; false if the harness is being stopped. */
    boolean make(int member) throws IOException, InterruptedException;
  }

  /**
   * Makes the runs of all members. If one cannot be made, the others are broken off.
   *
   * @return false if the harness is being stopped
   * @throws IOException if the harness cannot work, for example because a disk is full
   */
  static boolean run(int members, Rotation rotation, Member each)
      throws IOException, InterruptedException {
    List<FutureTask<Boolean>> tasks = new ArrayList<>();
    for (int i = 0; i < members; i++) {
      int member = i;
      tasks.add(
          new FutureTask<>(
              () -> {
                try {
                  rotation.begin(member);
                  return each.make(member);
                } catch (Exception failed) {
                  rotation.abort();
                  throw failed;
                } finally {
                  rotation.leave(member);
                }
              }));
      Thread thread = new Thread(tasks.get(i), "database-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    boolean made = true;
    Exception first = null;
    for (FutureTask<Boolean> task : tasks) {
      try {
        made &= task.get();
      } catch (ExecutionException failed) {
        Exception cause = (Exception) failed.getCause();
        if (first == null || first instanceof CancellationException) {
          first = cause;
        }
      }
    }
    if (first instanceof IOException broken) {
      throw broken;
    }
    if (first instanceof InterruptedException interrupted) {
      throw interrupted;
    }
    if (first instanceof RuntimeException refused) {
      throw refused;
    }
    return made;
  }
}
