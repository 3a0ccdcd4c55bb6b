package org.pmemycsb.adapter.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.LocalHost;

/** A MariaDB that no adapter started, with accounts of the test's own. */
final class ForeignMariadb implements AutoCloseable {
  private static final Host HOST = new LocalHost();

  private final int port;
  private final Process server;

  /** In an empty folder, with an administrator and a database. */
  ForeignMariadb(Path folder) throws Exception {
    String data = "--datadir=" + folder.resolve("data");
    String user = "--user=" + System.getProperty("user.name");
    Process install =
        start(
            folder,
            List.of(
                program("mariadb-install-db"),
                "--no-defaults",
                data,
                user,
                "--skip-test-db",
                "--auth-root-authentication-method=normal"));
    assertThat(install.waitFor()).isZero();
    Path accounts =
        Files.writeString(
            folder.resolve("accounts.sql"),
            "CREATE USER admin IDENTIFIED BY 'word';\n"
                + "GRANT ALL ON *.* TO admin WITH GRANT OPTION;\n"
                + "CREATE DATABASE ycsb;\n");
    port = Ports.LOOPBACK.free();
    server =
        start(
            folder,
            List.of(
                program("mariadbd"),
                "--no-defaults",
                data,
                user,
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--socket=s",
                "--skip-name-resolve",
                "--init-file=" + accounts));
    while (server.isAlive()) {
      try (Connection up = connect()) {
        assertThat(up.isValid(1)).isTrue();
        return;
      } catch (SQLNonTransientConnectionException notYet) {
        Thread.sleep(20);
      }
    }
    throw new IOException("MariaDB did not start: " + Files.readString(folder.resolve("log")));
  }

  private static String program(String name) {
    return HOST.executable(name).orElseThrow().toString();
  }

  private static Process start(Path folder, List<String> command) throws IOException {
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("log").toFile())
        .start();
  }

  /** As an adapter takes it. */
  String url(String account) {
    return "mariadb://%s@127.0.0.1:%d/ycsb".formatted(account, port);
  }

  private Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("mariadb.url", url("admin:word"));
    return MariadbDialect.INSTANCE.from(properties).connect();
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    server.destroyForcibly().onExit().join();
  }
}
