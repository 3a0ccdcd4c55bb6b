package org.pmemycsb.adapter.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.pmemycsb.pmemkv.PmemkvLibrary;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A plain server with the module, started by hand, and one connection to it. Test helper. {@code
 * -Dpmredis.test.server=/path/valkey-server} tries another server.
 */
final class ModuleServer implements AutoCloseable {
  private static final String SERVER = System.getProperty("pmredis.test.server", "redis-server");

  private final Process process;
  private final Path log;
  private final RedisAddress address;
  private final Connection connection;

  private ModuleServer(Process process, Path log, RedisAddress address) {
    this.process = process;
    this.log = log;
    this.address = address;
    this.connection = address.connect(60_000);
  }

  /** A bare connection that has sent a line, to be closed by the caller. */
  SocketChannel send(String line) throws IOException {
    SocketChannel channel =
        SocketChannel.open(UnixDomainSocketAddress.of(address.socket().orElseThrow()));
    channel.write(ByteBuffer.wrap((line + "\r\n").getBytes(ISO_8859_1)));
    return channel;
  }

  /** Starts a server that is expected to come up. */
  static ModuleServer start(Rig rig, String... words) throws Exception {
    Path folder = rig.newFolder();
    Process process = launch(rig, folder, List.of(), words);
    Path log = folder.resolve("log");
    RedisAddress address = RedisAddress.local(folder.resolve("s"));
    for (int i = 0; process.isAlive() && i < 3000; i++) {
      try {
        return rig.keep(new ModuleServer(process, log, address));
      } catch (JedisException notYet) {
        process.waitFor(20, TimeUnit.MILLISECONDS);
      }
    }
    throw new AssertionError("the server did not come up: " + Files.readString(log));
  }

  /** Starts a server that is expected to end, and gives what it said. */
  static String refusal(Rig rig, List<String> settings, String... words) throws Exception {
    Path folder = rig.newFolder();
    Process process = launch(rig, folder, settings, words);
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() == 0) {
      throw new AssertionError("the server came up: " + Files.readString(folder.resolve("log")));
    }
    return Files.readString(folder.resolve("log"));
  }

  private static Process launch(Rig rig, Path folder, List<String> settings, String... words)
      throws IOException {
    List<String> lines = new ArrayList<>(settings);
    lines.add("port 0");
    lines.add("unixsocket " + folder.resolve("s"));
    lines.add("save \"\"");
    lines.add("dir " + folder);
    String module = PmRedisModule.quoted(PmRedisModule.file());
    lines.add("loadmodule " + module + library(words) + " " + String.join(" ", words));
    Path file = Files.write(folder.resolve("redis.conf"), lines);
    ProcessBuilder command =
        new ProcessBuilder(SERVER, file.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile());
    command.environment().putAll(Map.of("PMEM_IS_PMEM_FORCE", "1", "PMEM_NO_FLUSH", "0"));
    return rig.start(command);
  }

  /** The option that names the libpmemkv of this process, unless the words name one. */
  private static String library(String... words) {
    return List.of(words).contains("library")
        ? ""
        : " library " + PmRedisModule.quoted(PmemkvLibrary.file());
  }

  /** The reply to a command, or the error that it is. Words are text or bytes. */
  Object call(Object... words) {
    return call(connection, words);
  }

  static Object call(Connection connection, Object... words) {
    ProtocolCommand name = () -> bytes(words[0]);
    CommandArguments command = new CommandArguments(name);
    for (int i = 1; i < words.length; i++) {
      command.add(bytes(words[i]));
    }
    try {
      return plain(connection.executeCommand(command));
    } catch (JedisDataException error) {
      return error.getMessage();
    }
  }

  private static byte[] bytes(Object word) {
    return word instanceof byte[] raw ? raw : word.toString().getBytes(ISO_8859_1);
  }

  /** Bytes as text, in lists too, so that replies can be compared. */
  static Object plain(Object reply) {
    if (reply instanceof byte[] raw) {
      return new String(raw, ISO_8859_1);
    }
    if (reply instanceof List<?> list) {
      return list.stream()
          .map(ModuleServer::plain)
          .collect(ArrayList::new, List::add, List::addAll);
    }
    return reply instanceof JedisDataException error ? error.getMessage() : reply;
  }

  String field(String name) {
    return PmRedisModule.fields(connection).get(name);
  }

  String log() throws IOException {
    return Files.readString(log);
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Asks it to end; gives its exit status. */
  int stop() throws InterruptedException {
    process.destroy();
    return process.waitFor();
  }

  @Override
  public void close() {
    connection.close();
    process.destroyForcibly();
  }
}
