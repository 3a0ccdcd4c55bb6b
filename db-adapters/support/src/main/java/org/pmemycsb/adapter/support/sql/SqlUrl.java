package org.pmemycsb.adapter.support.sql;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.pmemycsb.adapter.support.Failures;
import org.pmemycsb.adapter.support.TlsPort;

/**
 * The place of a database, and the account to use it.
 *
 * @param url a URL of the JDBC driver; its parameters win over what an adapter sets
 * @param user empty for the driver's default
 * @param password empty for none
 */
public record SqlUrl(Dialect dialect, String url, String user, String password) {
  private static final Pattern TLS_FILE =
      Pattern.compile(
          "(?i)[?&](trustStore|keyStore|serverSslCert|sslrootcert|sslkey|sslcert)=([^&]*)");

  /** A part of a URL without its escapes. */
  public static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** The reverse of {@link #decoded}. */
  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** As YCSB properties of the client; a new object each time. */
  public Properties toProperties() {
    Properties properties = new Properties();
    properties.setProperty(dialect.property("url"), url);
    properties.setProperty(dialect.property("user"), user);
    properties.setProperty(dialect.property("password"), password);
    return properties;
  }

  /** A new connection, in autocommit. */
  public Connection connect() throws SQLException {
    Properties driver = new Properties();
    if (!user.isEmpty()) {
      driver.setProperty("user", user);
    }
    if (!password.isEmpty()) {
      driver.setProperty("password", password);
    }
    Connection connection = dialect.connect(url, driver);
    if (connection == null) {
      throw new SQLException(
          "not a URL of %s (%s://host:port/database): %s"
              .formatted(dialect.product(), dialect.scheme(), url),
          "08001");
    }
    return connection;
  }

  /** One line about a failure, without the password. */
  public String describe(SQLException failure) {
    List<String> files =
        TLS_FILE
            .matcher(url)
            .results()
            .map(file -> file.group(1) + " " + decoded(file.group(2)))
            .toList();
    String cause =
        TlsPort.inWords(failure, files)
            .or(() -> dialect.unnamedCause(url, failure))
            .map(words -> "; " + words)
            .orElse("");
    return dialect.product() + ", " + this + ": " + Failures.oneLine(failure) + cause;
  }

  /** Without the password. */
  @Override
  public String toString() {
    return (user.isEmpty() ? "" : user + " at ")
        + url.replaceAll("(?i)password=[^&]*", "password=***");
  }
}
