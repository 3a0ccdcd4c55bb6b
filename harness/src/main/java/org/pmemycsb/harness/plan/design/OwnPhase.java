package org.pmemycsb.harness.plan.design;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.plan.recorded.TraceFacts;
import site.ycsb.workloads.CoreWorkload;

/** A phase that the experiment's file describes. Nothing else changes what it says. */
public sealed interface OwnPhase extends Phase {
  /** Adds what a file has beside the name. */
  void write(Map<String, Object> all);

  /** The operations of the phase, in words for the report. */
  String action();

  @Override
  default Object written() {
    Map<String, Object> all = new LinkedHashMap<>(Map.of(NAME, id()));
    write(all);
    return all;
  }

  private static void write(
      Map<String, Object> all, Optional<Sizes> values, Map<String, String> properties) {
    if (!properties.isEmpty()) {
      all.put(PROPERTIES, properties);
    }
    values.ifPresent(sizes -> all.put(VALUES, sizes.text()));
  }

  @Override
  default String words() {
    return id()
        + " ("
        + action()
        + values().map(sizes -> "; values " + sizes.words()).orElse("")
        + ")";
  }

  /**
   * @param keys the records that they ask for; empty if the phase does not say
   * @param properties others of the workload
   */
  record Operations(
      String id,
      Mix mix,
      Optional<KeyDistribution> keys,
      Optional<Sizes> values,
      Map<String, String> properties)
      implements OwnPhase {
    @Override
    public Work work(Map<String, String> said) {
      return new Work.Draw(mix, keys.orElseGet(() -> KeyDistribution.of(said)));
    }

    @Override
    public Mix mix(Map<String, String> others) {
      return mix;
    }

    @Override
    public boolean choosesKeys() {
      return keys.isPresent() || properties.containsKey(CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY);
    }

    @Override
    public Optional<String> beyondStock(Map<String, String> others) {
      if (keys.filter(KeyDistribution.Zipfian.class::isInstance).isPresent()) {
        return Optional.of(KEYS);
      }
      return OwnPhase.super
          .beyondStock(others)
          .or(() -> values.filter(Sizes::isBeyondStock).map(sizes -> VALUES));
    }

    @Override
    public void write(Map<String, Object> all) {
      all.put(MIX, mix.written());
      keys.ifPresent(each -> all.put(KEYS, each.text()));
      OwnPhase.write(all, values, properties);
    }

    @Override
    public String action() {
      return mix.words() + keys.map(each -> "; keys " + each.text()).orElse("");
    }
  }

  /**
   * Empties the database and inserts all records.
   *
   * @param keyLength lengths of their keys; empty for those of the experiment
   * @param properties others of the workload
   */
  record Fill(
      String id,
      FillOrder order,
      Optional<Sizes> keyLength,
      Optional<Sizes> values,
      Map<String, String> properties)
      implements OwnPhase {
    @Override
    public Work work(Map<String, String> said) {
      return new Work.Load(order);
    }

    @Override
    public Optional<String> beyondStock(Map<String, String> others) {
      return Optional.of(FILL);
    }

    @Override
    public void write(Map<String, Object> all) {
      all.put(FILL, order.id());
      keyLength.ifPresent(sizes -> all.put(KEY_LENGTH, sizes.written()));
      OwnPhase.write(all, values, properties);
    }

    @Override
    public String action() {
      return "fill "
          + order.id()
          + keyLength.map(lengths -> "; keys of " + lengths.words()).orElse("");
    }
  }

  /**
   * @param file its absolute path
   * @param speed by how much its times shrink; empty if nothing waits for them
   */
  record Recorded(String id, String file, Optional<Double> speed, TraceFacts facts)
      implements OwnPhase {
    @Override
    public Work work(Map<String, String> said) {
      return new Work.Replay(
          file, speed.map(each -> new Work.Pace(each, (long) (facts.nanos() / each))));
    }

    @Override
    public boolean choosesKeys() {
      return true;
    }

    @Override
    public Optional<Sizes> values() {
      return Optional.of(new Sizes.Other("recorded", facts.meanBytes(), facts.mostBytes()));
    }

    @Override
    public Optional<String> beyondStock(Map<String, String> others) {
      return Optional.of(TracePhase.TRACE);
    }

    @Override
    public void write(Map<String, Object> all) {
      all.put(TracePhase.TRACE, file);
      speed.ifPresent(each -> all.put(TracePhase.SPEED, each));
      all.put(TracePhase.CONTENT, facts.numbers());
    }

    @Override
    public String action() {
      return String.format(
          Locale.ROOT,
          "trace of %,d operations%s",
          facts.operations(),
          speed.map(each -> ", at its times with speed " + each).orElse(""));
    }
  }
}
