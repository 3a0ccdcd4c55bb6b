package org.pmemycsb.harness.report.verdict;

import static org.pmemycsb.harness.report.verdict.EffectWords.capital;
import static org.pmemycsb.harness.report.verdict.EffectWords.hull;
import static org.pmemycsb.harness.report.verdict.EffectWords.isFigured;
import static org.pmemycsb.harness.report.verdict.EffectWords.listed;
import static org.pmemycsb.harness.report.verdict.EffectWords.times;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.Verdict;
import org.pmemycsb.harness.analysis.Verdict.Effect;
import org.pmemycsb.harness.analysis.Verdict.Finding;
import org.pmemycsb.harness.analysis.Verdict.Kind;
import org.pmemycsb.harness.analysis.Verdict.Outcome;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.report.model.Figures;

/**
 * The gains from persistent memory in sentences.
 *
 * @param severalLevels whether the experiment has several levels of durability
 */
record FindingText(Verdict verdict, EffectWords words, boolean severalLevels) {
  private static final int FEW = 3;
  private static final EnumSet<Outcome> DECIDED =
      EnumSet.of(Outcome.FASTER, Outcome.SLOWER, Outcome.LEVEL);

  /** A sentence for each finding. */
  List<String> each(List<Finding> block, boolean byPhase) {
    List<String> all = new ArrayList<>();
    for (Finding finding : block) {
      all.add(sentence(finding, byPhase, all.isEmpty()));
    }
    return all;
  }

  private String sentence(Finding finding, boolean byPhase, boolean first) {
    String at = first ? at(finding) : "";
    List<Effect> effects = finding.effects();
    boolean medium = isOfMedium(finding.kind());
    String mean = mean(finding);
    if (!medium
        && Stream.concat(effects.stream(), finding.mean().stream())
            .allMatch(each -> each.outcome() == Outcome.LEVEL)) {
      return "%s adds nothing: %s times %s %s%s."
          .formatted(
              finding.database(),
              hull(effects),
              over(finding),
              finding.kind() == Kind.SOFTWARE ? there(finding) : "",
              effects.size() == words.phases().size() ? "" : ", on " + words.phasesOf(effects));
    }
    String than = medium ? "" : " than " + over(finding);
    List<String> clauses = new ArrayList<>();
    for (Outcome outcome : List.of(Outcome.FASTER, Outcome.SLOWER, Outcome.LEVEL)) {
      List<Effect> same = effects.stream().filter(each -> each.outcome() == outcome).toList();
      if (same.isEmpty()) {
        continue;
      }
      String named = clauses.isEmpty() ? than : "";
      switch (outcome) {
        case FASTER ->
            clauses.addAll(
                byPhase && isFigured(same)
                    ? times(same, medium ? "" : " as " + over(finding))
                    : List.of(clause("faster" + named, same)));
        case SLOWER -> clauses.add(clause("slower" + named, same));
        default -> clauses.add(clause("no faster" + named, same));
      }
    }
    String open = open(effects);
    if (clauses.isEmpty()) {
      return capital(at) + against(finding) + ": " + open + mean + ".";
    }
    String known = listed(clauses) + (open.isEmpty() ? "" : "; " + open) + mean + ".";
    if (medium) {
      String log = finding.kind() == Kind.LOG ? "the log alone on " : "";
      String cause = first ? log + medium(finding) : "It";
      return "%s makes %s %s".formatted(capital(at + cause), placed(finding), known);
    }
    String there = finding.kind() == Kind.SOFTWARE ? there(finding) + ", " : "";
    return capital(at + there) + finding.database() + " is " + known;
  }

  private String mean(Finding finding) {
    return finding
        .mean()
        .map(EffectWords::times)
        .filter(times -> !times.isEmpty())
        .map(times -> "; on " + words.mean() + ", " + times)
        .orElse("");
  }

  /** The durability, at the first finding of its kind that needs it. */
  private String at(Finding finding) {
    boolean said =
        finding.kind() != Kind.MEDIUM
            && verdict.findings().stream()
                .anyMatch(
                    each ->
                        each.kind() == Kind.MEDIUM
                            && each.durability().equals(finding.durability()));
    return said && !severalLevels ? "" : "at " + finding.durability() + ", ";
  }

  private String clause(String outcome, List<Effect> effects) {
    return "%s on %s (%s times)".formatted(outcome, words.phasesOf(effects), hull(effects));
  }

  /** The phases without an answer; empty if there are none. */
  private String open(List<Effect> effects) {
    List<String> all = new ArrayList<>();
    for (Outcome outcome : List.of(Outcome.UNDECIDED, Outcome.VARIES, Outcome.TOO_FEW)) {
      List<Effect> same = effects.stream().filter(each -> each.outcome() == outcome).toList();
      if (!same.isEmpty()) {
        all.add(
            switch (outcome) {
              case UNDECIDED -> "undecided on %s (%s)".formatted(words.phasesOf(same), hull(same));
              case VARIES ->
                  "different under different conditions on %s (%s)"
                      .formatted(words.phasesOf(same), hull(same));
              default ->
                  "%s, but too few runs for an interval"
                      .formatted(
                          listed(same.stream().map(each -> figure(each) + each.phase()).toList()));
            });
      }
    }
    return String.join("; ", all);
  }

  private static String figure(Effect effect) {
    return effect.figure().isPresent()
        ? Figures.factor(effect.figure()) + " times on "
        : "measured on ";
  }

  /**
   * A sentence about the means of the workloads; none without means.
   *
   * @param named whether it names the workloads
   */
  List<String> onMean(List<Finding> block, boolean named) {
    List<String> clauses = new ArrayList<>();
    for (Outcome outcome : Outcome.values()) {
      List<String> databases =
          block.stream()
              .filter(each -> each.mean().filter(mean -> mean.outcome() == outcome).isPresent())
              .map(each -> briefly(each, block) + " " + times(each.mean().get()))
              .map(String::strip)
              .toList();
      if (!databases.isEmpty()) {
        String mean = named && clauses.isEmpty() ? " on " + words.mean() : "";
        clauses.add(word(outcome) + mean + ": " + listed(databases));
      }
    }
    return clauses.isEmpty()
        ? List.of()
        : List.of(start(block.get(0), true) + String.join("; ", clauses) + ".");
  }

  static boolean hasMean(List<Finding> block) {
    return block.stream().anyMatch(each -> each.mean().isPresent());
  }

  /** A sentence for each other outcome in a phase, with all databases that have it. */
  List<String> decided(List<Finding> block) {
    return together(block, DECIDED, !hasMean(block));
  }

  List<String> undecided(List<Finding> block) {
    return together(
        block, EnumSet.complementOf(DECIDED), !hasMean(block) && decided(block).isEmpty());
  }

  private String start(Finding one, boolean named) {
    return capital(
        (named || severalLevels ? at(one) : "") + (named ? subject(one) : cause(one)) + ", ");
  }

  /** A sentence for each of some outcomes, with all databases that have it. */
  private List<String> together(List<Finding> block, Set<Outcome> outcomes, boolean first) {
    List<String> all = new ArrayList<>();
    for (Outcome outcome : outcomes) {
      Map<String, List<Finding>> byPhases = new LinkedHashMap<>();
      for (Finding finding : block) {
        List<Effect> same = of(finding, outcome);
        if (!same.isEmpty()) {
          byPhases.computeIfAbsent(words.phasesOf(same), none -> new ArrayList<>()).add(finding);
        }
      }
      if (byPhases.isEmpty()) {
        continue;
      }
      List<String> clauses = new ArrayList<>();
      byPhases.forEach(
          (on, findings) -> {
            List<Effect> effects =
                findings.stream().flatMap(each -> of(each, outcome).stream()).toList();
            String range =
                effects.stream().allMatch(each -> each.low().isPresent())
                    ? " (" + hull(effects) + " times)"
                    : "";
            boolean everyone = findings.size() == block.size() && block.size() > FEW;
            clauses.add(
                (everyone ? everyone(block.get(0).kind()) : names(findings)) + " on " + on + range);
          });
      all.add(
          start(block.get(0), first && all.isEmpty())
              + word(outcome)
              + ": "
              + String.join("; ", clauses)
              + ".");
    }
    return all;
  }

  private static String everyone(Kind kind) {
    return isOfMedium(kind) ? "all databases" : "all variants";
  }

  private static List<Effect> of(Finding finding, Outcome outcome) {
    return finding.beyondMean().stream().filter(each -> each.outcome() == outcome).toList();
  }

  private String subject(Finding finding) {
    return switch (finding.kind()) {
      case MEDIUM -> "on " + medium(finding) + " instead of a disk";
      case LOG -> "with the log alone on " + medium(finding) + " instead of a disk";
      case SOFTWARE -> cause(finding);
      case BOTH -> "with software for persistent memory, over the stock database on a disk";
    };
  }

  /** The same in short, where an earlier sentence has it. */
  private String cause(Finding finding) {
    return switch (finding.kind()) {
      case MEDIUM -> "by the medium alone";
      case LOG -> "by the log alone";
      case SOFTWARE ->
          "by software for persistent memory"
              + (comparesOnSeveralPlaces() ? " " + there(finding) : "");
      case BOTH -> "by medium and software";
    };
  }

  private static String word(Outcome outcome) {
    return switch (outcome) {
      case FASTER -> "faster";
      case SLOWER -> "slower";
      case LEVEL -> "no faster";
      case UNDECIDED -> "undecided";
      case VARIES -> "different under different conditions";
      case TOO_FEW -> "unknown because of too few runs";
    };
  }

  private String names(List<Finding> findings) {
    return listed(
        findings.stream()
            .map(
                each ->
                    isOfMedium(each.kind())
                        ? placed(each)
                        : each.database() + " over " + each.over())
            .distinct()
            .toList());
  }

  /** A variant of one stock database needs no name of that. */
  private String briefly(Finding finding, List<Finding> block) {
    boolean one =
        block.stream().filter(each -> each.database().equals(finding.database())).count() == 1;
    return one && finding.kind() == Kind.SOFTWARE ? finding.database() : names(List.of(finding));
  }

  private String placed(Finding finding) {
    boolean several =
        verdict.findings().stream()
                .filter(each -> each.kind() == Kind.MEDIUM)
                .map(each -> List.of(each.place(), each.disk()))
                .distinct()
                .count()
            > 1;
    return several
        ? "%s (@%s over @%s)".formatted(finding.database(), finding.place(), finding.disk())
        : finding.database();
  }

  /** The place of a variant and its stock database. */
  private String there(Finding finding) {
    return comparesOnSeveralPlaces() ? "on place " + finding.place() : "on the same place";
  }

  private boolean comparesOnSeveralPlaces() {
    return verdict.findings().stream()
            .filter(each -> each.kind() == Kind.SOFTWARE)
            .map(Finding::place)
            .distinct()
            .count()
        > 1;
  }

  private static String over(Finding finding) {
    return finding.kind() == Kind.BOTH ? finding.over() + " @" + finding.disk() : finding.over();
  }

  private String against(Finding finding) {
    return switch (finding.kind()) {
      case MEDIUM -> "%s on %s against the disk".formatted(placed(finding), medium(finding));
      case LOG ->
          "%s with its log on %s against the disk".formatted(placed(finding), medium(finding));
      case SOFTWARE ->
          "%s against %s %s".formatted(finding.database(), finding.over(), there(finding));
      case BOTH -> "%s against %s".formatted(finding.database(), over(finding));
    };
  }

  private static boolean isOfMedium(Kind kind) {
    return kind == Kind.MEDIUM || kind == Kind.LOG;
  }

  private static String medium(Finding finding) {
    Environment.Folder home = finding.home();
    if (home.model() != null) {
      return "persistent memory (here a model, " + home.mediumId() + ")";
    }
    return switch (home.medium()) {
      case DAX -> "persistent memory";
      case TMPFS -> "persistent memory (here main memory, so an upper bound)";
      case DISK -> "place " + finding.place() + " (a disk, no persistent memory)";
    };
  }
}
