package org.pmemycsb.adapter.nativestore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** With a library in C that is right, or wrong in a way that it is told. */
class NativeAdapterTest {
  @TempDir static Path libraries;
  private static Path faulty;

  @TempDir Path folder;

  private final DatabaseAdapter adapter = new NativeAdapter();

  private static Path compiled(String name, String... flags) throws Exception {
    Path file = libraries.resolve(name);
    List<String> command = new ArrayList<>(List.of("cc", "-shared", "-fPIC", "-Wall", "-Werror"));
    command.addAll(List.of(flags));
    command.addAll(
        List.of("-I../../pmemkv-binding/src/main/cpp", "src/test/cpp/faulty_store.c", "-o"));
    command.add(file.toString());
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    return file;
  }

  private static Map<String, String> faulty(String fault) throws Exception {
    if (faulty == null) {
      faulty = compiled("libfaulty.so");
    }
    Map<String, String> options = new HashMap<>(Map.of("library", faulty.toString()));
    if (!fault.isEmpty()) {
      options.put("fault", fault);
    }
    return options;
  }

  private DatabaseServer open(Map<String, String> options) throws DatabaseException {
    return adapter.open(
        new ServerSettings(
            folder,
            Medium.TMPFS,
            Durability.NONE,
            new RecordLayout(1000, 32, 1, 100),
            false,
            4,
            Optional.empty(),
            new LocalHost(),
            command -> {
              throw new IOException("a library has no process to start");
            },
            options));
  }

  private void refused(Map<String, String> options, String... says) {
    Availability here = adapter.probe(new LocalHost(), options);
    assertThat(here.available()).isFalse();
    assertThat(here.detail()).contains(says).doesNotContain("\n");
  }

  @Test
  void whatIsNoLibraryIsRefusedInOneLine() throws Exception {
    refused(Map.of(), "native ");
    refused(Map.of("library", folder + "/none.so"), "there is no file " + folder + "/none.so");
    refused(Map.of("library", folder.toString()), folder + " is no file");
    Path text = Files.writeString(folder.resolve("text.so"), "this is no library at all");
    refused(Map.of("library", text.toString()), text + " is no shared library");
    Path empty = Files.createFile(folder.resolve("empty.so"));
    refused(Map.of("library", empty.toString()), empty + " is no shared library");
  }

  @Test
  void aLibraryForAnotherProcessorNamesBoth() throws Exception {
    byte[] bytes = Files.readAllBytes(compiled("libother.so"));
    boolean arm = bytes[18] == (byte) 183;
    bytes[18] = (byte) (arm ? 62 : 183);
    Path other = Files.write(folder.resolve("other.so"), bytes);
    refused(
        Map.of("library", other.toString()),
        other + " is for another processor (" + (arm ? "x86_64" : "aarch64") + ")",
        "this machine has " + (arm ? "aarch64" : "x86_64"));
  }

  @Test
  void aLibraryOfAnotherInterfaceOrWithoutAFunctionNamesIt() throws Exception {
    Path other = compiled("libnext.so", "-DINTERFACE=2");
    refused(
        Map.of("library", other.toString()), other.toString(), "has version 2 of the interface");
    Path without = compiled("libwithout.so", "-DWITHOUT_OPEN");
    refused(
        Map.of("library", without.toString()), without.toString(), "has no function store_open");
    Path plain = compiled("libplain.so", "-Dstore_interface=another_function");
    refused(Map.of("library", plain.toString()), "has no function store_interface");
  }

  @ParameterizedTest
  @CsvSource({
    "describe, option fault",
    "crash-describe, signal 6",
    "exit-describe, status 9",
    "threads, threads: 7"
  })
  void aLibraryThatRefusesItsOptionsIsQuoted(String fault, String says) throws Exception {
    refused(faulty(fault), "libfaulty.so cannot be used", says);
  }

  @ParameterizedTest
  @CsvSource({"open, moon", "open-nothing, store_open "})
  void anOpenThatFailsIsOneLineAndLeavesNothing(String fault, String says) throws Exception {
    for (Map<String, String> keeping : List.of(Map.<String, String>of(), Map.of("keeps", "1"))) {
      Map<String, String> options = faulty(fault);
      options.putAll(keeping);
      assertThatExceptionOfType(DatabaseException.class)
          .as("made before a client comes")
          .isThrownBy(() -> open(options))
          .withMessageContaining(says)
          .withMessageNotContaining("\n");
      assertThat(folder).isEmptyDirectory();
    }
  }

  @Test
  void aRightLibraryIsADatabase() throws Exception {
    try (DatabaseServer server = open(faulty(""))) {
      assertThat(server.version()).isEqualTo("faulty 1.0");
      assertThat(server.effectiveDurability()).isEqualTo(Durability.NONE);
      assertThat(server.recordCount()).isEqualTo(OptionalLong.empty());
      DB client = client(server);
      Map<String, ByteIterator> values = Map.of("field0", new StringByteIterator("v"));
      assertThat(client.insert("usertable", "k", values)).isSameAs(Status.OK);
      Map<String, ByteIterator> result = new HashMap<>();
      assertThat(client.read("usertable", "k", null, result)).isSameAs(Status.OK);
      assertThat(result.get("field0")).hasToString("v");
      assertThat(client.delete("usertable", "k")).isSameAs(Status.OK);
      assertThat(client.read("usertable", "k", null, result)).isSameAs(Status.NOT_FOUND);
      client.cleanup();
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void thePromisesOfTheLibraryAreThoseOfTheDatabase() throws Exception {
    assertThat(adapter.traits(faulty("")).durabilities()).containsExactly(Durability.NONE);
    assertThat(adapter.traits(faulty("")).has(Trait.SCANS)).isFalse();
    assertThat(adapter.options()).extracting(Option::form).contains(Option.Form.SIZE);
    assertThat(adapter.traits(Map.of()).has(Trait.TAKES_OTHER_OPTIONS)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail", "full"})
  void aFailureIsAStatusWithTheTextOfTheLibrary(String fault) throws Exception {
    try (DatabaseServer server = open(faulty(fault))) {
      DB client = client(server);
      Status status = Status.OK;
      for (int i = 0; i < 200 && status.isOk(); i++) {
        status = client.insert("usertable", "k" + i, Map.of("f", new StringByteIterator("v")));
        if (status.isOk()) {
          status = client.read("usertable", "k" + i, null, new HashMap<>());
        }
      }
      assertThat(status.getDescription())
          .contains(fault.equals("fail") ? "on fire" : "100 records");
      client.cleanup();
    }
  }

  private DB client(DatabaseServer server) throws Exception {
    DB client = adapter.client().getConstructor().newInstance();
    client.setProperties(server.clientProperties());
    client.init();
    return client;
  }
}
