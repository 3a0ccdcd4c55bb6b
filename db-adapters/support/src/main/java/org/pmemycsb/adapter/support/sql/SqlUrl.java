package org.pmemycsb.adapter.support.sql;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import org.pmemycsb.adapter.support.Failures;
import org.pmemycsb.adapter.support.TlsFailure;

/**
 * The place of a database, and the account to use it.
 *
 * @param url a URL of the JDBC driver; its parameters win over what an adapter sets
 * @param user empty for the driver's default
 * @param password empty for none
 */
public record SqlUrl(Kind kind, String url, String user, String password) {
  private static final Pattern TLS_FILE =
      Pattern.compile(
          "(?i)[?&](trustStore|keyStore|serverSslCert|sslrootcert|sslkey|sslcert)=([^&]*)");

  /**
   * The URLs of one kind of database.
   *
   * @param name the beginning of the names of its client properties
   * @param schemes those that the database's own tools take
   * @param jdbc the beginning of the driver's URLs
   * @param usual the rest of the URL that is used if there is none
   */
  public record Kind(
      String name,
      String product,
      List<String> schemes,
      String jdbc,
      String usual,
      Connector connector) {
    /** The client properties, each with the adapter's option that decides it. */
    public Map<String, String> properties() {
      return Map.of(property("url"), "url", property("user"), "url", property("password"), "url");
    }

    /**
     * Reads a URL as the tools of databases take it, {@code scheme://user:password@host/database}.
     * A URL with another scheme stays as it is.
     *
     * @param user if the URL has none
     * @param password if the URL has none
     */
    public SqlUrl at(String url, String user, String password) {
      if (schemes.stream().noneMatch(scheme -> url.startsWith(scheme + "://"))) {
        return new SqlUrl(this, url, user, password);
      }
      String rest = url.substring(url.indexOf("//") + 2);
      int end = rest.indexOf('/') < 0 ? rest.length() : rest.indexOf('/');
      int at = rest.lastIndexOf('@', end);
      if (at < 0) {
        return new SqlUrl(this, jdbc + rest, user, password);
      }
      String account = rest.substring(0, at);
      int colon = account.indexOf(':');
      return new SqlUrl(
          this,
          jdbc + rest.substring(at + 1),
          decoded(colon < 0 ? account : account.substring(0, colon)),
          colon < 0 ? password : decoded(account.substring(colon + 1)));
    }

    /** The inverse of {@link SqlUrl#toProperties}. */
    public SqlUrl from(Properties properties) {
      return at(
          properties.getProperty(property("url"), jdbc + usual),
          properties.getProperty(property("user"), ""),
          properties.getProperty(property("password"), ""));
    }

    private String property(String option) {
      return name + "." + option;
    }
  }

  /** Opens a connection by a driver, with the account among the driver's properties. */
  @FunctionalInterface
  public interface Connector {
    /** Null if the URL is not one of the driver's. */
    Connection connect(String url, Properties driver) throws SQLException;

    /** A possible cause that neither the server nor the driver names. */
    default Optional<String> unnamedCause(String url, SQLException failure) {
      return Optional.empty();
    }
  }

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
    properties.setProperty(kind.property("url"), url);
    properties.setProperty(kind.property("user"), user);
    properties.setProperty(kind.property("password"), password);
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
    Connection connection = kind.connector.connect(url, driver);
    if (connection == null) {
      throw new SQLException(
          "not a URL of %s (%s://host:port/database): %s"
              .formatted(kind.product, kind.schemes.get(0), url),
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
        TlsFailure.inWords(failure, files)
            .or(() -> kind.connector.unnamedCause(url, failure))
            .map(words -> "; " + words)
            .orElse("");
    return kind.product + ", " + this + ": " + Failures.oneLine(failure) + cause;
  }

  /** Without the password. */
  @Override
  public String toString() {
    return (user.isEmpty() ? "" : user + " at ")
        + url.replaceAll("(?i)password=[^&]*", "password=***");
  }
}
