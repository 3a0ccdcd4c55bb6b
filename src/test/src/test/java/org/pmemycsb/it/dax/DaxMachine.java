package org.pmemycsb.it.dax;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Boots the virtual machine of {@code src/test/dax} and reads its console. Its persistent memory is
 * a file that outlives it.
 */
final class DaxMachine {
  /** A boot takes three minutes on 2 cores, and took ten beside a load of 16. */
  private static final long MINUTES = 20;

  private static final Path SCRIPTS = Path.of("dax").toAbsolutePath();
  private static final Path CACHE = Path.of("target", "dax").toAbsolutePath();

  /** Its name, what it printed, and its status if it was not cut. */
  private static final Pattern PART =
      Pattern.compile("(?ms)^=== begin (\\S+)$(.*?)(?:^=== end \\1 (\\d+)$|\\z)");

  private final Path folder;
  private final Path disk;

  /**
   * @param folder where its disk and its persistent memory lie
   */
  DaxMachine(Path folder) {
    this.folder = folder;
    this.disk = folder.resolve("disk.img");
  }

  /** A part of what the guest did: its exit status, and what it printed. */
  record Part(int status, String text) {}

  /** Everything that one boot printed, and its parts by name; one that was cut has status -1. */
  record Transcript(String text, Map<String, Part> parts) {
    Part part(String name) {
      assertThat(parts).as("parts of:%n%s", text).containsKey(name);
      return parts.get(name);
    }
  }

  /** Makes kernel and disks; empty if it can be done here, or else the line that says why not. */
  static String build() throws IOException, InterruptedException {
    Path log = Files.createDirectories(CACHE.getParent()).resolve("dax-machine.log");
    Process process =
        new ProcessBuilder(SCRIPTS.resolve("dax-machine").toString(), "build", CACHE.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      return "dax-machine build did not end; see " + log;
    }
    List<String> said = Files.readAllLines(log);
    return process.exitValue() == 0 ? "" : said.isEmpty() ? "no reason" : said.get(said.size() - 1);
  }

  /** Puts onto the second disk what the guest runs. */
  void install(Path distribution, Path bindingTests) throws IOException, InterruptedException {
    Path content = Files.createDirectory(folder.resolve("content"));
    run("cp", "-a", distribution.toString(), content.resolve("pmem-ycsb").toString());
    run("cp", "-a", bindingTests.toString(), content.resolve("binding-tests").toString());
    Path tests = Files.createDirectory(content.resolve("tests"));
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    int folders = 0;
    for (String entry : classPath.split(File.pathSeparator)) {
      Path file = Path.of(entry);
      if (Files.isDirectory(file)) {
        jar(file, tests.resolve("classes-" + folders++ + ".jar"));
      } else if (Files.isRegularFile(file)) {
        Files.copy(file, tests.resolve(folders++ + "-" + file.getFileName()));
      }
    }
    Files.copy(SCRIPTS.resolve("guest"), content.resolve("guest"));
    run(SCRIPTS.resolve("dax-machine").toString(), "disk", content.toString(), disk.toString());
  }

  private static void jar(Path classes, Path jar) throws IOException, InterruptedException {
    Path tool = Path.of(System.getProperty("java.home"), "bin", "jar");
    run(tool.toString(), "--create", "--file", jar.toString(), "-C", classes.toString(), ".");
  }

  /** Boots, and reads the console until the machine is off. */
  Transcript boot(String word) throws IOException, InterruptedException {
    return boot(line -> false, word);
  }

  /**
   * Boots with words for the guest, and cuts the machine off (SIGKILL) with the first line of its
   * console that {@code cut} accepts.
   */
  Transcript boot(Predicate<String> cut, String... words) throws IOException, InterruptedException {
    Path nvdimm = folder.resolve("nvdimm");
    List<String> command =
        new ArrayList<>(
            List.of(
                SCRIPTS.resolve("dax-machine").toString(),
                "boot",
                CACHE.toString(),
                nvdimm.toString(),
                disk.toString()));
    command.addAll(List.of(words));
    Process machine = new ProcessBuilder(command).redirectErrorStream(true).start();
    Thread hook = new Thread(machine::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(hook);
    // A machine that hangs says nothing more: only its end ends the reading of its console.
    CompletableFuture.delayedExecutor(MINUTES, TimeUnit.MINUTES).execute(machine::destroyForcibly);
    List<String> lines = new ArrayList<>();
    try (BufferedReader console = machine.inputReader()) {
      for (String line = console.readLine(); line != null; line = console.readLine()) {
        lines.add(line.stripTrailing());
        if (machine.isAlive() && cut.test(line.stripTrailing())) {
          // Through the handle: what is on its way to us can still be read.
          machine.toHandle().destroyForcibly();
        }
      }
    } finally {
      machine.toHandle().destroyForcibly();
      machine.waitFor();
      Runtime.getRuntime().removeShutdownHook(hook);
    }
    Files.write(CACHE.resolveSibling("dax-" + words[0] + ".log"), lines);
    String text = String.join("\n", lines);
    return new Transcript(text, parts(text));
  }

  private static Map<String, Part> parts(String text) {
    Map<String, Part> parts = new LinkedHashMap<>();
    PART.matcher(text)
        .results()
        .forEach(
            part -> {
              int status = part.group(3) == null ? -1 : Integer.parseInt(part.group(3));
              parts.put(part.group(1), new Part(status, part.group(2).strip()));
            });
    return parts;
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as("%s: %s", String.join(" ", command), said).isZero();
  }
}
