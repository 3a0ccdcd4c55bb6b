package org.pmemycsb.adapter.mariadb;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mariadb.jdbc.Driver;
import org.pmemycsb.adapter.support.Failures;
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
    if (url.startsWith("mariadb://")) {
      String rest = url.substring(url.indexOf("//") + 2);
      int end = rest.indexOf('/') < 0 ? rest.length() : rest.indexOf('/');
      int at = rest.lastIndexOf('@', end);
      if (at >= 0) {
        String account = rest.substring(0, at);
        int colon = account.indexOf(':');
        user = decoded(colon < 0 ? account : account.substring(0, colon));
        password = colon < 0 ? password : decoded(account.substring(colon + 1));
      }
      url = JDBC + rest.substring(at + 1);
    }
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  static MariadbUrl from(Properties properties) {
    return new MariadbUrl(
        properties.getProperty(URL, DEFAULT),
        properties.getProperty(USER, ""),
        properties.getProperty(PASSWORD, ""));
  }

  Properties toProperties() {
    Properties properties = new Properties();
    properties.setProperty(URL, url);
    properties.setProperty(USER, user);
    properties.setProperty(PASSWORD, password);
    return properties;
  }

  /** The server's Unix socket, if the URL names it. */
  Optional<Path> socket() {
    Matcher socket = SOCKET.matcher(url);
    return socket.find() ? Optional.of(Path.of(decoded(socket.group(1)))) : Optional.empty();
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
    return (user.isEmpty() ? "" : user + " at ")
        + url.replaceAll("(?i)password=[^&]*", "password=***");
  }
}
