/**
 * What is shown: tables and files, made from cells and nothing else.
 *
 * <p>Every format is written with a dot in numbers, whatever the locale, and is sealed by a golden
 * file in the tests. Rendering again from the journal gives the same bytes.
 */
package org.pmemycsb.harness.report;
