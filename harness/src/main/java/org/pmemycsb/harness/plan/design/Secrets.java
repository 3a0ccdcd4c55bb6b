package org.pmemycsb.harness.plan.design;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.ConfigurationException;

/**
 * Passwords in settings. The harness finds them by the name of the setting or by their place in a
 * URL. It neither stores nor shows them. {@code ${NAME}} stands for a variable of the environment.
 *
 * @param known the secrets of this experiment as they are used
 */
public record Secrets(Set<String> known) {
  /** Stands where a secret was. */
  public static final String MARK = "***";

  private static final String NAMES = "passw|passphrase|pwd|secret|token|credential|apikey|api_key";
  private static final Pattern SECRET_NAME =
      Pattern.compile("(?:" + NAMES + ")", Pattern.CASE_INSENSITIVE);
  // In "scheme://user:password@host" all from the first colon to the last at sign before a query:
  // a password that should have been encoded may itself hold either.
  private static final Pattern IN_AUTHORITY =
      Pattern.compile("(?<=://)([^:?\\s]*:)([^?\\s]*)(?=@)");
  private static final Pattern IN_QUERY =
      Pattern.compile("([\\w.-]*(?:" + NAMES + ")[\\w.-]*=)([^&;\\s]*)", Pattern.CASE_INSENSITIVE);
  // A percent sign before two digits is taken for an encoded character.
  private static final Pattern NOT_IN_AUTHORITY =
      Pattern.compile("%(?!\\p{XDigit}{2})|[^\\w.~!$&'()*+,;=:%-]");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)\\}");
  // Shorter ones would be found in every word.
  private static final int SHORTEST = 4;

  public Secrets {
    known = Set.copyOf(known);
  }

  public static boolean isSecret(String name) {
    return SECRET_NAME.matcher(name).find();
  }

  /** The value of a setting as it may be stored: with names of variables, without secrets. */
  public static String redacted(String name, String value) {
    return replaced(name, value, secret -> isVariable(secret) ? secret : MARK);
  }

  public static Map<String, String> redacted(Map<String, String> settings) {
    Map<String, String> all = new TreeMap<>();
    settings.forEach((name, value) -> all.put(name, redacted(name, value)));
    return all;
  }

  private static boolean isVariable(String text) {
    return VARIABLE.matcher(text).matches();
  }

  private static String replaced(String name, String value, Function<String, String> secret) {
    if (isSecret(name)) {
      return secret.apply(value);
    }
    String text = value;
    for (Pattern place : List.of(IN_AUTHORITY, IN_QUERY)) {
      text =
          place
              .matcher(text)
              .replaceAll(
                  found ->
                      Matcher.quoteReplacement(
                          found.group(1)
                              + (found.group(2).isEmpty() ? "" : secret.apply(found.group(2)))));
    }
    return text;
  }

  /** Whether a secret was left out of a value and has to be given again. */
  public static boolean isMissing(String name, String value) {
    List<String> found = new ArrayList<>();
    collect(name, value, found);
    return found.contains(MARK);
  }

  private static void collect(String name, String value, Collection<String> found) {
    replaced(
        name,
        value,
        secret -> {
          found.add(secret);
          return secret;
        });
  }

  /**
   * A value with the variables of the environment in it. Where one is the password of a URL,
   * characters that would end the password are encoded.
   *
   * @throws ConfigurationException if there is no such variable
   */
  public static String resolved(String name, String value, Function<String, String> environment) {
    String encoded =
        IN_AUTHORITY
            .matcher(value)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        found.group(1)
                            + substituted(name, found.group(2), environment, Secrets::encoded)));
    return substituted(name, encoded, environment, UnaryOperator.identity());
  }

  private static String substituted(
      String name, String value, Function<String, String> environment, UnaryOperator<String> as) {
    return VARIABLE
        .matcher(value)
        .replaceAll(
            found -> {
              String text = environment.apply(found.group(1));
              if (text == null) {
                throw new ConfigurationException(
                    name
                        + ": the environment has no variable "
                        + found.group(1)
                        + "; set it, or write the value in its place");
              }
              return Matcher.quoteReplacement(as.apply(text));
            });
  }

  private static String encoded(String password) {
    return NOT_IN_AUTHORITY
        .matcher(password)
        .replaceAll(
            found -> URLEncoder.encode(found.group(), StandardCharsets.UTF_8).replace("+", "%20"));
  }

  /** All settings with the variables of the environment in them. */
  public static Map<String, String> resolved(
      Map<String, String> settings, Function<String, String> environment) {
    Map<String, String> all = new TreeMap<>();
    settings.forEach((name, value) -> all.put(name, resolved(name, value, environment)));
    return all;
  }

  /**
   * @throws ConfigurationException if one is missing, with how to give it
   */
  public static Secrets of(
      List<DatabaseChoice> databases,
      Map<String, String> properties,
      Function<String, String> environment) {
    Set<String> found = new TreeSet<>();
    for (DatabaseChoice database : databases) {
      String again = "--db '%s{%%s=VALUE,...}' and its other options".formatted(database.id());
      take(database.id() + ": ", again, database.options(), environment, found);
    }
    take("properties: ", "-p %s=VALUE", properties, environment, found);
    Set<String> known = new TreeSet<>();
    for (String secret : found) {
      known.add(secret);
      known.add(decoded(secret));
    }
    known.removeIf(secret -> secret.length() < SHORTEST);
    return new Secrets(known);
  }

  private static void take(
      String where,
      String again,
      Map<String, String> settings,
      Function<String, String> environment,
      Set<String> found) {
    settings.forEach(
        (name, value) -> {
          if (isMissing(name, value)) {
            throw new ConfigurationException(
                "%s%s held a password, which is never stored; give it again with %s. ${NAME} stands"
                        .formatted(
                            where,
                            name,
                            name.equals(DatabaseChoice.URL) ? "--url" : again.formatted(name))
                    + " for a variable of the environment, and is stored");
          }
          collect(name, resolved(where + name, value, environment), found);
        });
  }

  private static String decoded(String secret) {
    try {
      return URLDecoder.decode(secret.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return secret;
    }
  }

  public String scrub(String text) {
    if (text == null) {
      return null;
    }
    String clean = text;
    // A secret may hold another.
    for (String secret :
        known.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList()) {
      clean = clean.replace(secret, MARK);
    }
    return clean;
  }

  /** Shows none of them. */
  @Override
  public String toString() {
    return known.size() + " secrets";
  }
}
