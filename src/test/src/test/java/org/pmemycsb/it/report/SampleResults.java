package org.pmemycsb.it.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.pmemycsb.harness.Checksum;

/** A result folder as a run would leave it, without the minutes that a run takes. */
final class SampleResults {
  static final String HOSTILE = "evil<img src=x onerror=document.title='broken'>\"'&_%$#^~{}|";

  private SampleResults() {}

  /** Writes the folder; all that is made from it is not there yet. */
  static Path write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(
        folder.resolve("experiment.yaml"),
        """
        name: sample
        title: "A <b>sample</b> of 100 % & more"
        db: [pmemkv, redis]
        workloads: [load, A, C]
        records: 1000
        operations: 1000
        valueSize: [100, 1024]
        threads: [1, 2]
        repeats: 5
        """);
    Files.writeString(
        folder.resolve("environment.json"),
        """
        {"harness": "1.2.3", "machine": "host", "cpu": "Processor <X>", "logicalCores": 2,
         "physicalCores": 2, "memoryBytes": 1073741824, "loadAverage": 0.1, "pmemForced": true,
         "caches": [], "numaNodes": [], "workerFlags": [], "libraries": {}, "pmemVariables": {},
         "operatingSystem": "Debian", "kernel": "Linux", "governor": "unknown",
         "virtualization": "unknown", "container": "unknown", "jvm": "17", "flush": "unknown",
         "variants": {},
         "places": {"pmem": {"path": "/dev/shm", "medium": "TMPFS", "fileSystem": "tmpfs",
                             "mountOptions": "rw", "freeBytes": 1}},
         "results": {"path": "/results", "medium": "DISK", "fileSystem": "ext4",
                     "mountOptions": "rw", "freeBytes": 1}}
        """);
    Path configuration = Files.createDirectories(folder.resolve("configuration/redis"));
    Files.writeString(configuration.resolve("redis.conf"), "appendonly yes # <script>alert(1)\n");
    StringBuilder lines = new StringBuilder();
    Random scatter = new Random(1);
    double base = 400_000;
    for (String database : new String[] {"pmemkv", "redis", HOSTILE}) {
      for (int threads : new int[] {1, 2}) {
        for (int size : new int[] {100, 1024}) {
          for (int repeat = 1; repeat <= 5; repeat++) {
            for (String phase : new String[] {"load", "A", "C"}) {
              boolean bad = database.equals("redis") && threads == 2 && phase.equals("C");
              double speed =
                  base * threads * (0.95 + 0.1 * scatter.nextDouble()) / (1 + size / 4e3);
              lines.append(line(database, phase, threads, size, repeat, speed, bad));
            }
          }
        }
      }
      base /= 6;
    }
    Files.writeString(folder.resolve("cells.jsonl"), lines);
    return folder;
  }

  private static String line(
      String database, String phase, int threads, int size, int repeat, double speed, boolean bad) {
    String label = database.replace("\\", "\\\\").replace("\"", "\\\"");
    String keys =
        String.format(
            Locale.ROOT,
            "\"run\":\"%s/%d/%d/%d\",\"phases_in_run\":3,\"database\":\"%s\",\"version\":\"%s 1\","
                + "\"phase\":\"%s\",\"threads\":%d,\"value_size_bytes\":%d,\"durability\":\"commit\","
                + "\"medium\":\"tmpfs\",\"runner\":\"trace\",\"repeat\":%d,\"invocation\":%d,"
                + "\"started_at\":\"2026-01-02T03:04:05.678Z\",\"operations\":1000,"
                + "\"good_operations\":1000,\"seconds\":4.0,\"throughput_ops_s\":%.3f,"
                + "\"read_p50_us\":2.5,\"read_p99_us\":9.5,"
                + "\"series_seconds\":[1.0,2.0,3.0,4.0],\"series_operations\":[%.0f,%.0f,%.0f,%.0f],"
                + "\"values_checked\":10,\"stalled_seconds\":0,\"server_statistics\":{},\"errors\":0,"
                + "\"record_count\":1000,\"valid\":%b%s}",
            label,
            threads,
            size,
            repeat,
            label,
            label,
            phase,
            threads,
            size,
            repeat,
            repeat,
            speed,
            speed,
            speed * 1.1,
            speed * 0.8,
            speed,
            !bad,
            bad ? ",\"reason\":\"3 operations failed <UPDATE ERROR>\"" : "");
    return "{\"check\":\"" + Checksum.of(keys) + "\"," + keys + "\n";
  }
}
