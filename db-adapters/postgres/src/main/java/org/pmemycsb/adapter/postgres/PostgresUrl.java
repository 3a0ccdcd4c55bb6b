package org.pmemycsb.adapter.postgres;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.adapter.support.sql.SqlUrl;
import org.postgresql.Driver;

/**
 * URLs of the JDBC driver, {@code jdbc:postgresql://host:port/database?parameters}. Their
 * parameters (TLS: {@code sslmode}, {@code sslrootcert}, ...) win over what is set here. As for
 * PostgreSQL's own tools, {@code host=/folder} names the folder of the server's Unix socket.
 */
final class PostgresUrl {
  static final SqlUrl.Kind KIND =
      new SqlUrl.Kind(
          "postgres",
          "PostgreSQL",
          List.of("postgresql", "postgres"),
          "jdbc:postgresql://",
          "127.0.0.1:5432/ycsb",
          PostgresUrl::connect);

  private static final Pattern FOLDER = Pattern.compile("(?<=[?&])host=((?:/|%2[Ff])[^&]*)&?");
  private static final Pattern PORT = Pattern.compile("(?<=[?&])port=(\\d+)&?");
  private static final Pattern AUTHORITY =
      Pattern.compile("^jdbc:postgresql://[^/?:]*(?::(\\d+))?");
  private static final String DEFAULT_PORT = "5432";
  // The largest result is a scan; a checkpoint on a slow disk can hold an answer back for seconds.
  private static final int ANSWER_SECONDS = 60;
  private static final int CONNECT_SECONDS = 10;

  private PostgresUrl() {}

  /** The server's Unix socket, if the URL names its folder. */
  static Optional<Path> socket(String url) {
    Matcher folder = FOLDER.matcher(url);
    if (!folder.find()) {
      return Optional.empty();
    }
    Matcher parameter = PORT.matcher(url);
    Matcher authority = AUTHORITY.matcher(url);
    String port =
        parameter.find()
            ? parameter.group(1)
            : authority.find() && authority.group(1) != null ? authority.group(1) : DEFAULT_PORT;
    return Optional.of(Path.of(SqlUrl.decoded(folder.group(1)), ".s.PGSQL." + port));
  }

  private static Connection connect(String url, Properties driver) throws SQLException {
    // The server prepares a statement at its first execution, as for a program that runs for long.
    driver.setProperty("prepareThreshold", "1");
    driver.setProperty("ApplicationName", "pmem-ycsb");
    driver.setProperty("socketTimeout", Integer.toString(ANSWER_SECONDS));
    driver.setProperty("connectTimeout", Integer.toString(CONNECT_SECONDS));
    driver.setProperty("gssEncMode", "disable");
    // The session keeps the statements.
    driver.setProperty("preparedStatementCacheQueries", "0");
    String target = url;
    Optional<Path> socket = socket(url);
    if (socket.isPresent()) {
      driver.setProperty("socketFactory", UnixSocketFactory.class.getName());
      driver.setProperty("socketFactoryArg", socket.get().toString());
      // The server has no TLS on a Unix socket.
      driver.setProperty("sslmode", "disable");
      target = PORT.matcher(FOLDER.matcher(url).replaceFirst("")).replaceFirst("");
      target = AUTHORITY.matcher(target).replaceFirst("jdbc:postgresql://localhost");
    }
    return new Driver().connect(target, driver);
  }
}
