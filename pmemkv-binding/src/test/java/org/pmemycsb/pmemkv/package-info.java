/** Tests of the pools of libpmemkv. */
package org.pmemycsb.pmemkv;
