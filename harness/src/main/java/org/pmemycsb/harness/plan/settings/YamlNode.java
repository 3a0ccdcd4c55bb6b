package org.pmemycsb.harness.plan.settings;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.plan.design.ClaimText;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * A value in a YAML file. It knows its line, so every refusal names file and line; a data binder
 * would lose them.
 */
record YamlNode(Path file, String fileText, String name, Node key, Node value) {
  /**
   * The root of a file.
   *
   * @param name of the root, for messages
   * @throws ConfigurationException if there is no such file, or it is no YAML text
   */
  static YamlNode read(Path file, String name) {
    return read(file, textOf(file), name);
  }

  /** The same with a text that was read already. */
  static YamlNode read(Path file, String text, String name) {
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
    return new YamlNode(file, text, name, root, root);
  }

  private static String textOf(Path file) {
    if (Files.isDirectory(file)) {
      throw new ConfigurationException(file + ": is a folder; name a file");
    }
    try {
      return Files.readString(file);
    } catch (NoSuchFileException missing) {
      throw new ConfigurationException(file + ": there is no such file", missing);
    } catch (CharacterCodingException binary) {
      throw new ConfigurationException(
          file + ": is a binary file; an experiment is a YAML text in UTF-8", binary);
    } catch (IOException unreadable) {
      throw new ConfigurationException(
          "cannot read " + FileFailure.describe(unreadable), unreadable);
    }
  }

  /** The single value that stands here. */
  String text() {
    return scalar().getValue();
  }

  private ScalarNode scalar() {
    if (value instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
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

  /** The elements of a list, or a single value as a list of one. */
  List<YamlNode> list() {
    if (value instanceof SequenceNode sequence) {
      return sequence.getValue().stream().map(each -> child(name, each, each)).toList();
    }
    return List.of(this);
  }

  /** The values of a map by their keys, in their order; a key given twice is refused. */
  Map<String, YamlNode> map() {
    if (!(value instanceof MappingNode mapping)) {
      throw wrong(name + " must be a map of keys and values");
    }
    Map<String, YamlNode> all = new LinkedHashMap<>();
    for (NodeTuple entry : mapping.getValue()) {
      String text = child("a key", entry.getKeyNode(), entry.getKeyNode()).text();
      YamlNode child = child(text, entry.getKeyNode(), entry.getValueNode());
      YamlNode first = all.putIfAbsent(text, child);
      if (first != null) {
        throw child.wrongKey(
            "'%s' is given twice; it stands in line %d already".formatted(text, line(first.key)));
      }
    }
    return all;
  }

  /** As {@link #map()}; refuses keys that are not known. */
  Map<String, YamlNode> map(List<String> known) {
    Map<String, YamlNode> all = map();
    refuseUnknown(all, known);
    return all;
  }

  static void refuseUnknown(Map<String, YamlNode> parts, List<String> known) {
    parts.forEach(
        (key, part) -> {
          if (!known.contains(key)) {
            throw part.wrongKey(
                "unknown key '%s'; there are: %s".formatted(key, String.join(", ", known)));
          }
        });
  }

  /** Refuses parts of this value that lack a key. */
  void needs(String what, Map<String, YamlNode> parts, String... keys) {
    for (String needed : keys) {
      if (!parts.containsKey(needed)) {
        throw wrong("%s needs '%s'".formatted(what, needed));
      }
    }
  }

  /** The same value under another name in messages. */
  YamlNode named(String other) {
    return new YamlNode(file, fileText, other, key, value);
  }

  private YamlNode child(String childName, Node childKey, Node childValue) {
    return new YamlNode(file, fileText, childName, childKey, childValue);
  }

  /** Where each character of the single value stands in the file. */
  ClaimText.Positions positions() {
    return SourcePositions.of(file.toString(), fileText, scalar());
  }

  /** What is made of the value; a refusal is given its name and position. */
  <T> T make(Supplier<T> maker) {
    try {
      return maker.get();
    } catch (ConfigurationException | IllegalArgumentException refused) {
      if (refused.getMessage().startsWith(file + ":")) {
        throw refused;
      }
      throw wrong(name + ": " + refused.getMessage());
    }
  }

  /** A refusal that names the line of this value. */
  ConfigurationException wrong(String message) {
    return at(value, message);
  }

  /** A refusal that names the line of the key of this value. */
  ConfigurationException wrongKey(String message) {
    return at(key, message);
  }

  private ConfigurationException at(Node node, String message) {
    return new ConfigurationException(file + ":" + line(node) + ": " + message);
  }

  private static int line(Node node) {
    return node.getStartMark().getLine() + 1;
  }
}
