package org.pmemycsb.harness.measure.worker;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms in JSON: HdrHistogram's own compressed encoding in base64. Nothing is lost. */
final class HistogramModule extends SimpleModule {
  private static final long serialVersionUID = 1L;

  HistogramModule() {
    addSerializer(new Writer());
    addDeserializer(Histogram.class, new Reader());
  }

  private static final class Writer extends StdSerializer<Histogram> {
    private static final long serialVersionUID = 1L;

    Writer() {
      super(Histogram.class);
    }

    @Override
    public void serialize(Histogram histogram, JsonGenerator to, SerializerProvider provider)
        throws IOException {
      ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
      int length = histogram.encodeIntoCompressedByteBuffer(buffer);
      to.writeBinary(Arrays.copyOf(buffer.array(), length));
    }
  }

  private static final class Reader extends StdDeserializer<Histogram> {
    private static final long serialVersionUID = 1L;

    Reader() {
      super(Histogram.class);
    }

    @Override
    public Histogram deserialize(JsonParser from, DeserializationContext context)
        throws IOException {
      try {
        return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(from.getBinaryValue()), 0);
      } catch (DataFormatException broken) {
        throw new IOException("not a histogram", broken);
      }
    }
  }
}
