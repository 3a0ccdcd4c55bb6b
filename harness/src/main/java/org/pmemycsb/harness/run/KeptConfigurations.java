package org.pmemycsb.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.design.Secrets;
import org.pmemycsb.harness.result.Configurations;

/**
 * The configurations of databases, in the result folder, once for each database and durability:
 * {@code configuration/DATABASE/DURABILITY-FILE}.
 *
 * @param results the result folder
 * @param secrets what must not be in it
 */
record KeptConfigurations(Path results, Secrets secrets) {
  /**
   * Keeps what is not kept yet.
   *
   * @param configuration file name to text
   */
  void keep(String database, String durability, Map<String, String> configuration)
      throws IOException {
    Path folder = Configurations.of(results, database);
    for (Map.Entry<String, String> file : configuration.entrySet()) {
      Files.createDirectories(folder);
      Path kept =
          folder.resolve(
              Configurations.fileName(durability) + "-" + Configurations.fileName(file.getKey()));
      if (!Files.exists(kept)) {
        try {
          Files.writeString(kept, secrets.scrub(file.getValue()));
        } catch (IOException failure) {
          throw new FileFailure(kept, failure);
        }
      }
    }
  }
}
