package org.pmemycsb.harness.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.host.Environment;

/** The file {@code probe.json}: the machine, and the probes of its places. */
public final class ProbeFile {
  private static final String NAME = "probe.json";
  private static final String FORMAT = "pmem-ycsb-probe";
  private static final int VERSION = 1;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private ProbeFile() {}

  /** Writes the file, and makes the folder if it is missing. */
  public static void write(Path folder, Environment probed) throws IOException {
    Files.createDirectories(folder);
    FileFailure.write(folder.resolve(NAME), render(probed));
  }

  static String render(Environment probed) throws IOException {
    ObjectNode environment = JSON.valueToTree(probed);
    ObjectNode all = JSON.createObjectNode();
    all.put("format", FORMAT);
    all.put("version", VERSION);
    all.set("probes", environment.remove("probes"));
    all.set("environment", environment);
    return JSON.writeValueAsString(all) + "\n";
  }
}
