/**
 * The crash audit as a user meets it: on a store that loses, tears or revives on purpose, and on
 * the real databases.
 */
package org.pmemycsb.it.audit;
