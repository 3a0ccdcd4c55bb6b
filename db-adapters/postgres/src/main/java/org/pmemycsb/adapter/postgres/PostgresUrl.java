package org.pmemycsb.adapter.postgres;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.adapter.support.Failures;
import org.pmemycsb.adapter.support.sql.Login;
import org.pmemycsb.adapter.support.sql.SqlUrl;
import org.postgresql.Driver;

/**
 * The place of a database, and the account to use it.
 *
 * @param url a URL of the JDBC driver, {@code jdbc:postgresql://host:port/database?parameters}; its
 *     parameters (TLS: {@code sslmode}, {@code sslrootcert}, ...) win over what is set here. As for
 *     PostgreSQL's own tools, {@code host=/folder} names the folder of the server's Unix socket
 * @param user empty for the driver's default
 * @param password empty for none
 */
record PostgresUrl(String url, String user, String password) implements SqlUrl {
  static final String URL = "postgres.url";
  static final String USER = "postgres.user";
  static final String PASSWORD = "postgres.password";

  private static final String DEFAULT = "jdbc:postgresql://127.0.0.1:5432/ycsb";
  private static final Pattern FOLDER = Pattern.compile("(?<=[?&])host=((?:/|%2[Ff])[^&]*)&?");
  private static final Pattern PORT = Pattern.compile("(?<=[?&])port=(\\d+)&?");
  private static final Pattern AUTHORITY =
      Pattern.compile("^jdbc:postgresql://[^/?:]*(?::(\\d+))?");
  private static final String DEFAULT_PORT = "5432";
  // The largest result is a scan; a checkpoint on a slow disk can hold an answer back for seconds.
  private static final int ANSWER_SECONDS = 60;
  private static final int CONNECT_SECONDS = 10;

  PostgresUrl {
    Login login =
        Login.of(url, List.of("postgresql", "postgres"), "jdbc:postgresql://", user, password);
    url = login.url();
    user = login.user();
    password = login.password();
  }

  static PostgresUrl from(Properties properties) {
    return new PostgresUrl(
        properties.getProperty(URL, DEFAULT),
        properties.getProperty(USER, ""),
        properties.getProperty(PASSWORD, ""));
  }

  @Override
  public Properties toProperties() {
    Properties properties = new Properties();
    properties.setProperty(URL, url);
    properties.setProperty(USER, user);
    properties.setProperty(PASSWORD, password);
    return properties;
  }

  /** The server's Unix socket, if the URL names its folder. */
  Optional<Path> socket() {
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
    return Optional.of(Path.of(Login.decoded(folder.group(1)), ".s.PGSQL." + port));
  }

  @Override
  public Connection connect() throws SQLException {
    Properties driver = new Properties();
    if (!user.isEmpty()) {
      driver.setProperty("user", user);
    }
    if (!password.isEmpty()) {
      driver.setProperty("password", password);
    }
    // The server prepares a statement at its first execution, as for a program that runs for long.
    driver.setProperty("prepareThreshold", "1");
    driver.setProperty("ApplicationName", "pmem-ycsb");
    driver.setProperty("socketTimeout", Integer.toString(ANSWER_SECONDS));
    driver.setProperty("connectTimeout", Integer.toString(CONNECT_SECONDS));
    driver.setProperty("gssEncMode", "disable");
    // The session keeps the statements.
    driver.setProperty("preparedStatementCacheQueries", "0");
    String target = url;
    Optional<Path> socket = socket();
    if (socket.isPresent()) {
      driver.setProperty("socketFactory", UnixSocketFactory.class.getName());
      driver.setProperty("socketFactoryArg", socket.get().toString());
      // The server has no TLS on a Unix socket.
      driver.setProperty("sslmode", "disable");
      target = PORT.matcher(FOLDER.matcher(url).replaceFirst("")).replaceFirst("");
      target = AUTHORITY.matcher(target).replaceFirst("jdbc:postgresql://localhost");
    }
    Connection connection = new Driver().connect(target, driver);
    if (connection == null) {
      throw new SQLException(
          "not a URL of PostgreSQL (postgresql://host:port/database): " + url, "08001");
    }
    return connection;
  }

  @Override
  public String describe(SQLException failure) {
    return "PostgreSQL, " + this + ": " + Failures.oneLine(failure);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return new Login(url, user, password).toString();
  }
}
