package org.pmemycsb.harness.cli;

import java.util.ArrayList;
import java.util.List;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.measure.database.Jars;
import picocli.CommandLine.Option;

final class JarOptions {
  @Option(
      names = "--jar",
      paramLabel = "FILE",
      description =
          "A jar, or a folder of jars, with an adapter or with a YCSB client and its libraries;"
              + " repeat it for more jars.")
  private List<String> jars = new ArrayList<>();

  Databases databases() {
    return databases(List.of());
  }

  /**
   * The same, with the jars of an experiment where none are given.
   *
   * @throws org.pmemycsb.harness.ConfigurationException if a jar is missing or holds what cannot be
   *     loaded
   */
  Databases databases(List<String> unlessGiven) {
    return Databases.load(Jars.of(jars.isEmpty() ? unlessGiven : jars));
  }
}
