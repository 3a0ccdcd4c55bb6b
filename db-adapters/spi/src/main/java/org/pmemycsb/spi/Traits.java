package org.pmemycsb.spi;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The abilities and limits of a database. The harness refuses a run that would need others, before
 * anything starts. Immutable.
 *
 * @param durabilities the levels that {@link DatabaseAdapter#open} accepts; never empty
 * @param durabilitiesByOption more levels, which other options bring
 * @param variantOf the names of the stock databases that this one is, put on persistent memory
 * @param abilities all that it has
 * @param longestKey that it takes, in bytes
 * @param longestValue the longest value of a record that it takes, in bytes: all fields together
 */
public record Traits(
    Set<Durability> durabilities,
    Set<Durability> durabilitiesByOption,
    Set<String> variantOf,
    Set<Trait> abilities,
    int longestKey,
    int longestValue) {
  public Traits {
    durabilities = sorted(durabilities);
    durabilitiesByOption = sorted(durabilitiesByOption);
    variantOf = sorted(variantOf);
    abilities = sorted(abilities);
    if (durabilities.isEmpty()) {
      throw new IllegalArgumentException("a database has at least one durability");
    }
  }

  private static <T> Set<T> sorted(Collection<T> all) {
    return Collections.unmodifiableSet(new TreeSet<>(all));
  }

  /** A database without limits that keeps records and scans in the order of keys. */
  public static Traits of(Durability... levels) {
    return new Traits(
        Set.of(levels),
        Set.of(),
        Set.of(),
        Set.of(Trait.KEEPS_RECORDS, Trait.SCANS, Trait.SCANS_IN_KEY_ORDER),
        Integer.MAX_VALUE,
        Integer.MAX_VALUE);
  }

  public boolean has(Trait ability) {
    return abilities.contains(ability);
  }

  /** The same with these abilities. */
  public Traits with(Trait... more) {
    Set<Trait> all = new TreeSet<>(abilities);
    all.addAll(List.of(more));
    return new Traits(durabilities, durabilitiesByOption, variantOf, all, longestKey, longestValue);
  }

  /** The same without these abilities. */
  public Traits without(Trait... others) {
    Set<Trait> all = new TreeSet<>(abilities);
    all.removeAll(List.of(others));
    return new Traits(durabilities, durabilitiesByOption, variantOf, all, longestKey, longestValue);
  }

  /** The same with an ability, or without it. */
  public Traits with(Trait ability, boolean has) {
    return has ? with(ability) : without(ability);
  }

  /** The same with these levels only. */
  public Traits durabilities(Set<Durability> levels) {
    return new Traits(levels, durabilitiesByOption, variantOf, abilities, longestKey, longestValue);
  }

  /** The same with these levels, and others that other options bring. */
  public Traits durabilities(Set<Durability> levels, Set<Durability> byOption) {
    return new Traits(levels, byOption, variantOf, abilities, longestKey, longestValue);
  }

  /** A variant of these stock databases, for persistent memory. */
  public Traits variantOf(String... stock) {
    Traits on = with(Trait.NEEDS_PERSISTENT_MEMORY);
    return new Traits(
        durabilities, durabilitiesByOption, Set.of(stock), on.abilities, longestKey, longestValue);
  }

  /** The same with a longest key, in bytes. */
  public Traits longestKey(int bytes) {
    return new Traits(
        durabilities, durabilitiesByOption, variantOf, abilities, bytes, longestValue);
  }

  /** The same with a longest value, in bytes. */
  public Traits longestValue(int bytes) {
    return new Traits(durabilities, durabilitiesByOption, variantOf, abilities, longestKey, bytes);
  }
}
