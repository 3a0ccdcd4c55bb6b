package org.pmemycsb.adapter.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pmemycsb.adapter.support.Letters;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.ServerTool;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisException;
import site.ycsb.workloads.CoreWorkload;

/**
 * {@code redis-benchmark}, or {@code valkey-benchmark}. It sends one kind of command, so reads and
 * updates are measured one after the other. A key is a prefix and a number of twelve digits, and as
 * long as the client's. All updates have the same value.
 *
 * @param program empty if this machine has none
 */
record RedisTool(Optional<Path> program) implements ServerTool {
  private static final String NUMBER = "__rand_int__";
  private static final int NUMBER_DIGITS = 12;
  private static final String FIELD = CoreWorkload.FIELD_NAME_PREFIX_DEFAULT;
  private static final int TIMEOUT_MILLIS = 60_000;
  private static final int BATCH = 500;
  private static final Pattern RATE = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) requests per second");

  /** The tool beside the named server, or that of this machine. */
  static RedisTool find(Host host, Map<String, String> options) {
    Optional<Path> server = Optional.ofNullable(options.get(RedisPrograms.PROGRAM)).map(Path::of);
    List<String> names = List.of("redis-benchmark", "valkey-benchmark");
    Stream<Path> beside =
        server.stream()
            .flatMap(path -> names.stream().map(path::resolveSibling))
            .filter(Files::isExecutable);
    return new RedisTool(
        Stream.concat(beside, names.stream().flatMap(name -> host.executable(name).stream()))
            .findFirst());
  }

  @Override
  public Availability probe() {
    return program
        .map(path -> Availability.yes(path.toString()))
        .orElseGet(
            () ->
                Availability.no(
                    "redis-benchmark is not installed", "apt-get install -y redis-tools"));
  }

  @Override
  public void fill(Work work) throws DatabaseException {
    RedisAddress address = RedisAddress.of(work.clientProperties());
    Random random = new Random(work.records());
    try (Connection connection = address.connect(TIMEOUT_MILLIS)) {
      int sent = 0;
      for (long number = 0; number < work.records(); number++) {
        String digits = String.format("%0" + NUMBER_DIGITS + "d", number);
        CommandArguments record = new CommandArguments(Command.HSET).add(prefix(work) + digits);
        for (int field = 0; field < work.layout().fieldCount(); field++) {
          record.add(FIELD + field).add(Letters.random(work.layout().fieldBytes(), random));
        }
        connection.sendCommand(record);
        if (++sent == BATCH || number + 1 == work.records()) {
          for (Object reply : connection.getMany(sent)) {
            if (reply instanceof JedisException refused) {
              throw refused;
            }
          }
          sent = 0;
        }
      }
    } catch (JedisException failure) {
      throw new DatabaseException(address.describe(failure), failure);
    }
  }

  private static String prefix(Work work) {
    int digits = work.layout().keyBytes() - "user".length() - NUMBER_DIGITS;
    return "user" + "0".repeat(Math.max(0, digits));
  }

  @Override
  public List<Step> steps(Work work) throws DatabaseException {
    RedisAddress address = RedisAddress.of(work.clientProperties());
    String key = prefix(work) + NUMBER;
    long reads = Math.round(work.reads() * work.operations());
    long updates = work.operations() - reads;
    List<Step> steps = new ArrayList<>();
    if (reads > 0) {
      steps.add(step(address, work, reads, List.of(Command.HGETALL.name(), key)));
    }
    if (updates > 0) {
      String value = Letters.random(work.layout().fieldBytes(), new Random(0));
      steps.add(
          step(
              address,
              work,
              updates,
              List.of(
                  Command.EVALSHA.name(), updateScript(address), "1", key, FIELD + "0", value)));
    }
    return steps;
  }

  private static String updateScript(RedisAddress address) throws DatabaseException {
    try (Connection connection = address.connect(TIMEOUT_MILLIS)) {
      return new String(RecordCommands.loadScript(connection), UTF_8);
    } catch (JedisException failure) {
      throw new DatabaseException(address.describe(failure), failure);
    }
  }

  private Step step(RedisAddress address, Work work, long operations, List<String> command) {
    List<String> all = new ArrayList<>();
    all.add(program.orElseThrow().toString());
    all.addAll(
        address
            .socket()
            .map(path -> List.of("-s", path.toString()))
            .orElseGet(() -> List.of("-h", address.host(), "-p", "" + address.port())));
    all.addAll(List.of("-q", "-c", "" + work.connections(), "-n", "" + operations));
    all.addAll(List.of("-r", "" + work.records()));
    all.addAll(command);
    return new Step(operations, all, Map.of());
  }

  /** From Redis 7 on, the tool ends with status 1 at the first error. */
  @Override
  public double operationsPerSecond(List<String> output) throws DatabaseException {
    double last = 0;
    for (String line : output) {
      if (line.startsWith("Error ")) {
        throw new DatabaseException(line);
      }
      Matcher rate = RATE.matcher(line);
      last = rate.find() ? Double.parseDouble(rate.group(1)) : last;
    }
    if (last == 0) {
      throw new DatabaseException("it printed no requests per second");
    }
    return last;
  }
}
