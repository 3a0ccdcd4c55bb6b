package org.pmemycsb.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;

/** The facts that an adapter states. */
interface AdapterContract extends HasSubject {
  @Test
  default void adapterIsFoundByServiceLoader() {
    DatabaseAdapter adapter = subject().adapter();
    assertThat(ServiceLoader.load(DatabaseAdapter.class, adapter.getClass().getClassLoader()))
        .as("adapters named in META-INF/services/%s", DatabaseAdapter.class.getName())
        .extracting(found -> (Object) found.getClass())
        .contains(adapter.getClass());
  }

  @Test
  default void nameFitsIntoFilesAndCommandLines() {
    assertThat(subject().adapter().name()).matches("[a-z0-9]+(-[a-z0-9]+)*");
  }

  @Test
  default void clientClassCanBeMadeByName() throws ReflectiveOperationException {
    Class<?> client = subject().adapter().client();
    assertThat(client).isPublic();
    assertThat(client.getConstructor().getModifiers()).matches(Modifier::isPublic, "is public");
  }

  @Test
  default void probeFindsTheDatabaseThatTheSuiteStarts() {
    Availability here = subject().adapter().probe(subject().host(), subject().options());
    assertThat(here.available()).as(here.toString()).isTrue();
    assertThat(here.detail()).isNotBlank().hasLineCount(1);
  }
}
