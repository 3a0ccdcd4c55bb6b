package org.pmemycsb.harness.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Finds the highest rate that holds a goal, from trials at one rate each that hold it or do not.
 *
 * <p>First a survey in steps from 10 to 95 % of a scale. If no rate of it holds the goal, halves of
 * the lowest follow; if all do, higher ones. Then comes the knee: {@value #SEARCHES} independent
 * searches, each with steps that halve. Each starts near the border that the survey suggests, and
 * goes up after a success and down after a failure. So a wrong turn of a noisy server is not the
 * end of a search, and the searches scatter as much as the server does.
 *
 * <p>The capacity is the median of the searches. Its interval is Student's of their logarithms,
 * wider by the last step at each end. Not thread-safe. The outcomes alone determine every rate, so
 * a search that was broken off goes on when it is told them again.
 */
public final class CapacitySearch {
  private static final double[] SURVEY = {0.10, 0.25, 0.40, 0.55, 0.70, 0.80, 0.90, 0.95};
  private static final double LOWEST = 0.002;
  private static final double HIGHEST = 2.5;
  private static final double HIGHER = 1.15;

  private static final int SEARCHES = 5;
  // Logarithms: by 35 % at first, by 2 % at last.
  private static final double[] STEPS = {0.3, 0.15, 0.075, 0.0375, 0.019};
  // Starts lie up to so far from the border, so that searches of a steady server differ, too.
  private static final double SPREAD = 0.05;
  private static final double TAIL = 0.025;

  /** Trials of the survey from 10 to 95 % of the scale, which come first. */
  public static final int SURVEY_TRIALS = SURVEY.length;

  /** Trials of a search whose survey needs no rates beyond its own. */
  public static final int USUAL_TRIALS = SURVEY.length + SEARCHES * STEPS.length;

  /** Trials of the longest search. */
  public static final int MOST_TRIALS = USUAL_TRIALS + 7;

  private record Trial(double rate, boolean holds) {}

  private final double scale;
  private final List<Trial> survey = new ArrayList<>();
  private final double[] found = new double[SEARCHES];
  private double border;
  private int search = -1;
  private int step;
  private double rate;

  /**
   * @param scale rate of a closed loop, above 0
   */
  public CapacitySearch(double scale) {
    if (!(scale > 0)) {
      throw new IllegalArgumentException("the scale must be above 0, not " + scale);
    }
    this.scale = scale;
    rate = SURVEY[0] * scale;
  }

  /** The rate of the next trial; empty at the end. */
  public OptionalDouble next() {
    return Double.isNaN(rate) ? OptionalDouble.empty() : OptionalDouble.of(rate);
  }

  /** The outcome of the trial at {@link #next}. */
  public void add(boolean holds) {
    if (search < 0) {
      survey.add(new Trial(rate, holds));
      rate = nextOfSurvey();
    } else {
      double at = Math.log(rate) + (holds ? STEPS[step] : -STEPS[step]);
      step++;
      rate = step < STEPS.length ? Math.exp(at) : endSearch(at);
    }
  }

  private double nextOfSurvey() {
    if (survey.size() < SURVEY.length) {
      return SURVEY[survey.size()] * scale;
    }
    double last = survey.get(survey.size() - 1).rate();
    if (survey.stream().noneMatch(Trial::holds)) {
      double lower = (survey.size() == SURVEY.length ? survey.get(0).rate() : last) / 2;
      return lower >= LOWEST * scale ? lower : Double.NaN;
    }
    if (survey.stream().allMatch(Trial::holds) && last * HIGHER <= HIGHEST * scale) {
      return last * HIGHER;
    }
    border = border();
    search = 0;
    return start();
  }

  private double endSearch(double at) {
    found[search] = Math.exp(at);
    search++;
    step = 0;
    return search < SEARCHES ? start() : Double.NaN;
  }

  private double start() {
    return border * Math.exp(SPREAD * ((2.0 * search + 1) / SEARCHES - 1));
  }

  /** The rate that parts successes from failures with the fewest errors; of several the middle. */
  private double border() {
    List<Double> rates = survey.stream().map(Trial::rate).sorted().toList();
    List<Double> candidates = new ArrayList<>(List.of(rates.get(0) / HIGHER));
    for (int i = 1; i < rates.size(); i++) {
      candidates.add(Math.sqrt(rates.get(i - 1) * rates.get(i)));
    }
    candidates.add(rates.get(rates.size() - 1) * HIGHER);
    long fewest = candidates.stream().mapToLong(this::errors).min().getAsLong();
    List<Double> best = candidates.stream().filter(each -> errors(each) == fewest).toList();
    return best.get(best.size() / 2);
  }

  private long errors(double candidate) {
    return survey.stream().filter(each -> each.holds() == each.rate() > candidate).count();
  }

  /**
   * The capacity with its 95 % interval; empty if no rate of the survey held the goal.
   *
   * @throws IllegalStateException before the end
   */
  public Optional<Bootstrap.Interval> capacity() {
    if (next().isPresent()) {
      throw new IllegalStateException("the search has not ended");
    }
    if (search < 0) {
      return Optional.empty();
    }
    Bootstrap.Interval all = RatioInterval.of(found, TAIL, TAIL);
    double last = Math.exp(STEPS[STEPS.length - 1]);
    return Optional.of(new Bootstrap.Interval(all.figure(), all.low() / last, all.high() * last));
  }
}
