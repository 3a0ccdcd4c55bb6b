/**
 * Reports as their readers meet them: a page in a browser, tables in a LaTeX document.
 *
 * <p>The results are made once by a small run of noop, and rendered from a journal with what is
 * special: a database with a hostile label, several threads and value sizes, an invalid cell.
 */
package org.pmemycsb.it.report;
