/**
 * The harness: from an experiment to a report.
 *
 * <p>The rooms, from the ground up; none imports one that stands later in the list:
 *
 * <ul>
 *   <li>{@code recorded}: traces that other programs recorded
 *   <li>{@code experiment}: what is asked, and its expansion into runs
 *   <li>{@code statistics}: medians and intervals
 *   <li>{@code medium}: what a place can do, measured without a database
 *   <li>{@code host}, {@code database}: what the machine has, and what can be measured on it
 *   <li>{@code trace}: operations, recorded before the clock starts
 *   <li>{@code measure}: replays a trace through a YCSB client and times it
 *   <li>{@code result}: the journal of what was measured, and the cells that summarise it
 *   <li>{@code claim}: what others have claimed, held against the cells
 *   <li>{@code calibrate}: what share of floor and ceiling the figures are
 *   <li>{@code run}: takes fresh databases through the phases, by a runner
 *   <li>{@code worker}, {@code ycsb}, {@code nativereplay}: the three runners: recorded operations,
 *       the stock client, or recorded operations without Java
 *   <li>{@code audit}: what of the acknowledged writes is there after a crash
 *   <li>{@code report}: tables and files, made from cells
 *   <li>{@code cli}: arguments, printing, exit status
 * </ul>
 */
package org.pmemycsb.harness;
