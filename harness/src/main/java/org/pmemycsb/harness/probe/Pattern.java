package org.pmemycsb.harness.probe;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** The order of the addresses. */
public enum Pattern {
  @JsonProperty("random")
  RANDOM,
  @JsonProperty("sequential")
  SEQUENTIAL;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
