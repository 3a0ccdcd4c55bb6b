package org.pmemycsb.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import site.ycsb.DB;

class ModeTest {
  private static final Optional<ExternalServer> NAMED =
      Optional.of(new ExternalServer("toy://user:secret@localhost", false));
  private static final Availability HERE = Availability.yes("Toy 1.0");
  private static final Availability MISSING = Availability.no("no toy-server", "buy a toy");

  @Test
  void embeddedIgnoresTheUrl() throws DatabaseException {
    assertThat(choose(Mode.EMBEDDED, HERE, true, NAMED)).isEmpty();
  }

  @Test
  void embeddedSaysWhatIsMissingAndHowToMendIt() {
    assertThatThrownBy(() -> choose(Mode.EMBEDDED, MISSING, true, NAMED))
        .isInstanceOf(DatabaseException.class)
        .hasMessage("toy cannot run here: no toy-server; to mend: buy a toy");
  }

  @Test
  void externalAttachesThoughTheDatabaseCouldRunHere() throws DatabaseException {
    assertThat(choose(Mode.EXTERNAL, HERE, true, NAMED)).isEqualTo(NAMED);
  }

  @Test
  void externalNeedsAUrl() {
    assertThatThrownBy(() -> choose(Mode.EXTERNAL, HERE, true, Optional.empty()))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("needs a url");
  }

  @Test
  void externalIsRefusedWhereNothingCanBeAttachedTo() {
    assertThatThrownBy(() -> choose(Mode.EXTERNAL, HERE, false, NAMED))
        .isInstanceOf(DatabaseException.class)
        .hasMessage("toy has no server that could be attached to");
  }

  @Test
  void autoTakesEmbeddedWhereItCan() throws DatabaseException {
    assertThat(choose(Mode.AUTO, HERE, true, NAMED)).isEmpty();
  }

  @Test
  void autoFallsBackToTheUrl() throws DatabaseException {
    assertThat(choose(Mode.AUTO, MISSING, true, NAMED)).isEqualTo(NAMED);
  }

  @Test
  void autoWithNeitherSaysWhatIsMissing() {
    assertThatThrownBy(() -> choose(Mode.AUTO, MISSING, true, Optional.empty()))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("no toy-server");
  }

  @Test
  void optionsMayNameAProgramThatThisMachineLacks() throws DatabaseException {
    DatabaseAdapter adapter =
        new Toy(MISSING, true) {
          @Override
          public Availability probe(Host host, Map<String, String> options) {
            return options.containsKey("program") ? HERE : probe(host);
          }
        };
    Map<String, String> options = Map.of("program", "/toy");
    assertThat(Mode.EMBEDDED.choose(adapter, new LocalHost(), options, NAMED)).isEmpty();
    assertThat(Mode.AUTO.choose(adapter, new LocalHost(), Map.of(), NAMED)).isEqualTo(NAMED);
  }

  @Test
  void everyModeIsFoundByItsId() {
    for (Mode mode : Mode.values()) {
      assertThat(Mode.of(mode.id())).isEqualTo(mode);
    }
    assertThatThrownBy(() -> Mode.of("Embedded"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("embedded, external, auto");
  }

  @Test
  void anExternalServerDoesNotPrintItsUrl() {
    assertThat(NAMED.orElseThrow().toString()).doesNotContain("secret");
  }

  private static Optional<ExternalServer> choose(
      Mode mode, Availability here, boolean attaches, Optional<ExternalServer> external)
      throws DatabaseException {
    return mode.choose(new Toy(here, attaches), new LocalHost(), Map.of(), external);
  }

  private static class Toy implements DatabaseAdapter {
    private final Availability here;
    private final boolean attaches;

    Toy(Availability here, boolean attaches) {
      this.here = here;
      this.attaches = attaches;
    }

    @Override
    public boolean attaches() {
      return attaches;
    }

    @Override
    public String name() {
      return "toy";
    }

    @Override
    public Availability probe(Host host) {
      return here;
    }

    @Override
    public Set<Durability> durabilities() {
      return EnumSet.allOf(Durability.class);
    }

    @Override
    public Class<? extends DB> client() {
      throw new AssertionError("not asked for");
    }

    @Override
    public DatabaseServer open(ServerSettings settings) {
      throw new AssertionError("not asked for");
    }
  }
}
