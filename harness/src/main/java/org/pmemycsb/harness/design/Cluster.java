package org.pmemycsb.harness.design;

import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;

/**
 * The cluster that has the clients, written {@code spark://HOST:PORT?listen=ADDRESS&trust}.
 *
 * @param url as its engine names it; empty for none
 * @param listen the address of this machine that the cluster's machines reach; empty for its
 *     engine's choice
 * @param trusts whether databases without a password may listen there
 */
public record Cluster(String url, Optional<String> listen, boolean trusts) {
  private static final String LISTEN = "listen=";
  private static final String TRUST = "trust";

  public static final Cluster NONE = new Cluster("", Optional.empty(), false);

  public static Cluster parse(String text) {
    int end = text.indexOf('?');
    if (end < 0) {
      return new Cluster(text, Optional.empty(), false);
    }
    Optional<String> listen = Optional.empty();
    boolean trusts = false;
    for (String part : text.substring(end + 1).split("&")) {
      if (part.startsWith(LISTEN) && part.length() > LISTEN.length()) {
        listen = Optional.of(part.substring(LISTEN.length()));
      } else if (part.equals(TRUST)) {
        trusts = true;
      } else {
        throw new ConfigurationException(
            "'%s' is no part of a cluster's URL; behind its ? stand listen=ADDRESS and trust"
                .formatted(part));
      }
    }
    return new Cluster(text.substring(0, end), listen, trusts);
  }

  /** As {@link #parse} reads it. */
  public String text() {
    String more =
        String.join("&", listen.map(address -> LISTEN + address).orElse(""), trusts ? TRUST : "");
    return url + (more.equals("&") ? "" : "?" + more.replaceAll("^&|&$", ""));
  }
}
