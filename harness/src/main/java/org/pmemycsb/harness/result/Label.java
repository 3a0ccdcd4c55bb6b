package org.pmemycsb.harness.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;
import org.pmemycsb.harness.Plural;

/**
 * The name of a database in files and tables.
 *
 * @param asked label of the database that the experiment names
 * @param standIn the product that ran in its place, if another one did
 * @param sharded whether each machine of a cluster had a store of its own
 */
public record Label(String asked, Optional<String> standIn, boolean sharded) {
  private static final String SHARDED = " as shards";

  /** Of one database for all clients. */
  public Label(String asked, Optional<String> standIn) {
    this(asked, standIn, false);
  }

  /**
   * Reads the text of a file, the inverse of {@link #text}. The text of a stand-in follows the
   * label in parentheses; a label itself has parentheses only inside the braces of its options.
   */
  @JsonCreator
  public static Label parse(String text) {
    return text.endsWith(SHARDED)
        ? parse(text.substring(0, text.length() - SHARDED.length()), true)
        : parse(text, false);
  }

  private static Label parse(String text, boolean sharded) {
    int at = text.indexOf('{') < 0 ? text.indexOf(" (") : text.lastIndexOf("} (") + 1;
    return at > 0 && text.endsWith(")")
        ? new Label(
            text.substring(0, at), Optional.of(text.substring(at + 2, text.length() - 1)), sharded)
        : new Label(text, Optional.empty(), sharded);
  }

  /**
   * As it is stored: {@code label (product)} if another product stood in, and {@code label as
   * shards}.
   */
  @JsonValue
  public String text() {
    return name() + (sharded ? SHARDED : "");
  }

  /** As it is shown where there are so many machines, for example {@code label (2 shards)}. */
  String text(int machines) {
    return sharded ? "%s (%s)".formatted(name(), Plural.of(machines, "shard")) : name();
  }

  private String name() {
    return standIn.map(product -> asked + " (" + product + ")").orElse(asked);
  }
}
