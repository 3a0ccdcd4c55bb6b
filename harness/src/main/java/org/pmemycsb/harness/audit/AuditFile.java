package org.pmemycsb.harness.audit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.audit.Audited.RoundResult;
import org.pmemycsb.harness.audit.Losses.Kind;
import org.pmemycsb.harness.host.Environment;

/**
 * The file {@code audit.json}; {@code docs/reference/formats.md} describes it. A change of a name
 * or meaning increases {@link #SCHEMA}.
 */
public final class AuditFile {
  public static final String NAME = "audit.json";

  private static final int SCHEMA = 1;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new Jdk8Module())
          .enable(SerializationFeature.INDENT_OUTPUT);

  private AuditFile() {}

  /** Replaces the file with all results so far. A reader never sees half a file. */
  public static void write(
      Path folder, AuditPlan plan, Environment environment, List<Audited> audited)
      throws IOException {
    String medium = environment.media();
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("schema", SCHEMA);
    document.put("settings", settings(plan));
    document.put("environment", environment);
    document.put("databases", audited.stream().map(one -> database(one, medium)).toList());
    FileFailure.replace(folder.resolve(NAME), JSON.writeValueAsString(document) + "\n");
  }

  private static Map<String, Object> settings(AuditPlan plan) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("rounds", plan.rounds());
    object.put("threads", plan.threads());
    object.put("seconds", plan.time().toMillis() / 1e3);
    object.put("records", plan.records());
    object.put("fields", AuditPlan.FIELDS);
    object.put("valueBytes", plan.valueBytes());
    object.put("seed", plan.seed());
    return object;
  }

  private static Map<String, Object> database(Audited one, String medium) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("database", one.database());
    object.put("version", one.version());
    object.put("durability", one.durability().id());
    object.put("medium", medium);
    object.put("lossWindowMillis", one.window().map(Duration::toMillis));
    object.put("holds", one.holds());
    object.put("reasons", one.reasons());
    object.put("acknowledged", one.totals().acknowledged());
    putCounts(object, one.totals(), Kind.IN_FLIGHT);
    object.put("rounds", one.rounds().stream().map(AuditFile::round).toList());
    return object;
  }

  private static Map<String, Object> round(RoundResult round) {
    Losses losses = round.losses().orElse(Losses.NONE);
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("round", round.round());
    object.put("killAfterMillis", round.killAfterMillis());
    object.put("restartMillis", round.restartMillis());
    putCounts(object, losses, Kind.INSERTS);
    object.put("suffix", losses.suffix());
    object.put("examples", losses.examples());
    object.put("serverEnd", round.ownEnd());
    object.put("failure", round.failure());
    return object;
  }

  private static void putCounts(Map<String, Object> object, Losses losses, Kind first) {
    EnumSet.range(first, Kind.UNREADABLE)
        .forEach(kind -> object.put(kind.key(), losses.count(kind)));
    object.put("oldestLostMillis", millis(losses.oldestNanos()));
  }

  private static Double millis(OptionalLong nanos) {
    return nanos.isPresent()
        ? (Double) (Math.round(nanos.getAsLong() / NANOS_PER_MILLI * 1000) / 1000.0)
        : null;
  }
}
