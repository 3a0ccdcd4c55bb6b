package org.pmemycsb.harness.experiment;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pmemycsb.harness.ConfigurationException;

/**
 * A folder for data, as the user names it. {@code DIR:model=NAME} on the command line is {@code
 * {folder: DIR, model: NAME}} in a file.
 *
 * @param model the model of a medium that the folder stands for: its name, or its file; empty where
 *     the folder stands for itself
 */
public record PlaceChoice(String folder, Optional<String> model) {
  private static final String FOLDER = "folder";
  private static final String MODEL = "model";
  private static final String MARK = ":" + MODEL + "=";

  public PlaceChoice {
    if (folder.isBlank() || model.filter(String::isBlank).isPresent()) {
      throw new ConfigurationException(
          "a place needs a folder, and may have a model; write DIR or DIR%sNAME".formatted(MARK));
    }
  }

  /** A folder that stands for itself. */
  public static PlaceChoice of(String folder) {
    return new PlaceChoice(folder, Optional.empty());
  }

  /** As {@link #text} writes it. */
  public static PlaceChoice parse(String text) {
    int mark = text.lastIndexOf(MARK);
    return mark < 0
        ? of(text)
        : new PlaceChoice(
            text.substring(0, mark), Optional.of(text.substring(mark + MARK.length())));
  }

  static Form<PlaceChoice> form() {
    Form<PlaceChoice> text = Form.of(PlaceChoice::parse, PlaceChoice::written);
    return new Form<>(
        node -> node.isMap() ? read(node) : text.read().apply(node),
        text.parse(),
        text.isRepeatable(),
        text.write(),
        text.check());
  }

  private static PlaceChoice read(YamlNode node) {
    Map<String, YamlNode> parts = node.map();
    parts.forEach(
        (key, part) -> {
          if (!List.of(FOLDER, MODEL).contains(key)) {
            throw part.wrongKey(
                "unknown key '%s'; there are: %s, %s".formatted(key, FOLDER, MODEL));
          }
        });
    if (!parts.containsKey(FOLDER)) {
      throw node.wrong("a place needs '" + FOLDER + "'");
    }
    return new PlaceChoice(
        parts.get(FOLDER).text(), Optional.ofNullable(parts.get(MODEL)).map(YamlNode::text));
  }

  private Object written() {
    return model.isEmpty() ? folder : new TreeMap<>(Map.of(FOLDER, folder, MODEL, model.get()));
  }

  /** As the command line has it. */
  public String text() {
    return folder + model.map(name -> MARK + name).orElse("");
  }
}
