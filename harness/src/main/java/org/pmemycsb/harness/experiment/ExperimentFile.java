package org.pmemycsb.harness.experiment;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.spi.Durability;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Experiments as YAML files. Read from the tree of nodes and not through a data binder, because the
 * nodes know their lines, and a message without a line sends the reader searching.
 */
public final class ExperimentFile {
  private static final Set<String> NOT_QUICK =
      Set.of("name", "title", "databases", "jars", "unavailable", "partial", "claims", "quick");
  private static final List<String> CLAIM_KEYS =
      List.of("id", "says", "holds", "published", "source");

  private final Path file;
  private final String text;
  private final ExperimentDraft draft;

  private ExperimentFile(Path file, String text, ExperimentDraft draft) {
    this.file = file;
    this.text = text;
    this.draft = draft;
  }

  /**
   * Reads a file into a fresh draft.
   *
   * @throws ConfigurationException if it is no experiment; the message names file and line
   */
  public static ExperimentDraft read(Path file) throws IOException {
    String text;
    try {
      text = Files.readString(file);
    } catch (NoSuchFileException missing) {
      throw new ConfigurationException(file + ": there is no such file", missing);
    }
    Node root;
    try {
      root = new Yaml(new SafeConstructor(new LoaderOptions())).compose(new StringReader(text));
    } catch (MarkedYAMLException broken) {
      int line = broken.getProblemMark() == null ? 0 : broken.getProblemMark().getLine() + 1;
      throw new ConfigurationException(
          file + ":" + line + ": no YAML: " + broken.getProblem(), broken);
    }
    ExperimentDraft draft = new ExperimentDraft();
    String fileName = file.getFileName().toString();
    draft.name = fileName.replaceFirst("\\.ya?ml$", "");
    if (root == null) {
      throw new ConfigurationException(file + ": the file is empty");
    }
    new ExperimentFile(file, text, draft).fill(root);
    return draft;
  }

  private void fill(Node root) {
    for (NodeTuple entry : mapping(root, "an experiment").getValue()) {
      String key = text(entry.getKeyNode(), "a key");
      Node value = entry.getValueNode();
      switch (key) {
        case "name" -> draft.name = text(value, key);
        case "title" -> draft.title = text(value, key);
        case "databases" -> draft.databases = databases(value);
        case "phases" -> draft.phases = list(value, node -> checked(node, Phase::of, key));
        case "records" -> draft.records = number(value, key);
        case "operations" -> draft.operations = number(value, key);
        case "keyLength" -> draft.keyLength = (int) number(value, key);
        case "fieldCount" -> draft.fieldCount = (int) number(value, key);
        case "valueSize" ->
            draft.valueSizes =
                list(
                    value,
                    node -> checked(node, size -> Math.toIntExact(ByteSize.parse(key, size)), key));
        case "threads" -> draft.threads = list(value, node -> (int) number(node, key));
        case "durability" ->
            draft.durabilities = list(value, node -> checked(node, Durability::of, key));
        case "repeats" -> draft.repeats = (int) number(value, key);
        case "runner" -> draft.runners = list(value, node -> checked(node, RunnerKind::of, key));
        case "calibrate" -> draft.calibrate = (int) number(value, key);
        case "target" -> draft.target = number(value, key);
        case "verify" -> draft.verify = checked(value, Verify::of, key);
        case "seed" -> draft.seed = number(value, key);
        case "properties" -> draft.properties = strings(value, key);
        case "jars" -> draft.jars = list(value, node -> text(node, key));
        case "unavailable" -> draft.skipUnavailable = checked(value, ExperimentFile::skips, key);
        case "partial" -> draft.partial = checked(value, ExperimentFile::yes, key);
        case "quick" -> draft.quick = quick(value);
        case "claims" -> draft.claims = claims(value);
        default ->
            throw wrong(
                entry.getKeyNode(),
                "unknown key '"
                    + key
                    + "'; there are: name, title, databases, phases, records, operations,"
                    + " keyLength, fieldCount, valueSize, threads, durability, repeats, runner,"
                    + " calibrate, target, verify, seed, properties, jars, unavailable, quick,"
                    + " partial, claims");
      }
    }
  }

  private List<DatabaseChoice> databases(Node node) {
    List<DatabaseChoice> all = new ArrayList<>();
    for (Node entry : list(node, element -> element)) {
      if (entry instanceof ScalarNode) {
        all.add(new DatabaseChoice(text(entry, "databases"), Map.of()));
        continue;
      }
      for (NodeTuple database : mapping(entry, "a database").getValue()) {
        String id = text(database.getKeyNode(), "databases");
        for (Map<String, String> options : combinations(database.getValueNode())) {
          try {
            all.add(new DatabaseChoice(id, options));
          } catch (ConfigurationException impossible) {
            throw wrong(database.getKeyNode(), impossible.getMessage());
          }
        }
      }
    }
    return all;
  }

  /** Options whose values are lists are dimensions of the grid: all their combinations. */
  private List<Map<String, String>> combinations(Node node) {
    List<Map<String, String>> all = List.of(Map.of());
    for (NodeTuple option : mapping(node, "the options of a database").getValue()) {
      String name = text(option.getKeyNode(), "an option");
      List<String> values = list(option.getValueNode(), value -> text(value, name));
      List<Map<String, String>> more = new ArrayList<>();
      for (Map<String, String> before : all) {
        for (String value : values) {
          Map<String, String> with = new TreeMap<>(before);
          with.put(name, value);
          more.add(with);
        }
      }
      all = more;
    }
    return all;
  }

  private static boolean skips(String text) {
    return switch (text) {
      case "skip" -> true;
      case "refuse" -> false;
      default ->
          throw new ConfigurationException(
              "unavailable: there is no '" + text + "'; there are: refuse, skip");
    };
  }

  private static boolean yes(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new ConfigurationException("partial: '" + text + "' is not true or false");
    };
  }

  private Runnable quick(Node node) {
    for (NodeTuple entry : mapping(node, "quick").getValue()) {
      String key = text(entry.getKeyNode(), "a key");
      if (NOT_QUICK.contains(key)) {
        throw wrong(entry.getKeyNode(), "quick: " + key + " is no matter of scale");
      }
    }
    // Read now, so that what is wrong is not found only by who asks for it.
    new ExperimentFile(file, text, new ExperimentDraft()).fill(node);
    return () -> fill(node);
  }

  private List<ClaimText> claims(Node node) {
    List<ClaimText> all = new ArrayList<>();
    for (Node entry : list(node, element -> element)) {
      ClaimText claim = claim(entry);
      if (all.stream().anyMatch(other -> other.id().equals(claim.id()))) {
        throw wrong(entry, "claims: " + claim.id() + " is named twice");
      }
      all.add(claim);
    }
    return all;
  }

  private ClaimText claim(Node node) {
    Map<String, Node> byKey = new LinkedHashMap<>();
    for (NodeTuple entry : mapping(node, "a claim").getValue()) {
      String key = text(entry.getKeyNode(), "a key");
      if (!CLAIM_KEYS.contains(key)) {
        throw wrong(
            entry.getKeyNode(),
            "unknown key '" + key + "' in a claim; there are: " + String.join(", ", CLAIM_KEYS));
      }
      byKey.put(key, entry.getValueNode());
    }
    for (String needed : List.of("id", "says", "holds")) {
      if (!byKey.containsKey(needed)) {
        throw wrong(node, "a claim needs '" + needed + "'");
      }
    }
    ScalarNode holds = scalar(byKey.get("holds"), "holds");
    return new ClaimText(
        text(byKey.get("id"), "id"),
        text(byKey.get("says"), "says"),
        holds.getValue(),
        byKey.containsKey("published") ? text(byKey.get("published"), "published") : "",
        byKey.containsKey("source") ? text(byKey.get("source"), "source") : "",
        SourcePlaces.of(file.toString(), text, holds));
  }

  private Map<String, String> strings(Node node, String what) {
    Map<String, String> all = new TreeMap<>();
    for (NodeTuple entry : mapping(node, what).getValue()) {
      String name = text(entry.getKeyNode(), what);
      all.put(name, text(entry.getValueNode(), name));
    }
    return all;
  }

  private MappingNode mapping(Node node, String what) {
    if (node instanceof MappingNode mapping) {
      return mapping;
    }
    throw wrong(node, what + " must be a map of keys and values");
  }

  private String text(Node node, String what) {
    return scalar(node, what).getValue();
  }

  private ScalarNode scalar(Node node, String what) {
    if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
      return scalar;
    }
    throw wrong(node, what + " must be a single value");
  }

  private long number(Node node, String what) {
    String text = text(node, what).replace("_", "");
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException no) {
      throw wrong(node, what + ": '" + text + "' is no whole number up to " + Integer.MAX_VALUE);
    }
  }

  private <T> T checked(Node node, Function<String, T> parse, String what) {
    try {
      return parse.apply(text(node, what));
    } catch (ConfigurationException | IllegalArgumentException | ArithmeticException wrong) {
      throw wrong(node, wrong.getMessage());
    }
  }

  /** A list, or a single value as a list of one. */
  private <T> List<T> list(Node node, Function<Node, T> element) {
    if (node instanceof SequenceNode sequence) {
      return sequence.getValue().stream().map(element).toList();
    }
    return List.of(element.apply(node));
  }

  private ConfigurationException wrong(Node node, String what) {
    return new ConfigurationException(
        file + ":" + (node.getStartMark().getLine() + 1) + ": " + what);
  }

  /** The experiment as a file that {@link #read} reads back to an equal one, but for passwords. */
  public static String write(Experiment experiment) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("name", experiment.name());
    all.put("title", experiment.title());
    all.put(
        "databases",
        experiment.databases().stream()
            .map(DatabaseChoice::redacted)
            .map(
                database ->
                    database.options().isEmpty()
                        ? database.id()
                        : Map.of(database.id(), new TreeMap<>(database.options())))
            .toList());
    all.put("phases", experiment.phases().stream().map(Phase::text).toList());
    all.put("records", experiment.records());
    all.put("operations", experiment.operations());
    all.put("keyLength", experiment.keyLength());
    all.put("fieldCount", experiment.fieldCount());
    all.put("valueSize", experiment.valueSizes());
    all.put("threads", experiment.threads());
    all.put("durability", experiment.durabilities().stream().map(Durability::id).toList());
    all.put("repeats", experiment.repeats());
    all.put("runner", experiment.runners().stream().map(RunnerKind::id).toList());
    all.put("calibrate", experiment.calibrate());
    all.put("target", Math.round(experiment.target()));
    all.put("verify", experiment.verify().id());
    all.put("seed", experiment.seed());
    if (!experiment.properties().isEmpty()) {
      all.put("properties", Secrets.redacted(experiment.properties()));
    }
    if (!experiment.jars().isEmpty()) {
      all.put("jars", experiment.jars());
    }
    if (experiment.skipUnavailable()) {
      all.put("unavailable", "skip");
    }
    if (experiment.partial()) {
      all.put("partial", true);
    }
    if (!experiment.claims().isEmpty()) {
      all.put("claims", experiment.claims().stream().map(ExperimentFile::written).toList());
    }
    DumperOptions style = new DumperOptions();
    style.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    return new Yaml(style).dump(all);
  }

  private static Map<String, String> written(ClaimText claim) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("id", claim.id());
    all.put("says", claim.says());
    all.put("holds", claim.holds());
    if (!claim.published().isEmpty()) {
      all.put("published", claim.published());
    }
    if (!claim.source().isEmpty()) {
      all.put("source", claim.source());
    }
    return all;
  }
}
