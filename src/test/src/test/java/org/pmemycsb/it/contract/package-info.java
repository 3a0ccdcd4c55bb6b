/**
 * The contract suite on the adapters of this project, each against its real database, and on an
 * in-memory database that is wrong in one way at a time, to prove that each test can fail.
 *
 * <p>Nothing here is skipped where a server is missing: it fails, and says what to install.
 */
package org.pmemycsb.it.contract;
