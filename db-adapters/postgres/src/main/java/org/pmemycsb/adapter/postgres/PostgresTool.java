package org.pmemycsb.adapter.postgres;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.adapter.support.Letters;
import org.pmemycsb.adapter.support.sql.SqlClient;
import org.pmemycsb.adapter.support.sql.SqlServer;
import org.pmemycsb.adapter.support.sql.SqlTable;
import org.pmemycsb.adapter.support.sql.SqlUrl;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.ServerTool;

/**
 * {@code pgbench} with the client's statements, prepared. It mixes reads and updates. Its keys are
 * numbers of up to nineteen digits, because it can make no longer text. It has values as text: they
 * are letters, so that they are as long as the client's binary ones. All updates have the same
 * value.
 *
 * @param program empty if this machine has none
 */
record PostgresTool(Optional<Path> program) implements ServerTool {
  private static final int LONGEST_NUMBER = 19;
  private static final int BATCH = 500;
  private static final int PERCENT = 100;
  private static final Pattern RATE = Pattern.compile("tps = ([0-9.]+) \\(([a-z ]+)\\)");

  /** The tool beside the named server, or that of this machine. */
  static PostgresTool find(Host host, Map<String, String> options) {
    return new PostgresTool(
        PostgresAdapter.binaries(options)
            .map(folder -> folder.resolve("pgbench"))
            .filter(Files::isExecutable)
            .or(() -> host.executable("pgbench")));
  }

  @Override
  public Availability probe() {
    return program
        .map(path -> Availability.yes(path.toString()))
        .orElseGet(() -> Availability.no("pgbench is not installed", PostgresPrograms.INSTALL));
  }

  @Override
  public void fill(Work work) throws DatabaseException {
    SqlUrl url = PostgresUrl.KIND.from(work.clientProperties());
    Random random = new Random(work.records());
    try (Connection connection = url.connect()) {
      connection.setAutoCommit(false);
      try (PreparedStatement insert = connection.prepareStatement(table(work).insert())) {
        int fields = work.layout().fieldCount();
        for (long number = 0; number < work.records(); number++) {
          insert.setString(1, Long.toString(first(work) + number));
          for (int field = 0; field < fields; field++) {
            insert.setBytes(
                2 + field, Letters.random(work.layout().fieldBytes(), random).getBytes(US_ASCII));
          }
          insert.setString(2 + fields, null);
          insert.addBatch();
          if ((number + 1) % BATCH == 0) {
            insert.executeBatch();
          }
        }
        insert.executeBatch();
      }
      connection.commit();
    } catch (BatchUpdateException failure) {
      // Its own message has the whole record.
      throw new DatabaseException(url.describe(failure.getNextException()), failure);
    } catch (SQLException failure) {
      throw new DatabaseException(url.describe(failure), failure);
    }
  }

  /** The smallest number with as many digits as a key has, as far as there is one. */
  private static long first(Work work) {
    int digits = Math.min(LONGEST_NUMBER, work.layout().keyBytes());
    return (long) Math.pow(10, digits - 1);
  }

  private static SqlTable table(Work work) {
    return new SqlTable(SqlServer.TABLE, SqlClient.fields(work.layout()), PostgresDialect.INSTANCE);
  }

  @Override
  public List<Step> steps(Work work) throws DatabaseException {
    SqlTable table = table(work);
    List<String> columns = new ArrayList<>(table.fields());
    columns.add(SqlTable.OTHERS);
    String key =
        "\\set id random(%d, %d)\n".formatted(first(work), first(work) + work.records() - 1);
    String read = key + table.select(columns).replace("?", ":id") + ";\n";
    String update =
        key
            + table
                .update(List.of(table.fields().get(0)), false)
                .replaceFirst("\\?", ":value")
                .replaceFirst("\\?", ":id")
            + ";\n";
    SqlUrl url = PostgresUrl.KIND.from(work.clientProperties());
    long each = Math.max(1, work.operations() / work.connections());
    String connections = Integer.toString(work.connections());
    List<String> command =
        new ArrayList<>(
            List.of(
                program.orElseThrow().toString(),
                "--no-vacuum",
                "--protocol=prepared",
                "--progress=1",
                "--client=" + connections,
                "--jobs="
                    + Math.min(work.connections(), Runtime.getRuntime().availableProcessors()),
                "--transactions=" + each,
                "--define=value=" + Letters.random(work.layout().fieldBytes(), new Random(0))));
    int reads = (int) Math.round(PERCENT * work.reads());
    try {
      if (reads > 0) {
        command.add(script(work.scratch(), "read.sql", read, reads));
      }
      if (reads < PERCENT) {
        command.add(script(work.scratch(), "update.sql", update, PERCENT - reads));
      }
    } catch (IOException failure) {
      throw new DatabaseException("pgbench: cannot write its script: " + failure, failure);
    }
    command.add(url.url().replaceFirst("^jdbc:", ""));
    return List.of(
        new Step(
            each * work.connections(),
            command,
            Map.of(
                "PGUSER",
                url.user(),
                "PGPASSWORD",
                url.password(),
                // As text, letters are then as long as the bytes that the client gets.
                "PGOPTIONS",
                "-c bytea_output=escape",
                "LC_ALL",
                "C")));
  }

  private static String script(Path folder, String name, String text, int weight)
      throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    return "--file=" + file + "@" + weight;
  }

  /** Without the time to connect: the client's figure has none either. */
  @Override
  public double operationsPerSecond(List<String> output) throws DatabaseException {
    for (String line : output) {
      Matcher rate = RATE.matcher(line);
      // Two lines to version 13: "including" and then "excluding connections establishing".
      if (rate.find() && !rate.group(2).startsWith("including")) {
        return Double.parseDouble(rate.group(1));
      }
    }
    throw new DatabaseException("it printed no tps");
  }
}
