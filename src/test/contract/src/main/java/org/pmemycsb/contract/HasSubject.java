package org.pmemycsb.contract;

/** What the parts of the contract stand on. */
interface HasSubject {
  Subject subject();
}
