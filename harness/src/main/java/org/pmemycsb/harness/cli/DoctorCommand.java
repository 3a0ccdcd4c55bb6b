package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.feature.placement.Placements;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.host.Media;
import org.pmemycsb.harness.host.Models;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.harness.host.Processors;
import org.pmemycsb.harness.host.RoundTrip;
import org.pmemycsb.harness.plan.design.Placement;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "doctor",
    description = "Shows libpmemkv, the servers and the places for data of this machine.",
    mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
  @Option(
      names = "--place",
      paramLabel = "DIR",
      description = "A folder to look at; may be given more than once.")
  private List<Path> folders = new ArrayList<>();

  @Mixin private SharedOptions.JarFiles jars;

  @Override
  public Integer call() throws IOException {
    System.out.println("software");
    line("pmem-ycsb", Installation.build());
    line("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
    System.out.println("processors");
    RoundTrip.micros().ifPresent(micros -> line("round trip", RoundTrip.describe(micros)));
    processors();
    System.out.println("databases");
    LocalHost host = new LocalHost();
    for (DatabaseAdapter adapter : jars.databases(List.of()).all()) {
      Availability found = adapter.probe(host);
      line(adapter.name(), (found.available() ? "yes: " : "no: ") + found.detail());
      found.remedy().ifPresent(remedy -> line("", "to mend: " + remedy));
    }
    System.out.println("where data can lie");
    for (Map.Entry<String, Path> place : Place.defaults().entrySet()) {
      line("place " + place.getKey(), place.getValue() + ": " + describe(place.getValue()));
    }
    if (!Place.defaults().containsKey(Place.DISK)) {
      line(
          "place " + Place.DISK,
          "no writable folder on a disk was found; name one: --place disk=DIR");
    }
    for (Path folder : folders) {
      line(folder.toString(), describe(folder));
    }
    System.out.println("models of media (--place NAME=DIR:model=MODEL)");
    Models.all().forEach(model -> line(model.name(), model.title()));
    return Main.OK;
  }

  /** The processors, and how {@code --placement split} would divide them. */
  private static void processors() {
    try {
      Processors found = Processors.read();
      line(
          "processors",
          "%s, %s".formatted(found.allowed(), Plural.of(found.cores().size(), "core")));
      found.nodes().forEach((node, own) -> line("NUMA node " + node, own.toString()));
      for (Map.Entry<String, Path> place : Place.defaults().entrySet()) {
        line("split on " + place.getKey(), split(place.getKey(), place.getValue(), found));
      }
    } catch (ConfigurationException untold) {
      line("placement", "no: " + untold.getMessage());
    }
  }

  private static String split(String name, Path folder, Processors found) {
    OptionalInt node = found.nodeOf(folder);
    try {
      return Placements.layout(Placement.SPLIT, name, found, node, new LocalHost()).describe()
          + (node.isPresent() ? "" : "; its device names no NUMA node");
    } catch (ConfigurationException impossible) {
      return "no: " + impossible.getMessage();
    }
  }

  private String describe(Path folder) throws IOException {
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      if (folders.contains(folder)) {
        throw new ConfigurationException("--place: " + folder + " is not a writable folder");
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
            Media.mountOf(folder)
                .map(mount -> mount.type() + " on " + mount.device())
                .orElse("unknown file system"));
  }

  private static void line(String name, String value) {
    System.out.printf("  %-14s %s%n", name, value);
  }
}
