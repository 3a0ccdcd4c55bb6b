/**
 * Databases that are not the harness's: clients and adapters in jars, and servers that run already.
 */
package org.pmemycsb.it.external;
