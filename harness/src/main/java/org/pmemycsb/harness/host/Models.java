package org.pmemycsb.harness.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.plan.settings.ModelFile;

/** The models of media that the harness brings, and those of users. */
public final class Models {
  private static final String FOLDER = "models";

  private Models() {}

  /**
   * The model of a name, or of a file: a text with a slash or the ending of a YAML file.
   *
   * @throws ConfigurationException if there is none, or it is no model
   */
  public static MediumModel find(String name) {
    if (name.contains("/") || name.matches(".*\\.ya?ml")) {
      MediumModel own = ModelFile.read(Path.of(name));
      if (names().contains(own.name()) && !isOurs(Path.of(name))) {
        throw new ConfigurationException(
            "%s: the harness has a model %s; give the file another name"
                .formatted(name, own.name()));
      }
      return own;
    }
    if (!names().contains(name)) {
      throw new ConfigurationException(
          "there is no model '%s'; there are: %s; or name a file of your own, such as ./mine.yaml"
              .formatted(name, String.join(", ", names())));
    }
    return ModelFile.read(folder().resolve(name + Installation.YAML));
  }

  private static boolean isOurs(Path file) {
    return file.toAbsolutePath().normalize().startsWith(folder().toAbsolutePath().normalize());
  }

  public static List<MediumModel> all() {
    return names().stream().map(Models::find).toList();
  }

  private static List<String> names() {
    try {
      return Installation.find().yamlFiles(FOLDER).stream()
          .map(Installation::nameOf)
          .sorted()
          .toList();
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  private static Path folder() {
    return Installation.find().workloads().resolve(FOLDER);
  }
}
