package org.pmemycsb.harness.plan.settings;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
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
   * @param name of the option, with its dashes
   * @param label of its value in the help; empty for a switch, which has no value
   * @param help a sentence or more
   * @param byDefault its default in words; empty if the help has it
   * @param isRepeatable whether it may be given more than once
   */
  public record Flag(
      String name, String label, String help, String byDefault, boolean isRepeatable) {
    /** Whether it stands alone; given, it means {@code true}. */
    public boolean isSwitch() {
      return label.isEmpty();
    }
  }

  enum Trait {
    /** It is left out of written files where it has its default. */
    WRITTEN_IF_SET,
    /** It must not stand under {@code quick}. */
    NOT_QUICK,
    /** An experiment may be resumed with another value. */
    MAY_CHANGE,
    /** Figures with another value cannot be compared, and no table shows the value. */
    CHANGES_FIGURES
  }

  private record Fact(int rank, String label, Function<Experiment, String> words) {}

  private final String name;
  private final Form<T> form;
  private final T byDefault;
  private final Set<Trait> traits = EnumSet.noneOf(Trait.class);
  private Flag flag;
  private Function<T, Object> compared;
  private BinaryOperator<T> onTop = (before, given) -> given;
  private Fact fact;

  Setting(String name, Form<T> form, T byDefault) {
    this.name = name;
    this.form = form;
    this.byDefault = byDefault;
    this.compared = form.write();
  }

  Setting<T> is(Trait... more) {
    traits.addAll(List.of(more));
    return this;
  }

  /** The command line has an option for it, of the same name with hyphens. */
  Setting<T> flag(String label, String help) {
    return flag("--" + name.replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT), label, help);
  }

  Setting<T> flag(String option, String label, String help) {
    String words = label.isEmpty() || help.contains("Default") ? "" : form.words(byDefault);
    boolean isRepeatable = byDefault instanceof List || byDefault instanceof Map;
    flag = new Flag(option, label, help, words, isRepeatable);
    return this;
  }

  /** What an option gives is put on top of what stood before; otherwise it replaces that. */
  Setting<T> onTop(BinaryOperator<T> function) {
    onTop = function;
    return this;
  }

  /** {@code --resume} compares what the function makes of the value; it holds no passwords. */
  Setting<T> comparedBy(Function<T, Object> function) {
    compared = function;
    return this;
  }

  /**
   * The report shows it under this label; the ranks give the order of the facts. One that is only
   * written if it is set, is only shown then.
   */
  Setting<T> fact(int rank, String label, Function<T, String> words) {
    return factOf(
        rank,
        label,
        experiment -> isLeftOut(experiment.get(this)) ? "" : words.apply(experiment.get(this)));
  }

  /** As {@link #fact(int, String, Function)}, with words that depend on other settings too. */
  Setting<T> factOf(int rank, String label, Function<Experiment, String> words) {
    fact = new Fact(rank, label, words);
    return this;
  }

  Setting<T> fact(int rank, String label) {
    return fact(rank, label, form::words);
  }

  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  T byDefault() {
    return byDefault;
  }

  public Optional<Flag> flag() {
    return Optional.ofNullable(flag);
  }

  /** How a user sets it, for messages. */
  String remedy() {
    return flag == null ? "set " + name + " in the experiment's file" : "give " + flag.name();
  }

  /** From 1; 0 where the report does not show it. */
  int factRank() {
    return fact == null ? 0 : fact.rank();
  }

  public String factLabel() {
    return fact.label();
  }

  public String fact(Experiment experiment) {
    return fact.words().apply(experiment);
  }

  void read(Given given, ExperimentDraft draft) {
    draft.set(this, read(given));
  }

  T read(Given given) {
    return given.make(() -> form.check().apply(form.read().apply(given)));
  }

  /**
   * The value that the command line gives.
   *
   * @param texts of its option, in their order; at least one
   * @throws ConfigurationException if they are no value of this setting; names the option
   */
  public T parse(List<String> texts) {
    return read(Given.byOption(flag.name(), texts));
  }

  /** Sets what the command line gives: see {@link #parse(List)}. */
  public void parse(List<String> texts, ExperimentDraft draft) {
    draft.set(this, onTop.apply(draft.get(this), parse(texts)));
  }

  /** An immutable copy of a value; refuses an impossible one. */
  T checked(T value) {
    return ConfigurationException.at(name, () -> form.check().apply(value));
  }

  private boolean isLeftOut(T value) {
    return has(Trait.WRITTEN_IF_SET) && value.equals(byDefault);
  }

  /** The value for a file; empty where the file shall not hold it. */
  Optional<Object> written(Experiment experiment) {
    boolean nobodyGaveIt = this == Settings.OPERATIONS && experiment.endsByTimeAlone();
    return Optional.of(experiment.get(this))
        .filter(value -> !nobodyGaveIt && !isLeftOut(value))
        .map(form.write());
  }

  Object compared(Experiment experiment) {
    return compared.apply(experiment.get(this));
  }

  @Override
  public String toString() {
    return name;
  }
}
