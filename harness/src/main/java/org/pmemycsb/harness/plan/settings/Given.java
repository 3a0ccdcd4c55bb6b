package org.pmemycsb.harness.plan.settings;

import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.plan.design.ClaimText;
import org.pmemycsb.harness.plan.design.Words;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * A value as a user gave it: in a YAML file, by an option of the command line, or in a property
 * file. Each refusal names its position: file and line, or the option.
 *
 * @param where the file, or the option
 * @param fileText empty for an option
 * @param name for messages
 */
record Given(String where, String fileText, String name, Node key, Node value) {
  static Given inFile(Path file, String name) {
    return inFile(file, FileFailure.text(file), name);
  }

  static Given inFile(Path file, String text, String name) {
    Node root;
    try {
      root = new Yaml(new SafeConstructor(new LoaderOptions())).compose(new StringReader(text));
    } catch (ReaderException invalid) {
      int at = Math.max(0, text.indexOf(invalid.getCodePoint()));
      throw new ConfigurationException(
          "%s:%d: is not a YAML text: it holds the invalid character U+%04X"
              .formatted(
                  file,
                  1 + text.substring(0, at).chars().filter(each -> each == '\n').count(),
                  invalid.getCodePoint()),
          invalid);
    } catch (MarkedYAMLException broken) {
      int line = broken.getProblemMark() == null ? 0 : broken.getProblemMark().getLine() + 1;
      throw new ConfigurationException(
          "%s:%d: is not YAML: %s"
              .formatted(file, line, String.valueOf(broken.getProblem()).replaceAll("\\s+", " ")),
          broken);
    } catch (YAMLException broken) {
      throw new ConfigurationException(file + ": is not YAML: " + broken.getMessage(), broken);
    }
    if (root == null) {
      throw new ConfigurationException(file + ": the file is empty");
    }
    return new Given(file.toString(), text, name, root, root);
  }

  /** The texts of an option, in their order; at least one. */
  static Given byOption(String option, List<String> texts) {
    List<Node> all = texts.stream().map(text -> scalar(text, null)).toList();
    Node list = new SequenceNode(Tag.SEQ, all, FlowStyle.FLOW);
    return new Given(option, "", option, list, list);
  }

  private static Node scalar(String text, Mark at) {
    return new ScalarNode(Tag.STR, text, at, at, ScalarStyle.PLAIN);
  }

  private boolean isOption() {
    return fileText.isEmpty();
  }

  String text() {
    String text = scalar().getValue();
    return isOption() ? text.strip() : text;
  }

  private ScalarNode scalar() {
    Node only = isOption() && value instanceof SequenceNode all ? all.getValue().get(0) : value;
    if (only instanceof ScalarNode scalar && (isOption() || !scalar.getValue().isBlank())) {
      if (scalar.getValue().indexOf('\0') >= 0) {
        throw wrong(name + " has a NUL character; leave it out");
      }
      return scalar;
    }
    throw wrong(name + (value instanceof ScalarNode ? " has no value" : " must be a single value"));
  }

  boolean isMap() {
    return value instanceof MappingNode;
  }

  /** The elements of a list; those of a text stand between commas outside of braces. */
  List<Given> list() {
    if (value instanceof SequenceNode list && !isOption()) {
      return list.getValue().stream().map(each -> child(name, each, each)).toList();
    }
    if (isMap()) {
      return List.of(this);
    }
    return texts().stream()
        .flatMap(text -> parts(text).stream())
        .map(text -> child(name, key, scalar(text, value.getStartMark())))
        .toList();
  }

  /** A single value, or those of a list, without a look for commas. */
  List<String> texts() {
    return value instanceof SequenceNode list
        ? list.getValue().stream().map(each -> child(name, each, each).text()).toList()
        : List.of(text());
  }

  private List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int at = 0; at < text.length(); at++) {
      char each = text.charAt(at);
      depth += each == '{' ? 1 : each == '}' ? -1 : 0;
      if (each == ',' && depth == 0) {
        parts.add(text.substring(start, at));
        start = at + 1;
      }
    }
    parts.add(text.substring(start));
    if (depth != 0) {
      throw wrong("'" + text + "' has a brace without its partner");
    }
    return parts;
  }

  /** A map in place of this value: {@code NAME=VALUE} for each entry. */
  Given pairs(String childName, List<String> texts) {
    Mark at = value.getStartMark();
    List<NodeTuple> all = new ArrayList<>();
    for (String text : texts) {
      Map.Entry<String, String> pair = make(() -> Words.pair(text.strip()));
      if (pair.getValue().isBlank()) {
        throw wrong(pair.getKey() + " has no value");
      }
      all.add(new NodeTuple(scalar(pair.getKey(), at), scalar(pair.getValue(), at)));
    }
    return child(childName, key, new MappingNode(Tag.MAP, all, FlowStyle.FLOW));
  }

  /**
   * The values of a map by their keys, in their order; a key given twice is refused. An option has
   * {@code NAME=VALUE} for each.
   */
  Map<String, Given> map() {
    if (isOption() && !isMap()) {
      return pairs(name, texts()).map();
    }
    if (!(value instanceof MappingNode mapping)) {
      throw wrong(name + " must be a map of keys and values");
    }
    Map<String, Given> all = new LinkedHashMap<>();
    for (NodeTuple entry : mapping.getValue()) {
      String text = child("a key", entry.getKeyNode(), entry.getKeyNode()).text();
      Given child = child(text, entry.getKeyNode(), entry.getValueNode());
      Given first = all.putIfAbsent(text, child);
      if (first != null) {
        throw child.wrongKey(
            "'%s' is given twice".formatted(text)
                + (isOption() ? "" : "; it stands in line %d already".formatted(line(first.key))));
      }
    }
    return all;
  }

  /** As {@link #map()}; refuses keys that are not known. */
  Map<String, Given> map(List<String> known) {
    Map<String, Given> all = map();
    all.forEach(
        (part, given) -> {
          if (!known.contains(part)) {
            throw given.wrongKey(
                "unknown key '%s'; there are: %s".formatted(part, String.join(", ", known)));
          }
        });
    return all;
  }

  /** Refuses parts of this value that lack a key. */
  void needs(String what, Map<String, Given> parts, String... keys) {
    for (String needed : keys) {
      if (!parts.containsKey(needed)) {
        throw wrong("%s needs '%s'".formatted(what, needed));
      }
    }
  }

  Given named(String other) {
    return child(other, key, value);
  }

  private Given child(String childName, Node childKey, Node childValue) {
    return new Given(where, fileText, childName, childKey, childValue);
  }

  /** Where the single value stands in the file. */
  ClaimText.Origin origin() {
    int start = fileText.offsetByCodePoints(0, scalar().getStartMark().getIndex());
    int begin =
        switch (scalar().getScalarStyle()) {
          case SINGLE_QUOTED, DOUBLE_QUOTED -> start + 1;
          case LITERAL, FOLDED -> fileText.indexOf('\n', start);
          default -> start;
        };
    return new ClaimText.Origin(where, fileText, start, begin);
  }

  /** The result of the maker; a refusal is given the name and position of this value. */
  <T> T make(Supplier<T> maker) {
    try {
      return maker.get();
    } catch (ConfigurationException | IllegalArgumentException refused) {
      if (refused.getMessage().startsWith(where + ":")) {
        throw refused;
      }
      boolean isNamed = name.equals(where) || refused.getMessage().startsWith(name + ":");
      throw wrong((isNamed ? "" : name + ": ") + refused.getMessage());
    }
  }

  /** A refusal that names the position of this value. */
  ConfigurationException wrong(String message) {
    return at(value, message);
  }

  /** A refusal that names the position of the key of this value. */
  ConfigurationException wrongKey(String message) {
    return at(key, message);
  }

  private ConfigurationException at(Node node, String message) {
    String position = isOption() ? where : where + ":" + line(node);
    return new ConfigurationException(position + ": " + message);
  }

  private static int line(Node node) {
    return node.getStartMark().getLine() + 1;
  }
}
