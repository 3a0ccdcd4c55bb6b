package org.pmemycsb.harness.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmemycsb.spi.Durability;

class AuditedTest {
  private static final Duration WINDOW = Duration.ofMillis(600);

  private static Losses losses(
      long lost, long resurrected, long torn, long phantom, long ageMillis, boolean suffix) {
    return new Losses(
        new Losses.Operations(10, 10, 10, 1),
        new Losses.Missing(
            lost,
            resurrected,
            lost + resurrected == 0
                ? OptionalLong.empty()
                : OptionalLong.of(Duration.ofMillis(ageMillis).toNanos()),
            suffix),
        new Losses.Damage(torn, phantom, 0),
        List.of());
  }

  private static Audited audited(Durability durability, Optional<Duration> window, Losses... all) {
    List<RoundResult> rounds =
        Arrays.stream(all)
            .map(
                one ->
                    new RoundResult(1, 1, 1, Optional.of(one), Optional.empty(), Optional.empty()))
            .toList();
    return new Audited("db", "db 1", durability, window, rounds);
  }

  @ParameterizedTest
  @EnumSource
  void nothingMissingHoldsEveryClaim(Durability durability) {
    assertThat(audited(durability, Optional.of(WINDOW), losses(0, 0, 0, 0, 0, true)).holds())
        .isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void damageBreaksEveryClaim(Durability durability) {
    assertThat(audited(durability, Optional.of(WINDOW), losses(0, 0, 1, 0, 0, true)).reasons())
        .containsExactly("torn records: 1");
    assertThat(audited(durability, Optional.of(WINDOW), losses(0, 0, 0, 2, 0, true)).reasons())
        .singleElement(STRING)
        .endsWith("never written: 2");
  }

  @ParameterizedTest
  @EnumSource
  void aDatabaseThatDoesNotComeBackBreaksEveryClaim(Durability durability) {
    Audited gone =
        new Audited(
            "db",
            "db 1",
            durability,
            Optional.empty(),
            List.of(RoundResult.failed(3, Optional.empty(), "it failed")));
    assertThat(gone.reasons()).containsExactly("round 3: it failed");
  }

  @Test
  void atNoneAllMayBeLost() {
    assertThat(audited(Durability.NONE, Optional.empty(), losses(30, 5, 0, 0, 9000, false)).holds())
        .isTrue();
  }

  @Test
  void atCommitNothingMayBeMissing() {
    Audited audited = audited(Durability.COMMIT, Optional.empty(), losses(1, 2, 0, 0, 1, true));
    assertThat(audited.reasons())
        .satisfiesExactly(
            lost -> assertThat(lost).endsWith("lost: 1"),
            again -> assertThat(again).endsWith("again: 2"));
  }

  @Test
  void atPeriodicTheLastMomentsMayBeLost() {
    Audited audited =
        audited(Durability.PERIODIC, Optional.of(WINDOW), losses(3, 1, 0, 0, 599, true));
    assertThat(audited.reasons()).isEmpty();
    assertThat(audited.holds()).isTrue();
  }

  @Test
  void atPeriodicNothingOlderThanTheWindowMayBeLost() {
    assertThat(
            audited(
                    Durability.PERIODIC,
                    Optional.of(WINDOW),
                    losses(0, 0, 0, 0, 0, true),
                    losses(3, 0, 0, 0, 601, true))
                .reasons())
        .hasSize(1)
        .first()
        .asString()
        .contains("601 ms ", " 600 ms ");
  }

  @Test
  void atPeriodicALossInTheMiddleIsRefused() {
    assertThat(
            audited(Durability.PERIODIC, Optional.of(WINDOW), losses(1, 0, 0, 0, 1, false))
                .reasons())
        .hasSize(1)
        .first()
        .asString()
        .contains("later write");
  }

  @Test
  void withoutAStatedWindowOnlyTheOrderIsHeldAgainstIt() {
    assertThat(
            audited(Durability.PERIODIC, Optional.empty(), losses(1, 0, 0, 0, 9000, true)).holds())
        .isTrue();
  }

  @Test
  void aServerThatEndsByItselfIsJudgedApartFromTheWrites() {
    String end = "status 139 (signal 11)";
    Losses kept = losses(0, 0, 0, 0, 0, true);
    Audited audited =
        new Audited(
            "db",
            "db 1",
            Durability.COMMIT,
            Optional.empty(),
            List.of(
                new RoundResult(2, 1, 1, Optional.of(kept), Optional.of(end), Optional.empty())));

    assertThat(audited.holds()).isTrue();
    assertThat(audited.ownEnds()).containsExactly("round 2: " + end);
  }
}
