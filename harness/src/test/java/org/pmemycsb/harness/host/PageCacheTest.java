package org.pmemycsb.harness.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.spi.Medium;

class PageCacheTest {
  private static final int BYTES = 1_000_000;

  @TempDir private Path folder;

  @Test
  void filesAreDroppedButForMappedPages() throws IOException {
    assumeTrue(
        Place.open("temporary", folder).medium() == Medium.DISK,
        "the folder for temporary files is on no disk");
    Files.write(folder.resolve("one"), new byte[BYTES]);
    Files.write(Files.createDirectory(folder.resolve("below")).resolve("two"), new byte[BYTES]);
    Files.createFile(folder.resolve("empty"));
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("one"));

    assertThat(PageCache.drop(List.of(folder))).isEqualTo(new PageCache.Held(2 * BYTES, 0));
    try (FileChannel one = FileChannel.open(folder.resolve("one"))) {
      MappedByteBuffer mapped = one.map(FileChannel.MapMode.READ_ONLY, 0, BYTES).load();
      assertThat(PageCache.drop(List.of(folder)))
          .as("mapped pages stay")
          .isEqualTo(new PageCache.Held(2 * BYTES, BYTES));
      assertThat(mapped.isLoaded()).isTrue();
    }
  }
}
