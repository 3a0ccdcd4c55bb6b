package org.pmemycsb.harness.plan.design;

import java.nio.file.Path;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;

/**
 * A folder for data, as the user names it. {@code DIR:model=NAME} on the command line is {@code
 * {folder: DIR, model: NAME}} in a file.
 *
 * @param folder absolute: the experiment may go on in another working directory
 * @param model the model of a medium that the folder stands for: its name, or its file; empty where
 *     the folder stands for itself
 */
public record PlaceFolder(String folder, Optional<String> model) {
  private static final String MODEL = "model";
  private static final String MARK = ":" + MODEL + "=";

  public PlaceFolder {
    if (folder.isBlank() || model.filter(String::isBlank).isPresent()) {
      throw new ConfigurationException(
          "a place needs a folder, and may have a model; write DIR or DIR%sNAME".formatted(MARK));
    }
    folder = Path.of(folder).toAbsolutePath().toString();
  }

  public static PlaceFolder of(String folder) {
    return new PlaceFolder(folder, Optional.empty());
  }

  /** A folder, or {@code FOLDER:model=NAME}, as the command line has it. */
  public static PlaceFolder parse(String text) {
    int mark = text.lastIndexOf(MARK);
    return mark < 0
        ? of(text)
        : new PlaceFolder(
            text.substring(0, mark), Optional.of(text.substring(mark + MARK.length())));
  }
}
