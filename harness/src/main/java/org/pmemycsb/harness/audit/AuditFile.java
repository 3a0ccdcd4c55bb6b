package org.pmemycsb.harness.audit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.pmemycsb.harness.host.Environment;

/**
 * The file {@code audit.json}; {@code docs/crash-audit.md} describes it. Names and meanings stay as
 * they are, or {@link #SCHEMA} grows.
 */
public final class AuditFile {
  /** Its name in a result folder. */
  public static final String NAME = "audit.json";

  private static final int SCHEMA = 1;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new Jdk8Module())
          .enable(SerializationFeature.INDENT_OUTPUT);

  private AuditFile() {}

  private record Document(
      int schema, Settings settings, Environment environment, List<Database> databases) {}

  private record Settings(
      int rounds,
      int threads,
      double seconds,
      int records,
      int fields,
      int valueBytes,
      long seed) {}

  private record Database(
      String database,
      String version,
      String durability,
      String medium,
      Optional<Long> lossWindowMillis,
      boolean holds,
      List<String> reasons,
      long acknowledged,
      long inFlight,
      long lost,
      long resurrected,
      long torn,
      long phantom,
      long unreadable,
      Optional<Double> oldestLostMillis,
      List<Round> rounds) {}

  private record Round(
      int round,
      double killAfterMillis,
      double restartMillis,
      long inserts,
      long updates,
      long deletes,
      long inFlight,
      long lost,
      long resurrected,
      long torn,
      long phantom,
      long unreadable,
      Optional<Double> oldestLostMillis,
      boolean suffix,
      List<String> examples,
      Optional<String> failure) {}

  /** Writes it anew, with what there is so far; a reader never sees half a file. */
  public static void write(
      Path folder, AuditPlan plan, Environment environment, List<Audited> audited)
      throws IOException {
    Document document =
        new Document(
            SCHEMA,
            new Settings(
                plan.rounds(),
                plan.threads(),
                plan.seconds(),
                plan.records(),
                AuditPlan.FIELDS,
                plan.valueBytes(),
                plan.seed()),
            environment,
            audited.stream().map(one -> database(one, environment.pmem().medium().id())).toList());
    Path beside = folder.resolve("." + NAME + ".new");
    Files.writeString(beside, JSON.writeValueAsString(document) + "\n");
    Files.move(beside, folder.resolve(NAME), StandardCopyOption.REPLACE_EXISTING);
  }

  private static Database database(Audited one, String medium) {
    Verdict verdict = one.verdict();
    Losses totals = one.totals();
    return new Database(
        one.database(),
        one.version(),
        one.durability().id(),
        medium,
        one.window().map(Duration::toMillis),
        verdict.holds(),
        verdict.reasons(),
        totals.acknowledged(),
        totals.inFlight(),
        totals.lost(),
        totals.resurrected(),
        totals.torn(),
        totals.phantom(),
        totals.unreadable(),
        millis(totals.oldestLostNanos()),
        one.rounds().stream().map(AuditFile::round).toList());
  }

  private static Round round(RoundResult round) {
    Losses losses = round.losses().orElse(Losses.NONE);
    return new Round(
        round.round(),
        round.killAfterMillis(),
        round.restartMillis(),
        losses.inserts(),
        losses.updates(),
        losses.deletes(),
        losses.inFlight(),
        losses.lost(),
        losses.resurrected(),
        losses.torn(),
        losses.phantom(),
        losses.unreadable(),
        millis(losses.oldestLostNanos()),
        losses.suffix(),
        losses.examples(),
        round.failure());
  }

  private static Optional<Double> millis(OptionalLong nanos) {
    return nanos.isPresent()
        ? Optional.of(Math.round(nanos.getAsLong() / NANOS_PER_MILLI * 1000) / 1000.0)
        : Optional.empty();
  }
}
