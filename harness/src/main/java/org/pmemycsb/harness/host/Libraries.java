package org.pmemycsb.harness.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pmemycsb.harness.Programs;

/** The installed native libraries for persistent memory, with their versions. */
public final class Libraries {
  private static final List<String> NAMES =
      List.of("libpmemkv.so.1", "libpmem.so.1", "libpmemobj.so.1");
  // PMDK's libraries hold their version as text.
  private static final Pattern PMDK_VERSION =
      Pattern.compile("src version: ?([0-9][0-9A-Za-z.+~-]*)");
  private static final long LARGEST = 64L << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private Libraries() {}

  /** Version and file by name; missing libraries are left out. */
  static Map<String, String> find(Map<String, String> environment) {
    Map<String, String> found = new TreeMap<>();
    for (String name : NAMES) {
      named(name, environment)
          .or(() -> unpacked(name, environment))
          .or(() -> onPath(name, environment.getOrDefault("LD_LIBRARY_PATH", "")))
          .or(() -> known(name))
          .ifPresent(file -> found.put(plain(name), describe(file)));
    }
    return found;
  }

  /** The files of libraries where the dynamic linker does not look, by name. */
  public static Map<String, Path> unpacked() {
    Map<String, Path> found = new TreeMap<>();
    NAMES.forEach(
        name -> unpacked(name, System.getenv()).ifPresent(file -> found.put(plain(name), file)));
    return found;
  }

  private static String plain(String name) {
    return name.replaceFirst("\\.so.*", "");
  }

  private static Optional<Path> named(String name, Map<String, String> environment) {
    String path = environment.getOrDefault("PMEMKV_LIBRARY", "");
    return name.startsWith("libpmemkv") && !path.isBlank()
        ? Optional.of(Path.of(path)).filter(Files::isReadable)
        : Optional.empty();
  }

  /** The library in the private folder of {@code bin/install-packages}, which has the same rule. */
  private static Optional<Path> unpacked(String name, Map<String, String> environment) {
    String own = environment.getOrDefault("PMEM_YCSB_CACHE", "");
    String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
    Path cache =
        !own.isBlank()
            ? Path.of(own)
            : (xdg.startsWith("/") ? Path.of(xdg) : home.resolve(".cache")).resolve("pmem-ycsb");
    return Optional.of(cache.resolve("libpmemkv-1.4").resolve(name)).filter(Files::isReadable);
  }

  private static Optional<Path> onPath(String name, String folders) {
    return List.of(folders.split(":")).stream()
        .filter(folder -> !folder.isBlank())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isReadable)
        .findFirst();
  }

  /** The file that the dynamic linker finds. */
  private static Optional<Path> known(String name) {
    return Stream.of("ldconfig", "/sbin/ldconfig", "/usr/sbin/ldconfig")
        .flatMap(ldconfig -> output(ldconfig, "-p").stream())
        .flatMap(String::lines)
        .map(String::strip)
        .filter(line -> line.startsWith(name + " ") && line.contains("=> "))
        .map(line -> Path.of(line.substring(line.indexOf("=> ") + 3)))
        .findFirst();
  }

  private static String describe(Path file) {
    List<String> known = new ArrayList<>();
    inside(file).ifPresent(known::add);
    packaged(file).ifPresent(known::add);
    known.add(file.toString());
    return String.join(", ", known);
  }

  static Optional<String> inside(Path library) {
    try {
      if (Files.size(library) > LARGEST) {
        return Optional.empty();
      }
      return PMDK_VERSION
          .matcher(Files.readString(library, StandardCharsets.ISO_8859_1))
          .results()
          .findFirst()
          .map(found -> found.group(1));
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /** A package has the real file, and the linker may name a link to it. */
  private static Optional<String> packaged(Path file) {
    try {
      return packageOf(file.toRealPath());
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  private static Optional<String> packageOf(Path file) {
    return output("dpkg-query", "-S", file.toString())
        .map(owner -> owner.strip().replaceFirst(": .*", ""))
        .filter(owner -> !owner.isBlank() && !owner.contains("\n"))
        .flatMap(owner -> output("dpkg-query", "-W", "-f", "${Package} ${Version}", owner))
        .or(() -> output("rpm", "-qf", file.toString()))
        .map(String::strip)
        .filter(text -> !text.isEmpty() && !text.contains("\n"));
  }

  /** The output of a program, if it is there, succeeds and answers at once. */
  private static Optional<String> output(String... command) {
    try {
      Programs.Ended ended =
          Programs.run(
              ProcessBuilder::start,
              new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD),
              PATIENCE);
      return ended.status() == 0 ? Optional.of(ended.said()) : Optional.empty();
    } catch (IOException | TimeoutException absent) {
      return Optional.empty();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
