/**
 * The experiment: its settings, their form in YAML files and on the command line, the table of
 * refused combinations, and its expansion into runs. The values of the settings are types of {@code
 * design}.
 *
 * <p>Pure: no clock, no database, no machine. It reads the YAML files of experiments, models of
 * media and experiments about a medium, and nothing else. It refuses what is impossible with a
 * {@link org.pmemycsb.harness.ConfigurationException}, before anything starts.
 */
package org.pmemycsb.harness.plan.settings;
