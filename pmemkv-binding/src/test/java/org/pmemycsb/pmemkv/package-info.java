/**
 * Tests of the store. They run twice: as they are, and with a native library built with
 * AddressSanitizer and UndefinedBehaviorSanitizer, where any report ends the JVM and so the build.
 */
package org.pmemycsb.pmemkv;
