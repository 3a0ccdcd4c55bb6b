package org.pmemycsb.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Files of operations written by hand, byte by byte as the harness's OperationFile documents them:
 * the program is held to the document, and not to the bytes that the harness happens to write.
 */
final class OperationBytes {
  static final int READ = 0;
  static final int INSERT = 1;
  static final int REPLACE = 2;
  static final int REPLACE_FIELD = 3;
  static final int REMOVE = 4;
  static final int SCAN = 5;

  static final int READS_FIRST = 1;
  static final int MUST_BE_ABSENT = 2;
  static final int MAY_BE_ABSENT = 4;

  static final int VALUES = 1 << 14;

  private final ByteArrayOutputStream blocks = new ByteArrayOutputStream();
  private final int threads;
  private final int fields;
  private final Random random = new Random(1);
  private ByteBuffer block;
  private long total;

  OperationBytes(int threads, int fields) {
    this.threads = threads;
    this.fields = fields;
  }

  static String key(int number) {
    return "user%028d".formatted(number);
  }

  OperationBytes block(int thread, Consumer<OperationBytes> operations) {
    block = little(1 << 20);
    operations.accept(this);
    ByteBuffer head = little(8).putInt(thread).putInt(block.position());
    blocks.writeBytes(head.array());
    blocks.write(block.array(), 0, block.position());
    return this;
  }

  /** An operation with a number, and with values of these lengths. */
  OperationBytes add(int kind, int flags, int number, String key, int... lengths) {
    int[] begins = random.ints(lengths.length, 0, VALUES / 2).toArray();
    return raw(kind, flags, number, key, begins, lengths);
  }

  OperationBytes raw(int kind, int flags, int number, String key, int[] begins, int[] lengths) {
    byte[] name = key.getBytes(UTF_8);
    block.put((byte) kind).put((byte) flags).putShort((short) 0).putInt(name.length).putInt(number);
    for (int i = 0; i < lengths.length; i++) {
      block.putInt(begins[i]).putInt(lengths[i]);
    }
    block.put(name);
    total++;
    return this;
  }

  OperationBytes read(int key) {
    return add(READ, 0, 0, key(key));
  }

  OperationBytes scan(int from, int count) {
    return add(SCAN, 0, count, key(from));
  }

  byte[] bytes() {
    byte[] values = new byte[VALUES];
    new Random(7).nextBytes(values);
    ByteBuffer file = little(32 + 6 * fields + values.length + blocks.size() + 4);
    file.put("PMYOPS01".getBytes(UTF_8)).putInt(threads).putInt(fields);
    file.putLong(values.length).putLong(total);
    for (int i = 0; i < fields; i++) {
      file.putInt(2).put(("f" + i).getBytes(UTF_8));
    }
    return file.put(values).put(blocks.toByteArray()).putInt(-1).array();
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
