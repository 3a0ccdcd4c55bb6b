package org.pmemycsb.harness.design;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pmemycsb.harness.recorded.TraceFacts;
import org.pmemycsb.harness.recorded.TraceFormat;
import site.ycsb.Client;
import site.ycsb.workloads.CoreWorkload;

/** A phase that the experiment's file describes. Nothing else changes what it says. */
public sealed interface OwnPhase {
  /** The sizes of its values; {@link Sizes#NONE} if the phase does not say. */
  Sizes values();

  /** The properties by which YCSB and the recorder know it. */
  Map<String, String> workload();

  /** Its keys in the file, without the name. */
  Map<String, Object> written();

  /** For the report. */
  String words();

  private static Map<String, String> workload(
      Map<String, String> properties, Mix mix, Sizes values) {
    Map<String, String> all = new TreeMap<>();
    all.put(Client.WORKLOAD_PROPERTY, CoreWorkload.class.getName());
    all.putAll(properties);
    all.putAll(mix.properties());
    all.putAll(values.properties());
    return all;
  }

  private static void write(Map<String, Object> all, Sizes values, Map<String, String> properties) {
    if (!properties.isEmpty()) {
      all.put(Phase.PROPERTIES, properties);
    }
    if (!values.isNone()) {
      all.put(Phase.VALUES, values.text());
    }
  }

  private static String words(Sizes values) {
    return values.isNone() ? "" : "; values " + values.words();
  }

  /**
   * Operations of one's own.
   *
   * @param keys the records that they ask for; {@link KeyDistribution#OWN} if the phase does not
   *     say
   * @param properties others of the workload
   */
  record Operations(Mix mix, KeyDistribution keys, Sizes values, Map<String, String> properties)
      implements OwnPhase {
    @Override
    public Map<String, String> workload() {
      Map<String, String> all = OwnPhase.workload(properties, mix, values);
      keys.applyTo(all);
      return all;
    }

    @Override
    public Map<String, Object> written() {
      Map<String, Object> all = new LinkedHashMap<>(Map.of(Phase.MIX, mix.written()));
      if (!keys.isOwn()) {
        all.put(Phase.KEYS, keys.text());
      }
      write(all, values, properties);
      return all;
    }

    @Override
    public String words() {
      return mix.words() + (keys.isOwn() ? "" : "; keys " + keys.text()) + OwnPhase.words(values);
    }
  }

  /**
   * Empties the database and inserts all records.
   *
   * @param keyLength lengths of their keys; empty for those of the experiment
   * @param properties others of the workload
   */
  record Fill(String order, Optional<Sizes> keyLength, Sizes values, Map<String, String> properties)
      implements OwnPhase {
    @Override
    public Map<String, String> workload() {
      Map<String, String> all = OwnPhase.workload(properties, Mix.NOTHING, values);
      all.put(Phase.FILL_PROPERTY, order);
      return all;
    }

    @Override
    public Map<String, Object> written() {
      Map<String, Object> all = new LinkedHashMap<>(Map.of(Phase.FILL, order));
      keyLength.ifPresent(
          sizes -> all.put(Phase.KEY_LENGTH, sizes.isFixed() ? sizes.longest() : sizes.text()));
      write(all, values, properties);
      return all;
    }

    @Override
    public String words() {
      return "fill "
          + order
          + keyLength.map(lengths -> "; keys of " + lengths.words()).orElse("")
          + OwnPhase.words(values);
    }
  }

  /**
   * A recorded trace.
   *
   * @param file its absolute path
   * @param format of its lines; empty if the first line says it
   * @param speed by how much its times shrink; empty if nothing waits for them
   * @param most operations that are replayed; empty for all
   * @param facts what was found in it
   */
  record Recorded(
      String file,
      Optional<TraceFormat> format,
      Optional<Double> speed,
      Optional<Long> most,
      TraceFacts facts)
      implements OwnPhase {
    @Override
    public Sizes values() {
      return new Sizes.Other("recorded", facts.meanBytes(), facts.mostBytes());
    }

    @Override
    public Map<String, String> workload() {
      Map<String, String> all = new TreeMap<>();
      all.put(Phase.TRACE_FILE_PROPERTY, file);
      format.ifPresent(each -> all.put(Phase.TRACE_FORMAT_PROPERTY, each.id()));
      speed.ifPresent(
          each -> {
            all.put(Phase.TRACE_SPEED_PROPERTY, each.toString());
            all.put(Phase.TRACE_NANOS_PROPERTY, Long.toString((long) (facts.nanos() / each)));
          });
      return all;
    }

    @Override
    public Map<String, Object> written() {
      Map<String, Object> all = new LinkedHashMap<>(Map.of(TracePhase.TRACE, file));
      format.ifPresent(each -> all.put(TracePhase.FORMAT, each.id()));
      speed.ifPresent(each -> all.put(TracePhase.SPEED, each));
      most.ifPresent(each -> all.put(TracePhase.OPERATIONS, each));
      all.put(TracePhase.CONTENT, facts.numbers());
      return all;
    }

    @Override
    public String words() {
      return String.format(
          Locale.ROOT,
          "trace of %,d operations%s; values %s",
          facts.operations(),
          speed.map(each -> ", at its times with speed " + each).orElse(""),
          values().words());
    }
  }
}
