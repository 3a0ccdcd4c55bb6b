package org.pmemycsb.adapter.support;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ProcessStarter;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.ServerSettings;

/**
 * The files and the programs of one server that is started for a run. Its programs have no input,
 * append their output to a log in its folder, and work in that folder, which must be ours alone:
 * this process opens the log.
 *
 * @param product the server's name in messages
 * @param starter keeps account of the processes
 * @param account the user that the programs run as
 * @param folder an absolute path
 * @param writes the folder of the server's log of writes, if it is not that of the data
 * @param clean changes the inherited environment variables of all programs
 */
public record ServerHome(
    String product,
    ProcessStarter starter,
    Account account,
    Path folder,
    Optional<Path> writes,
    Consumer<Map<String, String>> clean) {
  private static final int PASSWORD_BYTES = 16;
  // Becomes a program with a library in front of those that this environment preloads already, such
  // as the harness's shim for libpmem. Its arguments: the library, and those of env.
  private static final String PRELOADED =
      "exec env \"LD_PRELOAD=$0${LD_PRELOAD:+:$LD_PRELOAD}\" \"$@\"";

  public ServerHome(
      String product,
      ServerSettings settings,
      Account account,
      Consumer<Map<String, String>> clean) {
    this(
        product,
        settings.processes(),
        account,
        settings.folder().toAbsolutePath(),
        settings.log().map(log -> log.folder().toAbsolutePath()),
        clean);
  }

  /** The folder of the server's data. */
  public Path data() {
    return folder.resolve("data");
  }

  /** The output of all programs. */
  public Path log() {
    return folder.resolve("server.log");
  }

  /** A new password, for one start of a server: 32 hexadecimal digits. */
  public static String password() {
    byte[] random = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** Makes the folder of the data, which is the account's, as the folder of the writes is. */
  void prepare() throws IOException {
    account.pass(folder);
    account.makeFolder(data());
    if (writes.isPresent()) {
      account.own(writes.get());
    }
  }

  /** Writes a file of ours that the account can read. It holds no secret. */
  public Path publish(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }

  /** Writes a file anew that only its owner, the account, can read. */
  public Path hide(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, text);
    account.own(file);
    return file;
  }

  /** A program or library that the account can read, as {@link Account#readable} gives it. */
  public Path readable(Path file) throws IOException {
    return account.readable(file, folder.resolve("programs"));
  }

  /**
   * Starts a program.
   *
   * @param variables further environment variables. No secret: every user of the machine can read
   *     those of the dynamic linker
   */
  Process start(List<String> command, Map<String, String> variables) throws DatabaseException {
    ProcessBuilder builder =
        new ProcessBuilder()
            .directory(folder.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    clean.accept(builder.environment());
    builder.command(account.command(set(variables, builder.environment(), command)));
    try {
      return starter.start(builder);
    } catch (IOException refused) {
      throw new DatabaseException("cannot start " + product + ": " + refused.getMessage(), refused);
    }
  }

  /**
   * Puts variables into an environment, but for those of the dynamic linker. Gives a command that
   * sets these and becomes another command. The program that changes the user runs before it as
   * root, and would load the libraries of {@code LD_PRELOAD}.
   */
  static List<String> set(
      Map<String, String> variables, Map<String, String> environment, List<String> command) {
    Map<String, String> linker = new TreeMap<>();
    variables.forEach(
        (name, value) -> (name.startsWith("LD_") ? linker : environment).put(name, value));
    List<String> all = new ArrayList<>();
    String library = linker.remove("LD_PRELOAD");
    if (library != null) {
      all.addAll(List.of("sh", "-c", PRELOADED, library));
    } else if (!linker.isEmpty()) {
      all.add("env");
    }
    linker.forEach((name, value) -> all.add(name + "=" + value));
    all.addAll(command);
    return all;
  }

  /**
   * Runs a helper program to its end. No process of it is left behind.
   *
   * @return its exit status
   */
  public int run(List<String> command, int seconds) throws DatabaseException {
    Process process = start(command, Map.of());
    try {
      if (process.waitFor(seconds, TimeUnit.SECONDS)) {
        return process.exitValue();
      }
      throw new DatabaseException(command.get(0) + " did not end within " + seconds + " s");
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      throw new DatabaseException("interrupted while " + command.get(0) + " ran", hurried);
    } finally {
      ServerProcess.kill(process, ServerProcess.family(process), ServerProcess.STOP_MILLIS);
    }
  }

  /** Removes all files. The harness reports those that cannot be removed. */
  public void empty() {
    try {
      SafeFolder.emptyFolder(folder);
      if (writes.isPresent()) {
        SafeFolder.emptyFolder(writes.get());
      }
    } catch (IOException left) {
      return;
    }
  }
}
