package org.pmemycsb.harness.experiment;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.pmemycsb.harness.ConfigurationException;

/**
 * A setting of an experiment: its name, the form of its value, its default, and where else it
 * appears (command line, report, {@code --resume}, {@code quick}). {@link Settings} lists them all;
 * only that class changes a setting, and only while it is loaded.
 *
 * @param <T> type of the value; immutable
 */
public final class Setting<T> {
  /**
   * How a setting is given on the command line.
   *
   * @param names of the option, with their dashes
   * @param label of its value in the help
   * @param help a sentence or more; the default is added to it
   * @param isRepeatable whether it may be given more than once
   */
  public record Flag(List<String> names, String label, String help, boolean isRepeatable) {}

  private record Fact<T>(int rank, String label, Function<T, String> words) {}

  private final String name;
  private final Form<T> form;
  private final T byDefault;
  private Flag flag;
  private UnaryOperator<T> completion = UnaryOperator.identity();
  private Fact<T> fact;
  private String property;
  private boolean writtenAlways = true;
  private boolean resumes = true;
  private boolean scales = true;
  private boolean changesFigures;

  Setting(String name, Form<T> form, T byDefault) {
    this.name = name;
    this.form = form;
    this.byDefault = byDefault;
  }

  Setting<T> flag(String option, String label, String help) {
    flag = new Flag(List.of(option.split(" ")), label, help, form.isRepeatable());
    return this;
  }

  /** What completes a value from the command line. */
  Setting<T> completedBy(UnaryOperator<T> function) {
    completion = function;
    return this;
  }

  /** The report shows it under this label; the ranks give the order of the facts. */
  Setting<T> fact(int rank, String label, Function<T, String> words) {
    fact = new Fact<>(rank, label, words);
    return this;
  }

  Setting<T> fact(int rank, String label) {
    return fact(rank, label, this::words);
  }

  /** The YCSB property that says the same, which no user may give beside it. */
  Setting<T> property(String ycsb) {
    property = ycsb;
    return this;
  }

  /** It is left out of written files where it has its default. */
  Setting<T> writtenIfSet() {
    writtenAlways = false;
    return this;
  }

  /** An experiment may be resumed with another value. */
  Setting<T> mayChange() {
    resumes = false;
    return this;
  }

  /** It must not stand under {@code quick}. */
  Setting<T> notQuick() {
    scales = false;
    return this;
  }

  /** Figures with another value cannot be compared, and no table shows the value. */
  Setting<T> changesFigures() {
    changesFigures = true;
    return this;
  }

  /** Its key in a file. */
  public String name() {
    return name;
  }

  T byDefault() {
    return byDefault;
  }

  /** The default in words; empty where there is none. */
  public String defaultWords() {
    return words(byDefault);
  }

  /** A value in words. */
  private String words(T value) {
    return Form.words(form.written(value));
  }

  /** The option of the command line; empty where it has none. */
  public Optional<Flag> flag() {
    return Optional.ofNullable(flag);
  }

  Optional<String> property() {
    return Optional.ofNullable(property);
  }

  boolean isQuick() {
    return scales;
  }

  boolean isCompared() {
    return resumes;
  }

  boolean isChangingFigures() {
    return changesFigures;
  }

  /** Whether the report shows it. */
  public boolean hasFact() {
    return fact != null;
  }

  int factRank() {
    return fact.rank();
  }

  public String factLabel() {
    return fact.label();
  }

  /** The value of an experiment as the report shows it. */
  public String fact(Experiment experiment) {
    return fact.words().apply(experiment.get(this));
  }

  void read(YamlNode node, ExperimentDraft draft) {
    draft.set(this, form.read(node));
  }

  /**
   * The value that the command line gives.
   *
   * @param texts of its option, in their order; at least one
   * @throws ConfigurationException if they are no value of this setting; names the option
   */
  public T parse(List<String> texts) {
    return parse(texts, byDefault);
  }

  private T parse(List<String> texts, T before) {
    return named(
        flag.names().get(0), () -> form.checked(completion.apply(form.parse(texts, before))));
  }

  /** Sets what the command line gives: see {@link #parse(List)}. */
  public void parse(List<String> texts, ExperimentDraft draft) {
    draft.set(this, parse(texts, draft.get(this)));
  }

  /** An immutable copy of a value; refuses an impossible one. */
  T checked(T value) {
    return named(name, () -> form.checked(value));
  }

  private static <V> V named(String name, Supplier<V> maker) {
    try {
      return maker.get();
    } catch (ConfigurationException | IllegalArgumentException refused) {
      throw new ConfigurationException(name + ": " + refused.getMessage(), refused);
    }
  }

  /** The value for a file; empty where the file shall not hold it. */
  Optional<Object> written(Experiment experiment) {
    T value = experiment.get(this);
    return writtenAlways || !value.equals(byDefault)
        ? Optional.of(form.written(value))
        : Optional.empty();
  }

  /** The value to compare and show; without passwords. */
  Object compared(Experiment experiment) {
    return form.compared(experiment.get(this));
  }

  @Override
  public String toString() {
    return name;
  }
}
