package org.pmemycsb.harness.probe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Measures the requests of a plan, in each round in another order, and keeps the samples. */
final class Rounds {
  // The same order on each machine.
  private static final long SEED = 42;

  private Rounds() {}

  @FunctionalInterface
  interface Round {
    /** One sample for each request, in the same order. */
    List<Sample> measure(List<Request> requests) throws Impossible, InterruptedException;
  }

  /** Nothing can be measured; the message is one line with the reason. */
  static final class Impossible extends Exception {
    private static final long serialVersionUID = 1L;

    Impossible(String reason) {
      super(reason);
    }
  }

  static List<MediumFigure> measure(Plan plan, Round round)
      throws Impossible, InterruptedException {
    Map<Request, List<Sample>> samples = new LinkedHashMap<>();
    plan.requests().forEach(request -> samples.put(request, new ArrayList<>()));
    List<Request> order = new ArrayList<>(plan.requests());
    Random random = new Random(SEED);
    for (int i = 0; i < plan.rounds(); i++) {
      List<Sample> found = round.measure(List.copyOf(order));
      for (int j = 0; j < order.size(); j++) {
        samples.get(order.get(j)).add(found.get(j));
      }
      Collections.shuffle(order, random);
    }
    return samples.entrySet().stream()
        .map(each -> MediumFigure.of(each.getKey(), each.getValue()))
        .toList();
  }
}
