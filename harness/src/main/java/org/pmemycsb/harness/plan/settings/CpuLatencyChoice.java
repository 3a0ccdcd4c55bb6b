package org.pmemycsb.harness.plan.settings;

import java.util.OptionalInt;
import org.pmemycsb.harness.ConfigurationException;

/**
 * The longest time in which an idle processor may wake up during runs. Immutable.
 *
 * @param isRequired whether a kernel that refuses the limit ends the experiment
 * @param micros the limit in microseconds, from 0: processors stay awake; empty for no limit
 */
public record CpuLatencyChoice(boolean isRequired, OptionalInt micros) {
  /** Processors stay awake where the kernel allows it. */
  public static final CpuLatencyChoice AUTO = new CpuLatencyChoice(false, OptionalInt.of(0));

  /** Processors sleep as the machine has it. */
  public static final CpuLatencyChoice NONE = new CpuLatencyChoice(false, OptionalInt.empty());

  /**
   * Parses {@code auto}, {@code none} or a number of microseconds.
   *
   * @throws ConfigurationException if the text is none of these
   */
  public static CpuLatencyChoice parse(String text) {
    if (text.equals(AUTO.text())) {
      return AUTO;
    }
    if (text.equals(NONE.text())) {
      return NONE;
    }
    // The kernel keeps the limit as a signed integer of 32 bits.
    if (text.matches("\\d{1,10}") && Long.parseLong(text) <= Integer.MAX_VALUE) {
      return new CpuLatencyChoice(true, OptionalInt.of(Integer.parseInt(text)));
    }
    throw new ConfigurationException(
        "'%s' is no wake-up time; give auto, none, or microseconds from 0 to %d"
            .formatted(text, Integer.MAX_VALUE));
  }

  public String text() {
    if (micros.isEmpty()) {
      return "none";
    }
    return isRequired ? Integer.toString(micros.getAsInt()) : "auto";
  }
}
