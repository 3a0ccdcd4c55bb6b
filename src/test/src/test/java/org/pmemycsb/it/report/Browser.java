package org.pmemycsb.it.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.pmemycsb.spi.LocalHost;

/** A headless Chromium of the system's own, with a fresh profile; nothing is downloaded. */
final class Browser implements AutoCloseable {
  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /**
   * Starts one; the test is skipped where there is none.
   *
   * @param home an existing folder for all that it writes
   */
  static Browser start(Path home) {
    Optional<Path> chromium = new LocalHost().executable("chromium");
    Optional<Path> chromedriver = new LocalHost().executable("chromedriver");
    assumeTrue(
        chromium.isPresent() && chromedriver.isPresent(),
        "this machine lacks chromium and chromedriver; to mend it: bin/install-packages reports");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.get().toFile());
    options.setCapability("goog:loggingPrefs", logs);
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--user-data-dir=" + home.resolve("profile"));
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("HOME", home.toString());
    environment.put("TMPDIR", home.toString());
    return new Browser(
        new ChromeDriver(
            new ChromeDriverService.Builder()
                .usingDriverExecutable(new File(chromedriver.get().toString()))
                .usingAnyFreePort()
                .withEnvironment(environment)
                .build(),
            options));
  }

  ChromeDriver driver() {
    return driver;
  }

  /** Makes the window so wide, in pixels of the page. */
  void width(int pixels) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", pixels, "height", 900, "deviceScaleFactor", 1, "mobile", false));
  }

  /** What the page and the browser complained of since the last call. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  /** The addresses that were asked for since the last call. */
  List<String> requests() {
    return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(LogEntry::getMessage)
        .filter(message -> message.contains("\"Network.requestWillBeSent\""))
        .map(
            message -> message.replaceFirst("(?s).*\"request\":\\{.*?\"url\":\"([^\"]*)\".*", "$1"))
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
