package org.pmemycsb.adapter.support.sql;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A URL without its user and password, and these two.
 *
 * @param url for a JDBC driver
 * @param user empty for the driver's default
 * @param password empty for none
 */
public record Login(String url, String user, String password) {
  /**
   * Reads a URL as the tools of databases take it, {@code scheme://user:password@host/database}. A
   * URL with another scheme stays as it is.
   *
   * @param schemes those of the tools
   * @param jdbc replaces them
   * @param user if the URL has none
   * @param password if the URL has none
   */
  public static Login of(
      String url, List<String> schemes, String jdbc, String user, String password) {
    if (schemes.stream().noneMatch(scheme -> url.startsWith(scheme + "://"))) {
      return new Login(url, user, password);
    }
    String rest = url.substring(url.indexOf("//") + 2);
    int end = rest.indexOf('/') < 0 ? rest.length() : rest.indexOf('/');
    int at = rest.lastIndexOf('@', end);
    if (at < 0) {
      return new Login(jdbc + rest, user, password);
    }
    String account = rest.substring(0, at);
    int colon = account.indexOf(':');
    return new Login(
        jdbc + rest.substring(at + 1),
        decoded(colon < 0 ? account : account.substring(0, colon)),
        colon < 0 ? password : decoded(account.substring(colon + 1)));
  }

  /** A part of a URL without its escapes. */
  public static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** The reverse of {@link #decoded}. */
  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Without the password. */
  @Override
  public String toString() {
    return (user.isEmpty() ? "" : user + " at ")
        + url.replaceAll("(?i)password=[^&]*", "password=***");
  }
}
