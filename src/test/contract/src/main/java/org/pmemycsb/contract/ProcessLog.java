package org.pmemycsb.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.pmemycsb.spi.ProcessStarter;

/** Starts processes and remembers them. Thread-safe. */
final class ProcessLog implements ProcessStarter {
  private static final int DEATH_MILLIS = 15_000;

  private final List<Process> started = new CopyOnWriteArrayList<>();

  @Override
  public Process start(ProcessBuilder command) throws IOException {
    Process process = command.start();
    started.add(process);
    return process;
  }

  /** The started processes that run now, with their descendants. */
  List<ProcessHandle> running() {
    return started.stream()
        .map(Process::toHandle)
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .filter(ProcessHandle::isAlive)
        .toList();
  }

  /** The processes of these that do not end within 15 seconds. */
  static List<ProcessHandle> lasting(List<ProcessHandle> processes) throws InterruptedException {
    List<ProcessHandle> left = processes;
    for (int waited = 0; waited < DEATH_MILLIS; waited += 50) {
      left = left.stream().filter(ProcessLog::lives).toList();
      if (left.isEmpty()) {
        break;
      }
      Thread.sleep(50);
    }
    return left;
  }

  private static boolean lives(ProcessHandle process) {
    if (!process.isAlive()) {
      return false;
    }
    try {
      // In a container whose first process does not reap, an orphan stays a zombie for good.
      String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
    } catch (IOException unknown) {
      return process.isAlive();
    }
  }

  void killAll() {
    running().forEach(ProcessHandle::destroyForcibly);
  }
}
