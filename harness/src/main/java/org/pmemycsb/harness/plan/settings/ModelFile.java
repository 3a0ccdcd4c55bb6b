package org.pmemycsb.harness.plan.settings;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.plan.design.MediumReads;
import org.pmemycsb.harness.plan.design.Words;

/** Models of media as YAML files; see {@code workloads/models}. */
public final class ModelFile {
  private static final String TITLE = "title";
  private static final String ERROR = "error";
  private static final String PERSIST = "persist";
  private static final String WRITE = "write";
  private static final String BUFFER = "buffer";
  private static final String READ = "read";
  private static final String SYNC = "sync";
  private static final String SOURCE = "source";
  private static final String NANOSECONDS = "nanoseconds";
  private static final String BANDWIDTH = "gigabytesPerSecond";
  private static final String SHARED = "sharedGigabytesPerSecond";
  private static final String BLOCK = "block";
  private static final String FLUSH_EVICTS = "flushEvicts";
  private static final double MOST = 1e9;

  private static final List<String> KEYS =
      List.of(TITLE, ERROR, PERSIST, WRITE, BUFFER, READ, SYNC);

  private final Given root;
  private final Map<String, Given> all;
  private final Map<String, String> sources = new TreeMap<>();

  private ModelFile(Given root) {
    this.root = root;
    this.all = root.map(KEYS);
  }

  /**
   * Reads a file. Its name without the ending is that of the model.
   *
   * @throws ConfigurationException if it is no model; the message names file and line
   */
  public static MediumModel read(Path file) {
    String name = file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
    if (!name.matches("[A-Za-z0-9._-]+")) {
      throw new ConfigurationException(
          "%s: the name of a model has only letters, digits, dots, hyphens and underscores; rename it"
              .formatted(file));
    }
    return new ModelFile(Given.inFile(file, "a model")).model(name);
  }

  private MediumModel model(String name) {
    root.needs("the model", all, TITLE);
    Optional<Given> persist = figures(PERSIST, NANOSECONDS);
    Optional<Given> write = figures(WRITE, BANDWIDTH);
    Optional<Given> buffer = figures(BUFFER, "bytes");
    Optional<Given> read = figures(READ, NANOSECONDS, BANDWIDTH, SHARED, BLOCK, FLUSH_EVICTS);
    Optional<Given> sync = figures(SYNC, "microseconds");
    boolean ofMemory = persist.isPresent() || write.isPresent() || read.isPresent();
    if (ofMemory == sync.isPresent() || buffer.isPresent() && write.isEmpty()) {
      throw root.wrong(
          "a model has '%s', for a disk, or '%s', '%s' (with '%s') and '%s', for persistent memory"
              .formatted(SYNC, PERSIST, WRITE, BUFFER, READ));
    }
    return new MediumModel(
        name,
        all.get(TITLE).text(),
        all.containsKey(ERROR) ? all.get(ERROR).text() : "",
        persist.map(ModelFile::times).orElseGet(TreeMap::new),
        write.map(ModelFile::table).orElseGet(TreeMap::new),
        buffer.map(Form.size(1, 1 << 30).read()).orElse(0),
        read.map(nanos -> reads(nanos, all.get(READ))).orElse(MediumReads.NONE),
        sync.map(ModelFile::distribution).orElse(Map.of()),
        sources);
  }

  /** The figures of a section, which also has their source, and may have more. */
  private Optional<Given> figures(String section, String unit, String... more) {
    Given node = all.get(section);
    if (node == null) {
      return Optional.empty();
    }
    Map<String, Given> parts =
        node.map(Stream.concat(Stream.of(unit, SOURCE), Stream.of(more)).toList());
    node.needs("'" + section + "'", parts, unit, SOURCE);
    sources.put(section, parts.get(SOURCE).text());
    return Optional.of(parts.get(unit));
  }

  private static SortedMap<Integer, Double> table(Given node) {
    Map<String, Given> entries = node.map();
    if (entries.isEmpty() || entries.size() > MediumModel.MOST_POINTS) {
      throw node.wrong("the table needs 1 to %d entries".formatted(MediumModel.MOST_POINTS));
    }
    SortedMap<Integer, Double> points = new TreeMap<>();
    entries.forEach(
        (key, value) ->
            points.put(
                value.make(() -> (int) Words.inRange(Words.digits(key), 1, 1 << 30)),
                figure(value)));
    return points;
  }

  private static SortedMap<Integer, Double> times(Given node) {
    SortedMap<Integer, Double> points = table(node);
    double before = 0;
    for (double nanos : points.values()) {
      if (nanos < before) {
        throw node.wrong("more bytes cannot take less time; correct the nanoseconds");
      }
      before = nanos;
    }
    return points;
  }

  private static Map<String, Double> slower(Given node, boolean moreIsBetter) {
    Map<String, Double> reads = named(node, MediumReads.OF_MEDIUM, MediumReads.OF_DRAM);
    double sign = moreIsBetter ? -1 : 1;
    if (reads.size() < 2
        || sign * reads.get(MediumReads.OF_MEDIUM) < sign * reads.get(MediumReads.OF_DRAM)) {
      throw node.wrong(
          "the figures of a read need '%s' and '%s', and the medium must not be faster"
              .formatted(MediumReads.OF_MEDIUM, MediumReads.OF_DRAM));
    }
    return reads;
  }

  private static MediumReads reads(Given nanos, Given section) {
    Map<String, Given> parts = section.map();
    Optional<Given> shared = Optional.ofNullable(parts.get(SHARED));
    Optional<Given> block = Optional.ofNullable(parts.get(BLOCK));
    if (block.isPresent() && shared.isEmpty()) {
      throw section.wrong("'%s' needs '%s'".formatted(BLOCK, SHARED));
    }
    return new MediumReads(
        slower(nanos, false),
        Optional.ofNullable(parts.get(BANDWIDTH)).map(node -> slower(node, true)).orElse(Map.of()),
        shared.map(ModelFile::table).orElseGet(TreeMap::new),
        block.map(Form.size(MediumReads.LINE, 1 << 20).read()).orElse(MediumReads.LINE),
        Optional.ofNullable(parts.get(FLUSH_EVICTS)).map(Form.yesOrNo().read()).orElse(false));
  }

  private static Map<String, Double> named(Given node, String... names) {
    return node.map(List.of(names)).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, part -> figure(part.getValue())));
  }

  private static Map<String, Double> distribution(Given node) {
    Map<String, Double> percentiles = named(node, MediumModel.P50, MediumModel.P99);
    Double median = percentiles.get(MediumModel.P50);
    if (median == null || percentiles.getOrDefault(MediumModel.P99, median) < median) {
      throw node.wrong("the microseconds need a p50, and a p99 must not be below it");
    }
    return percentiles;
  }

  private static double figure(Given node) {
    return node.make(
        () -> {
          String text = node.text();
          double number;
          try {
            number = new BigDecimal(text).doubleValue();
          } catch (NumberFormatException no) {
            throw new ConfigurationException("'" + text + "' is not a number", no);
          }
          if (number <= 0 || number > MOST) {
            throw new ConfigurationException(
                "%s is out of range; it must be above 0 and at most 1000000000".formatted(text));
          }
          return number;
        });
  }
}
