/** The probe of places, by its command and in a run, with the tools of this machine. */
package org.pmemycsb.it.medium;
