package org.pmemycsb.harness.measure.worker;

import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms in JSON: HdrHistogram's own compressed encoding in base64. Nothing is lost. */
final class HistogramModule extends SimpleModule {
  private static final long serialVersionUID = 1L;

  HistogramModule() {
    addSerializer(new StdDelegatingSerializer(Histogram.class, new Encoder()));
    addDeserializer(Histogram.class, new StdDelegatingDeserializer<>(new Decoder()));
  }

  private static final class Encoder extends StdConverter<Histogram, byte[]> {
    @Override
    public byte[] convert(Histogram histogram) {
      ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
      return Arrays.copyOf(buffer.array(), histogram.encodeIntoCompressedByteBuffer(buffer));
    }
  }

  private static final class Decoder extends StdConverter<byte[], Histogram> {
    @Override
    public Histogram convert(byte[] encoded) {
      try {
        return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(encoded), 0);
      } catch (DataFormatException broken) {
        throw new IllegalArgumentException("not a histogram", broken);
      }
    }
  }
}
