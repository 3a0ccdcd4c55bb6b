package org.pmemycsb.harness.host.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.spi.Medium;

/** A workspace on each place of an experiment. Thread-safe. */
public final class Workspaces implements AutoCloseable {
  public record LockedPlace(Place place, Workspace workspace) {
    public Medium medium() {
      return place.medium();
    }
  }

  // Of a folder's mode (inode(7)): only the owner of a file in it may rename or remove the file.
  private static final int STICKY = 01000;

  private final Map<String, LockedPlace> places;
  private final LockedPlace home;

  private Workspaces(Map<String, LockedPlace> places, LockedPlace home) {
    this.places = places;
    this.home = home;
  }

  /**
   * Makes the workspaces, once the remains of harnesses that were killed are removed.
   *
   * @param places at least one
   * @param warnings a line for each folder that a killed harness left, and for each place that is
   *     not safe from other users
   * @throws ConfigurationException if one cannot be made; none is left then
   */
  public static Workspaces open(List<Place> places, Consumer<String> warnings) {
    Map<String, LockedPlace> locked = new LinkedHashMap<>();
    Set<Path> cleared = new HashSet<>();
    try {
      for (Place place : places) {
        locked.put(place.name(), new LockedPlace(place, open(place, cleared, warnings)));
      }
    } catch (ConfigurationException refused) {
      locked.values().forEach(each -> each.workspace().close());
      throw refused;
    }
    return new Workspaces(locked, locked.get(Place.persistent(places).name()));
  }

  /**
   * @param cleared folders that need no second look: it would open and close the lock files of our
   *     own workspaces there, and with it the kernel releases a lock (fcntl(2))
   */
  private static Workspace open(Place place, Set<Path> cleared, Consumer<String> warnings) {
    try {
      if (cleared.add(place.folder().toRealPath())) {
        if (othersMove(place.folder())) {
          warnings.accept(
              "place %s: other users may move and replace the folders of databases in %s; forbid it with chmod +t %2$s"
                  .formatted(place.name(), place.folder()));
        }
        Workspace.removeAbandoned(place.folder(), warnings);
      }
      return Workspace.create(place.folder());
    } catch (IOException failure) {
      throw new ConfigurationException(
          "place %s: cannot write to %s: %s"
              .formatted(place.name(), place.folder(), FileFailure.describe(failure)),
          failure);
    }
  }

  /**
   * Whether other users may rename or remove our folders in a folder. A group with the name of its
   * owner is the owner's alone.
   */
  private static boolean othersMove(Path folder) throws IOException {
    PosixFileAttributes attributes = Files.readAttributes(folder, PosixFileAttributes.class);
    Set<PosixFilePermission> permissions = attributes.permissions();
    boolean othersWrite =
        permissions.contains(PosixFilePermission.OTHERS_WRITE)
            || permissions.contains(PosixFilePermission.GROUP_WRITE)
                && !attributes.group().getName().equals(attributes.owner().getName());
    return othersWrite && ((Integer) Files.getAttribute(folder, "unix:mode") & STICKY) == 0;
  }

  /** The workspace for what is of no place: processes, and files of the runners. */
  public Workspace home() {
    return home.workspace();
  }

  public Workspace on(String place) {
    return places.get(place).workspace();
  }

  /** The workspace and the place of a name; that of {@link #home()} where none is named. */
  public LockedPlace at(Optional<String> place) {
    return place.map(places::get).orElse(home);
  }

  /** Ends all processes and removes all folders; safe to call again and from a shutdown hook. */
  @Override
  public void close() {
    places.values().forEach(each -> each.workspace().close());
  }
}
