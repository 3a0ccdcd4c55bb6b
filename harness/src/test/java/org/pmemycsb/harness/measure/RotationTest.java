package org.pmemycsb.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RotationTest {
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger working = new AtomicInteger();

  /** A step that only one may make at a time. */
  private void step(String event) {
    assertThat(working.incrementAndGet()).as(event).isEqualTo(1);
    events.add(event);
    Thread.onSpinWait();
    working.decrementAndGet();
  }

  private void workload(Rotation rotation, int member, String name, int rounds)
      throws InterruptedException {
    step(member + " warms " + name);
    while (rotation.next(member, rounds)) {
      step(member + " in " + name);
    }
    step(member + " checks " + name);
  }

  @Test
  void oneWorksAtATimeAndIterationsComeWhenAllAreReady() throws Exception {
    Rotation rotation = new Rotation(3, 1, new Random(1));

    boolean made =
        rotation.run(
            member -> {
              step(member + " opens");
              workload(rotation, member, "C", 4);
              workload(rotation, member, "A", 4);
              return true;
            });

    assertThat(made).isTrue();
    assertThat(events.subList(0, 6))
        .containsExactly("0 opens", "0 warms C", "1 opens", "1 warms C", "2 opens", "2 warms C");
    assertThat(events.subList(6, 18)).allMatch(event -> event.endsWith("in C"));
    IntStream.range(0, 4)
        .forEach(
            round ->
                assertThat(events.subList(6 + 3 * round, 9 + 3 * round))
                    .as("each once in a round")
                    .containsExactlyInAnyOrder("0 in C", "1 in C", "2 in C"));
    assertThat(events.subList(18, 24)).noneMatch(event -> event.contains(" in "));
    assertThat(events.subList(24, 36)).allMatch(event -> event.endsWith("in A"));
  }

  @Test
  void severalPrepareAtOnceAndNoneDuringAnIteration() throws Exception {
    Rotation rotation = new Rotation(5, 2, new Random(1));
    CyclicBarrier two = new CyclicBarrier(2);
    AtomicInteger preparing = new AtomicInteger();

    rotation.run(
        member -> {
          for (int phase = 0; phase < 3; phase++) {
            assertThat(preparing.incrementAndGet()).isLessThanOrEqualTo(2);
            if (member < 2 && phase == 0) {
              await(two); // would never end if one prepared at a time
            }
            preparing.decrementAndGet();
            while (rotation.next(member, 3)) {
              assertThat(preparing.get()).isZero();
              step(member + " in " + phase);
            }
          }
          return true;
        });

    assertThat(events).hasSize(5 * 3 * 3);
  }

  @Test
  void timeInWhichTwoPrepareIsDividedBetweenThem() throws Exception {
    Rotation rotation = new Rotation(2, 2, new Random(1));
    long begin = System.nanoTime();
    long before = rotation.nanos();
    Thread.sleep(20);
    long after = rotation.nanos();

    assertThat(after - before).isBetween(1L, (System.nanoTime() - begin) / 2 + 1);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException ended) {
      throw new IllegalStateException(ended);
    }
  }

  @Test
  void theOthersGoOnWithoutOneThatFails() throws Exception {
    Rotation rotation = new Rotation(3, 1, new Random(1));

    rotation.run(
        member -> {
          if (member == 1) {
            rotation.next(member, 5);
            return true; // its server died in the first iteration
          }
          workload(rotation, member, "C", 5);
          workload(rotation, member, "A", 5);
          return true;
        });

    for (String workload : List.of("C", "A")) {
      for (int member : List.of(0, 2)) {
        assertThat(Collections.frequency(events, member + " in " + workload)).isEqualTo(5);
      }
    }
  }

  @Test
  void whatBreaksTheHarnessBreaksTheInvocationOff() {
    Rotation rotation = new Rotation(2, 1, new Random(1));

    assertThatThrownBy(
            () ->
                rotation.run(
                    member -> {
                      if (member == 1) {
                        throw new IOException("no space");
                      }
                      workload(rotation, member, "C", 100_000);
                      return true;
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("no space");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7, 10})
  void eachFollowsEachOtherOneEquallyOftenWithinRounds(int n) {
    List<Integer> members = IntStream.range(0, n).boxed().toList();
    int rows = n % 2 == 0 ? n : 2 * n;

    List<List<Integer>> rounds = Rotation.balanced(members, 3 * rows, new Random(7));

    Map<List<Integer>, Integer> pairs = new HashMap<>();
    Map<List<Integer>, Integer> positions = new HashMap<>();
    for (List<Integer> round : rounds) {
      assertThat(round).containsExactlyInAnyOrderElementsOf(members);
      for (int i = 0; i < n; i++) {
        positions.merge(List.of(i, round.get(i)), 1, Integer::sum);
        if (i > 0) {
          pairs.merge(round.subList(i - 1, i + 1), 1, Integer::sum);
        }
      }
    }
    assertThat(pairs.values()).hasSize(n * (n - 1)).containsOnly(3 * rows / n);
    assertThat(positions.values()).hasSize(n * n).containsOnly(3 * rows / n);
  }
}
