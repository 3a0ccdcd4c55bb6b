package org.pmemycsb.adapter.mariadb;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mariadb.jdbc.Driver;
import org.pmemycsb.adapter.support.Failures;
import org.pmemycsb.adapter.support.sql.Login;
import org.pmemycsb.adapter.support.sql.SqlUrl;

/**
 * The place of a database, and the account to use it.
 *
 * @param url a URL of the JDBC driver, {@code jdbc:mariadb://host:port/database?parameters}; its
 *     parameters (TLS: {@code sslMode}, {@code serverSslCert}, ...) win over what is set here.
 *     {@code localSocket=/path} names the server's Unix socket
 * @param user empty for the driver's default
 * @param password empty for none
 */
record MariadbUrl(String url, String user, String password) implements SqlUrl {
  static final String URL = "mariadb.url";
  static final String USER = "mariadb.user";
  static final String PASSWORD = "mariadb.password";

  private static final String JDBC = "jdbc:mariadb://";
  private static final String DEFAULT = JDBC + "127.0.0.1:3306/ycsb";
  private static final String DEFAULT_HOST = JDBC + "localhost/";
  private static final Pattern SOCKET = Pattern.compile("(?<=[?&])localSocket=([^&]*)&?");
  // The largest result is a scan; a checkpoint on a slow disk can hold an answer back for seconds.
  private static final int ANSWER_MILLIS = 60_000;
  private static final int CONNECT_MILLIS = 10_000;

  MariadbUrl {
    Login login = Login.of(url, List.of("mariadb"), JDBC, user, password);
    url = login.url();
    user = login.user();
    password = login.password();
  }

  static MariadbUrl from(Properties properties) {
    return new MariadbUrl(
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

  /** The server's Unix socket, if the URL names it. */
  Optional<Path> socket() {
    Matcher socket = SOCKET.matcher(url);
    return socket.find() ? Optional.of(Path.of(Login.decoded(socket.group(1)))) : Optional.empty();
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
    driver.setProperty("useServerPrepStmts", "true");
    // The session keeps the statements.
    driver.setProperty("cachePrepStmts", "false");
    driver.setProperty("socketTimeout", Integer.toString(ANSWER_MILLIS));
    driver.setProperty("connectTimeout", Integer.toString(CONNECT_MILLIS));
    String target = url;
    Optional<Path> socket = socket();
    if (socket.isPresent()) {
      // The driver's own Unix socket goes through JNA.
      driver.setProperty("socketFactory", UnixSocketFactory.class.getName());
      driver.setProperty(UnixSocketFactory.PATH, socket.get().toString());
      target = SOCKET.matcher(url).replaceFirst("").replaceFirst("^jdbc:mariadb:///", DEFAULT_HOST);
    }
    Connection connection = new Driver().connect(target, driver);
    if (connection == null) {
      throw new SQLException(
          "not a URL of MariaDB (mariadb://host:port/database): " + url, "08001");
    }
    return connection;
  }

  @Override
  public String describe(SQLException failure) {
    return "MariaDB, " + this + ": " + Failures.oneLine(failure);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return new Login(url, user, password).toString();
  }
}
