/**
 * The rules for every database of a comparison, as a suite of JUnit tests.
 *
 * <p>A plug-in author extends {@link org.pmemycsb.contract.DbContract}, names the adapter, and runs
 * it against the real database:
 *
 * <pre>{@code
 * class MyDbContractTest extends DbContract {
 *   @Override
 *   protected DatabaseAdapter adapter() {
 *     return new MyDbAdapter();
 *   }
 * }
 * }</pre>
 *
 * <p>A second way to run the same database (another engine, a Unix socket) extends {@link
 * org.pmemycsb.contract.VariantContract}: the rules that such a difference can break.
 *
 * <p>Priorities: each test checks one rule, and fails on a client that breaks it. Tests of records
 * use the strongest durability of the adapter; tests of servers use each. The suite reaches the
 * database through the SPI and {@code site.ycsb.DB} alone.
 *
 * <p>Where YCSB leaves a rule open, the suite sets it, so that all databases do the same work:
 *
 * <ul>
 *   <li>an insert of a key that is there replaces the whole record, in one step for all who look;
 *   <li>update and delete of an absent key, and every read of one, are NOT_FOUND;
 *   <li>a field that is asked for but that the record lacks is left out of an OK;
 *   <li>keys are ordered by the bytes of their UTF-8 form, and a scan starts at the first key that
 *       is not below its start key;
 *   <li>one table, {@code usertable}: a client need not keep tables apart.
 * </ul>
 *
 * <p>What the SPI calls optional (a scan that answers NOT_IMPLEMENTED, a crash on purpose, a count
 * of records, statistics, configuration) is aborted by an assumption that names it, where the
 * adapter does not have it. Nothing else is ever skipped: a database that cannot start fails.
 *
 * <p>Threads: a client belongs to the thread that made it. Tests of one class run one after
 * another; classes may run beside each other.
 */
package org.pmemycsb.contract;
