package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.host.Media;
import org.pmemycsb.harness.host.RoundTrip;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the software, databases and media of this machine. */
@Command(
    name = "doctor",
    description = "What this machine has: libpmemkv, servers, the medium of each path; what to do.",
    mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
  @Option(
      names = "--pmem",
      paramLabel = "DIR",
      description = "A folder to look at; may be given more than once.")
  private List<Path> folders = new ArrayList<>();

  @Mixin private JarOptions jars;

  @Override
  public Integer call() throws IOException {
    System.out.println("software");
    line("pmem-ycsb", Installation.build());
    line("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
    System.out.println("processors");
    RoundTrip.micros().ifPresent(micros -> line("round trip", RoundTrip.describe(micros)));
    System.out.println("databases");
    LocalHost host = new LocalHost();
    for (DatabaseAdapter adapter : jars.databases().all()) {
      Availability found = adapter.probe(host);
      line(adapter.name(), (found.available() ? "yes: " : "no: ") + found.detail());
      found.remedy().ifPresent(remedy -> line("", "to mend: " + remedy));
    }
    System.out.println("where data can lie");
    Set<Path> looked = new LinkedHashSet<>(folders);
    looked.add(Media.defaultFolder());
    looked.add(Path.of(System.getProperty("java.io.tmpdir")));
    for (Path folder : looked) {
      line(folder.toString(), describe(folder));
    }
    return Main.OK;
  }

  private String describe(Path folder) throws IOException {
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      if (folders.contains(folder)) {
        throw new ConfigurationException("--pmem: " + folder + " is not a writable folder");
      }
      return "not a writable folder";
    }
    Medium medium = Media.of(folder);
    String meaning =
        switch (medium) {
          case DAX -> "persistent memory, mapped directly";
          case TMPFS -> "main memory: survives the kill of a process, not the loss of power";
          case DISK -> "behind the page cache: pmemkv works here, but slowly, through msync";
        };
    long free = folder.toFile().getUsableSpace() >> 20;
    return "%s (%s), %d MiB free, %s"
        .formatted(
            medium.id(),
            meaning,
            free,
            Media.mountOf(folder).map(Media.Mount::type).orElse("unknown file system"));
  }

  private static void line(String name, String value) {
    System.out.printf("  %-14s %s%n", name, value);
  }
}
