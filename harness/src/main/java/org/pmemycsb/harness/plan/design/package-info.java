/**
 * The parts of an experiment as types: databases, places and their prices, phases with their
 * operations, keys and values, models of media, and one run.
 *
 * <p>The types check themselves, and refuse impossible values with a {@link
 * org.pmemycsb.harness.ConfigurationException}. They read the one-word texts of these values, such
 * as {@code lognormal:300B:8KiB}, and the property files and traces that a phase names. They know
 * no YAML and no option of the command line: those belong to {@code settings}. No clock, no
 * database, no machine.
 */
package org.pmemycsb.harness.plan.design;
