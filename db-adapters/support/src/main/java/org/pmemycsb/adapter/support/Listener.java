package org.pmemycsb.adapter.support;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Tells whether a process of ours listens on a port, or another process that took the port. */
final class Listener {
  private static final String LISTENS = "0A";
  private static final int ADDRESS = 1;
  private static final int STATE = 3;
  private static final int NUMBER = 9;
  private static final int HEXADECIMAL = 16;

  private Listener() {}

  /** Whether a process listens on a TCP port, by the kernel's own tables. */
  static boolean isOn(int port, long pid) {
    Path process = Path.of("/proc", Long.toString(pid));
    try (DirectoryStream<Path> open = Files.newDirectoryStream(process.resolve("fd"))) {
      Set<String> listening = new HashSet<>();
      for (String table : List.of("net/tcp", "net/tcp6")) {
        Path file = process.resolve(table);
        if (Files.exists(file)) {
          Files.readAllLines(file).stream()
              .map(line -> line.strip().split("\\s+"))
              .filter(columns -> columns.length > NUMBER && columns[STATE].equals(LISTENS))
              .filter(columns -> port(columns[ADDRESS]) == port)
              .forEach(columns -> listening.add("socket:[" + columns[NUMBER] + "]"));
        }
      }
      for (Path each : open) {
        if (listening.contains(Files.readSymbolicLink(each).toString())) {
          return true;
        }
      }
      return false;
    } catch (IOException | DirectoryIteratorException ended) {
      return false;
    }
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), HEXADECIMAL);
  }
}
