package org.pmemycsb.harness.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.design.Placement;
import org.pmemycsb.spi.Medium;

/**
 * A folder for data, with its name for users and reports.
 *
 * @param folder an existing folder that can be written to
 * @param medium of the folder, as databases see it; that of the model if it stands for a disk
 * @param model the medium that the folder stands for; empty if it stands for itself
 * @param reads of a model: where reads go, if it is {@link RemoteMemory}; empty otherwise
 */
public record Place(
    String name, Path folder, Medium medium, Optional<MediumModel> model, Optional<String> reads) {
  /** The place of databases that need persistent memory. */
  public static final String PMEM = "pmem";

  public static final String DISK = "disk";

  /** A place that stands for itself. */
  public Place(String name, Path folder, Medium medium) {
    this(name, folder, medium, Optional.empty(), Optional.empty());
  }

  /**
   * The folders that this machine offers. {@code pmem} is a mounted DAX file system, or else shared
   * memory, or else the folder for temporary files. {@code disk} is a folder on a disk, and is
   * missing where there is none.
   */
  public static Map<String, Path> defaults() {
    Map<String, Path> all = new TreeMap<>(Map.of(PMEM, Media.defaultFolder()));
    Media.diskFolder().ifPresent(folder -> all.put(DISK, folder));
    return all;
  }

  /**
   * @param placement of the processes that use the place
   * @throws ConfigurationException as {@link #open(String, Path)}, and if there is no such model or
   *     the folder cannot stand for its medium
   */
  public static Place open(String name, PlaceFolder choice, Placement placement) {
    Place itself = open(name, Path.of(choice.folder()));
    if (choice.model().isEmpty()) {
      return itself;
    }
    MediumModel model = model(name, choice.model().get());
    if (!model.ofDisk() && itself.medium() == Medium.DISK) {
      throw new ConfigurationException(
          "place %s: model %s stands for persistent memory, but %s is on a disk; name a folder on"
                  .formatted(name, model.name(), itself.folder())
              + " tmpfs, such as /dev/shm");
    }
    return new Place(
        name,
        itself.folder(),
        model.ofDisk() ? Medium.DISK : itself.medium(),
        Optional.of(model),
        RemoteMemory.reads(itself.folder(), placement));
  }

  private static MediumModel model(String place, String name) {
    try {
      return Models.find(name);
    } catch (ConfigurationException refused) {
      throw new ConfigurationException(
          "place %s: %s".formatted(place, refused.getMessage()), refused);
    }
  }

  /** The model as the shim needs it: reads from another node are slow by themselves. */
  public Optional<MediumModel> delays() {
    return reads.isPresent() ? model.map(MediumModel::withoutReads) : model;
  }

  /** The medium as tables and files name it. */
  public String mediumId() {
    return model.map(MediumModel::medium).orElseGet(medium::id);
  }

  /**
   * A place. The call changes nothing in its folder.
   *
   * @throws ConfigurationException if the folder does not exist or cannot be written to
   */
  public static Place open(String name, Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new ConfigurationException(
          (Files.exists(folder)
                  ? "place %s: %s is no folder; name one with --place %1$s=DIR"
                  : "place %s: there is no folder %s; make it, or name another with --place %1$s=DIR")
              .formatted(name, folder));
    }
    if (!Files.isWritable(folder)) {
      throw new ConfigurationException(
          "place %s: no right to write to %s; name a folder of your own with --place %1$s=DIR"
              .formatted(name, folder));
    }
    try {
      return new Place(name, folder.toAbsolutePath(), Media.of(folder));
    } catch (IOException failure) {
      throw new ConfigurationException(
          "place %s: no file can be made in %s: %s"
              .formatted(name, folder, FileFailure.describe(failure)),
          failure);
    }
  }

  /** The place that stands for persistent memory: no disk if there is another one. */
  public static Place persistent(List<Place> places) {
    return places.stream()
        .filter(place -> place.medium() != Medium.DISK)
        .findFirst()
        .orElse(places.get(0));
  }
}
