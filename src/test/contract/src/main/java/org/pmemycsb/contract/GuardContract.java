package org.pmemycsb.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.Trait;
import site.ycsb.DBException;

/**
 * A server at an address for other machines, among other users of its own machine. Another address
 * of loopback stands for that of the cluster.
 */
interface GuardContract extends HasSubject {
  String ADDRESS = "127.0.0.2";
  Pattern ACCOUNT = Pattern.compile("//[^/:@]*:([^/@]*)@");
  Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rwx------");

  private OpenDatabase openListening() throws Exception {
    assumeTrue(
        subject().adapter().traits(subject().options()).has(Trait.LISTENS),
        "a server that listens is optional: this adapter does not offer it");
    return subject().openAt(ADDRESS);
  }

  /** The passwords among a client's properties, or in the account of a URL. */
  private static List<String> secrets(Properties properties) {
    return properties.stringPropertyNames().stream()
        .flatMap(
            name -> {
              String value = properties.getProperty(name);
              Matcher account = ACCOUNT.matcher(value);
              return name.endsWith("password")
                  ? Stream.of(value)
                  : account.find() ? Stream.of(account.group(1)) : Stream.of();
            })
        .toList();
  }

  private static Properties replaced(Properties properties, String text, String other) {
    Properties changed = new Properties();
    for (String name : properties.stringPropertyNames()) {
      changed.setProperty(name, properties.getProperty(name).replace(text, other));
    }
    return changed;
  }

  @Test
  default void clientsNeedTheAddressAndThePasswordOfThisStart() throws Exception {
    try (OpenDatabase open = openListening();
        OpenDatabase other = openListening()) {
      Properties properties = open.server().clientProperties();
      List<String> secrets = secrets(properties);
      assertThat(secrets)
          .hasSize(1)
          .doesNotContainAnyElementsOf(secrets(other.server().clientProperties()));
      open.client().mustInsert("user1", Map.of("field0", "a"));
      assertThatThrownBy(() -> open.client(replaced(properties, secrets.get(0), "guessed")))
          .isInstanceOf(DBException.class)
          .hasMessageNotContaining("guessed");
      assertThatThrownBy(() -> open.client(replaced(properties, ADDRESS, "127.0.0.1")))
          .isInstanceOf(DBException.class);
    }
  }

  @Test
  default void othersCannotReadThePassword() throws Exception {
    try (OpenDatabase open = openListening()) {
      String secret = secrets(open.server().clientProperties()).get(0);
      assertThat(open.server().configuration().values()).noneMatch(text -> text.contains(secret));
      for (ProcessHandle process : open.processes().running()) {
        for (String file : List.of("cmdline", "environ")) {
          assertThat(text(Path.of("/proc", Long.toString(process.pid()), file)))
              .as(file)
              .doesNotContain(secret);
        }
      }
      for (Path file : OpenDatabase.files(open.folder())) {
        if (Files.isRegularFile(file) && text(file).contains(secret)) {
          assertThat(OWNER).as("%s", file).containsAll(Files.getPosixFilePermissions(file));
        }
      }
    }
  }

  /** Empty where a process or a file has just gone. */
  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }

  /** The server's user could put a link in the place of a file that root writes. */
  @Test
  default void theServerHasNoRightsOfRootAndItsFolderIsOurs() throws Exception {
    try (OpenDatabase open = openListening();
        SafeFolder folder = SafeFolder.open(open.folder())) {
      for (ProcessHandle process : open.processes().running()) {
        assertThat(text(Path.of("/proc", Long.toString(process.pid()), "status")))
            .doesNotContainPattern("Uid:.*\\b0\\b");
      }
      assertThat(folder.isOurs()).isTrue();
    }
  }
}
