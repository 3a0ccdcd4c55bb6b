package org.pmemycsb.harness.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Finds the highest rate that holds a goal, from trials at one rate each that hold it or do not.
 *
 * <p>First a survey in steps from 10 to 95 % of a scale. If no rate of it holds the goal, halves of
 * the lowest follow; if all do, higher ones. Then comes the knee: {@value #SEARCHES} searches, each
 * with steps that halve. Each starts near the border that all trials so far suggest, and goes up
 * after a success and down after a failure. While a search has met one outcome only, it goes on by
 * its first step: the border was wrong, for example because the machine disturbed a trial.
 *
 * <p>{@link HoldCurve} estimates the capacity and its interval from all trials. The interval never
 * ends below a rate that held the goal. Not thread-safe. The outcomes alone determine every rate,
 * so a search that was broken off goes on when it is told them again.
 */
public final class CapacitySearch {
  /**
   * @param rate operations per second, above 0
   */
  private record Trial(double rate, boolean holds) {}

  private static final double[] SURVEY = {0.10, 0.25, 0.40, 0.55, 0.70, 0.80, 0.90, 0.95};
  private static final double LOWEST = 0.002;
  private static final double HIGHEST = 2.5;
  private static final double HIGHER = 1.15;

  private static final int SEARCHES = 5;
  // Logarithms: by 35 % at first, by 2 % at last.
  private static final double[] STEPS = {0.3, 0.15, 0.075, 0.0375, 0.019};
  // Searches start up to 5 % from the border, so that they differ on a steady server, too.
  private static final double SPREAD = 0.05;
  // The machine can spoil a trial, but nothing makes one hold by accident.
  private static final double ERROR_OF_SUCCESS = 3;
  // The most further trials of all searches that met one outcome only.
  private static final int EXTENSIONS = 10;

  /** Trials of the survey from 10 to 95 % of the scale, which come first. */
  public static final int SURVEY_TRIALS = SURVEY.length;

  /** Trials of a search whose survey needs no further rates. */
  public static final int USUAL_TRIALS = SURVEY.length + SEARCHES * STEPS.length;

  private final double scale;
  private final List<Trial> trials = new ArrayList<>();
  private int search = -1;
  private int step;
  private boolean first;
  private boolean turned;
  private int extensions;
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
    trials.add(new Trial(rate, holds));
    rate = search < 0 ? nextOfSurvey() : nextOfSearch(holds);
  }

  private double nextOfSurvey() {
    if (trials.size() < SURVEY.length) {
      return SURVEY[trials.size()] * scale;
    }
    double last = trials.get(trials.size() - 1).rate();
    if (trials.stream().noneMatch(Trial::holds)) {
      double lower = (trials.size() == SURVEY.length ? trials.get(0).rate() : last) / 2;
      return lower >= LOWEST * scale ? lower : Double.NaN;
    }
    if (trials.stream().allMatch(Trial::holds) && last * HIGHER <= HIGHEST * scale) {
      return last * HIGHER;
    }
    search = 0;
    return start();
  }

  private double nextOfSearch(boolean holds) {
    if (step == 0) {
      first = holds;
      turned = false;
    }
    turned |= holds != first;
    boolean extended = step == 1 && !turned && extensions < EXTENSIONS;
    double by = STEPS[extended ? 0 : step];
    if (extended) {
      extensions++;
    } else {
      step++;
    }
    return step < STEPS.length ? rate * Math.exp(holds ? by : -by) : endSearch();
  }

  private double endSearch() {
    search++;
    step = 0;
    return search < SEARCHES ? start() : Double.NaN;
  }

  private double start() {
    return border() * Math.exp(SPREAD * ((2.0 * search + 1) / SEARCHES - 1));
  }

  /** The rate that parts successes from failures with the least errors; of several the middle. */
  private double border() {
    List<Double> rates = trials.stream().map(Trial::rate).distinct().sorted().toList();
    List<Double> candidates = new ArrayList<>(List.of(rates.get(0) / HIGHER));
    for (int i = 1; i < rates.size(); i++) {
      candidates.add(Math.sqrt(rates.get(i - 1) * rates.get(i)));
    }
    candidates.add(rates.get(rates.size() - 1) * HIGHER);
    double least = candidates.stream().mapToDouble(this::errors).min().getAsDouble();
    List<Double> best = candidates.stream().filter(each -> errors(each) == least).toList();
    return best.get(best.size() / 2);
  }

  private double errors(double candidate) {
    return trials.stream()
        .filter(each -> each.holds() == each.rate() > candidate)
        .mapToDouble(each -> each.holds() ? ERROR_OF_SUCCESS : 1)
        .sum();
  }

  /**
   * The capacity with its 95 % interval; empty if no rate of the survey held the goal.
   *
   * @throws IllegalStateException before the end
   */
  public Optional<Interval> capacity() {
    if (next().isPresent()) {
      throw new IllegalStateException("the search has not ended");
    }
    if (search < 0) {
      return Optional.empty();
    }
    Interval all = HoldCurve.of(trials);
    double held = trials.stream().filter(Trial::holds).mapToDouble(Trial::rate).max().getAsDouble();
    return Optional.of(new Interval(all.figure(), all.low(), Math.max(all.high(), held)));
  }

  /**
   * Estimates the highest rate that holds a goal, from trials that held it or did not.
   *
   * <p>The model: a trial at a rate holds with the probability (1 - spoilt) / (1 + (rate /
   * capacity)^(1 / spread)). {@code spread} is how much the server varies from trial to trial.
   * {@code spoilt} is the share of trials that the machine disturbed: such a trial fails at any
   * rate, while nothing makes a trial hold by accident. This is a psychometric function with a
   * lapse rate (F. A. Wichmann and N. J. Hill, The psychometric function I, Perception and
   * Psychophysics 63, 2001). The posterior is summed over a grid of all three, with equal weights.
   */
  private static final class HoldCurve {
    private static final double[] SPREADS = {0.008, 0.016, 0.03, 0.06, 0.1};
    private static final double[] SPOILT = {0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5};
    // In logarithms of the capacity.
    private static final double STEP = 0.01;
    private static final double BEYOND = 0.3;
    // No trial is ever impossible.
    private static final double UNLIKELY = 1e-3;
    private static final double TAIL = 0.025;

    private HoldCurve() {}

    /**
     * The median of the capacity and its 95 % interval.
     *
     * @param trials at least one
     */
    static Interval of(List<Trial> trials) {
      double[] logs = trials.stream().mapToDouble(trial -> Math.log(trial.rate())).toArray();
      double lowest = Double.POSITIVE_INFINITY;
      double highest = Double.NEGATIVE_INFINITY;
      for (double log : logs) {
        lowest = Math.min(lowest, log);
        highest = Math.max(highest, log);
      }
      double from = lowest - BEYOND;
      double[] weights = new double[(int) ((highest + BEYOND - from) / STEP) + 1];
      double sum = 0;
      for (int i = 0; i < weights.length; i++) {
        weights[i] = weight(trials, logs, from + i * STEP);
        sum += weights[i];
      }
      return new Interval(
          Math.exp(from + STEP * at(weights, 0.5 * sum)),
          Math.exp(from + STEP * (at(weights, TAIL * sum) - 1)),
          Math.exp(from + STEP * (at(weights, (1 - TAIL) * sum) + 1)));
    }

    /** How likely these trials are at a capacity, over all spreads and shares. */
    private static double weight(List<Trial> trials, double[] logs, double capacity) {
      double weight = 0;
      double[] undisturbed = new double[logs.length];
      for (double spread : SPREADS) {
        for (int i = 0; i < logs.length; i++) {
          undisturbed[i] = 1 / (1 + Math.exp((logs[i] - capacity) / spread));
        }
        for (double spoilt : SPOILT) {
          double likelihood = 1;
          for (int i = 0; i < logs.length; i++) {
            double holds = (1 - spoilt) * undisturbed[i];
            likelihood *= Math.max(UNLIKELY, trials.get(i).holds() ? holds : 1 - holds);
          }
          weight += likelihood;
        }
      }
      return weight;
    }

    /** The index at which the cumulated weights reach a value. */
    private static int at(double[] weights, double value) {
      double sum = 0;
      for (int i = 0; i < weights.length; i++) {
        sum += weights[i];
        if (sum >= value) {
          return i;
        }
      }
      return weights.length - 1;
    }
  }
}
