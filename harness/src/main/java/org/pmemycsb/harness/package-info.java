/**
 * The harness: from an experiment to a report.
 *
 * <p>{@code docs/internals/architecture.md} lists the packages and their jobs in the order of their
 * dependencies. A package imports none that stands later in that list.
 */
package org.pmemycsb.harness;
