package org.pmemycsb.it.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.pmemycsb.harness.analysis.Comparisons;
import org.pmemycsb.harness.report.ComparisonReport;
import org.pmemycsb.harness.report.Report;
import org.pmemycsb.harness.result.ResultFolder;

/**
 * The page in a browser. With {@code -Dreport.screenshots=DIR} it also leaves pictures to be looked
 * at: wide and narrow, light and dark, and as printed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("everything")
class PageTest {
  private Browser browser;
  private Path page;
  private Path comparison;

  @BeforeAll
  void open(@TempDir Path folder) throws Exception {
    browser = Browser.start(Files.createDirectory(folder.resolve("home")));
    ResultFolder results = ResultFolder.open(SampleResults.write(folder.resolve("results")));
    Report.render(results, false);
    page = results.path().resolve("report.html");
    new ComparisonReport(Comparisons.of(List.of(results, results)))
        .write(folder.resolve("compared"));
    comparison = folder.resolve("compared/compare.html");
  }

  @AfterAll
  void close() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void load() {
    browser.width(1280);
    browser.driver().get(page.toUri().toString());
  }

  private Object script(String text, Object... arguments) {
    return browser.driver().executeScript(text, arguments);
  }

  private WebElement find(String selector) {
    return browser.driver().findElement(By.cssSelector(selector));
  }

  private List<WebElement> all(String selector) {
    return browser.driver().findElements(By.cssSelector(selector));
  }

  private List<String> column(String table, int column) {
    return all("#" + table + " tbody td:nth-child(" + column + ")").stream()
        .map(WebElement::getText)
        .toList();
  }

  @Test
  void nothingIsAskedForAndNothingComplainedOf() {
    for (Path each : List.of(page, comparison)) {
      browser.complaints();
      browser.requests();

      browser.driver().get(each.toUri().toString());

      assertThat(browser.complaints()).isEmpty();
      assertThat(browser.requests())
          .isNotEmpty()
          .allMatch(url -> url.equals(each.toUri().toString()) || url.startsWith("data:"));
    }
  }

  @Test
  void aHostileLabelIsShownAsText() {
    assertThat(browser.driver().getTitle())
        .isEqualTo("A <b>sample</b> of 100 % & more - pmem-ycsb");
    assertThat(column("comparison", 1)).contains(SampleResults.HOSTILE);
    assertThat(all("main img, main b")).isEmpty();
    assertThat(find("#databases .configuration pre").getAttribute("textContent"))
        .contains("<script>alert(1)");
  }

  @Test
  void eachQuestionHasItsChartsAndEachChartItsMarks() {
    for (String question : List.of("workloads", "value-size", "threads", "time")) {
      List<WebElement> charts = all("#" + question + " .charts:not(.other) svg.chart");
      assertThat(charts).as(question).isNotEmpty().allMatch(WebElement::isDisplayed);
      assertThat(charts)
          .allSatisfy(
              chart -> {
                assertThat(chart.findElements(By.cssSelector(".point"))).isNotEmpty();
                assertThat(chart.getAttribute("aria-labelledby")).isNotBlank();
              });
    }
    assertThat(all("#latency")).as("there are no histograms, so no chart of latencies").isEmpty();
    assertThat(all("#workloads .whisker")).isNotEmpty();
    assertThat(all("#workloads .invalid-text")).isNotEmpty();
  }

  @Test
  void anotherChoiceShowsOtherCharts() {
    List<WebElement> choices = all("#workloads select option");
    assertThat(choices).hasSize(4);

    choices.get(3).click();

    assertThat(
            all("#workloads figcaption").stream()
                .filter(WebElement::isDisplayed)
                .map(WebElement::getText))
        .containsExactly("Throughput by workload, 2 threads, 1 KiB values");
  }

  @Test
  void aClickSortsByNumberAndAnotherTurnsItRound() {
    WebElement head = find("#comparison th:nth-child(3) button");
    head.click();
    assertThat(column("comparison", 3)).first().isEqualTo("1 KiB");
    assertThat(column("comparison", 3)).last().isEqualTo("100 B");
    head.click();
    assertThat(column("comparison", 3)).first().isEqualTo("100 B");

    // Load, with figures such as "1,234 ±5%": by value, not by their letters.
    find("#comparison th:nth-child(4) button").click();
    List<Double> figures =
        column("comparison", 4).stream()
            .map(text -> Double.parseDouble(text.replaceAll(" .*|,", "")))
            .toList();
    assertThat(figures).isSortedAccordingTo((a, b) -> Double.compare(b, a)).hasSize(12);
    assertThat(find("#comparison th:nth-child(4)").getAttribute("aria-sort"))
        .isEqualTo("descending");
  }

  @Test
  void aTableCanBeCopied() {
    find("button.copy[data-for=comparison]").click();
    script(
        "const area = document.createElement('textarea'); area.id = 'pasted';"
            + " document.body.prepend(area); area.focus();");

    find("#pasted").sendKeys(Keys.chord(Keys.CONTROL, "v"));

    String pasted = find("#pasted").getAttribute("value");
    assertThat(pasted).startsWith("database\tthreads\tvalue\tload\tA\tC\n");
    assertThat(pasted.lines()).hasSize(13).anyMatch(line -> line.contains("INVALID"));
  }

  @Test
  void aFilterKeepsTheRowsThatHaveAllItsWords() {
    script("document.querySelectorAll('details').forEach(each => each.open = true)");

    find("#cells-section .filter").sendKeys("redis invalid");

    assertThat(all("#cells tbody tr").stream().filter(WebElement::isDisplayed)).hasSize(2);
  }

  @Test
  void onAPhoneNothingSticksOutAndTablesScrollByThemselves() {
    for (Path each : List.of(page, comparison)) {
      browser.width(360);
      browser.driver().get(each.toUri().toString());

      assertThat((Long) script("return document.documentElement.scrollWidth")).isEqualTo(360);
      assertThat(
              (Boolean)
                  script(
                      "const s = document.querySelector('.scroll'); return s.scrollWidth > s.clientWidth"))
          .isTrue();
    }
  }

  @Test
  void aTableThatIsCutOffSaysSoUntilItsEndIsSeen() {
    browser.width(420);
    browser.driver().get(page.toUri().toString());
    assertThat(hintIsShown()).isTrue();
    script("document.querySelector('#comparison-section .scroll').scrollLeft = 9999");
    assertThat(hintIsShown()).isFalse();

    browser.width(1280);
    browser.driver().get(page.toUri().toString());
    assertThat(hintIsShown()).isFalse();
  }

  /** Whether the hint is shown after the browser has drawn the page. */
  private boolean hintIsShown() {
    browser
        .driver()
        .executeAsyncScript(
            "const done = arguments[0];"
                + " requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));");
    return find("#comparison-section .more").isDisplayed();
  }

  @Test
  void darkIsTakenFromTheSystemAndCanBeSwitched() {
    Object light = script("return getComputedStyle(document.body).backgroundColor");
    browser
        .driver()
        .executeCdpCommand(
            "Emulation.setEmulatedMedia",
            Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
    try {
      Object dark = script("return getComputedStyle(document.body).backgroundColor");
      assertThat(dark).isNotEqualTo(light);
      find("#theme").click();
      assertThat(script("return getComputedStyle(document.body).backgroundColor")).isEqualTo(light);
    } finally {
      browser
          .driver()
          .executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
    }
  }

  @Test
  void itPrints() throws Exception {
    Map<String, Object> printed =
        browser.driver().executeCdpCommand("Page.printToPDF", Map.of("printBackground", false));
    byte[] pdf = Base64.getDecoder().decode((String) printed.get("data"));

    assertThat(new String(pdf, 0, 5)).isEqualTo("%PDF-");
    keep("printed.pdf", pdf);
  }

  @Test
  void picturesForThoseWhoLook() throws Exception {
    for (int width : new int[] {1280, 420}) {
      for (String theme : List.of("light", "dark")) {
        browser.width(width);
        script("document.documentElement.dataset.theme = arguments[0]", theme);
        Object height = script("return document.documentElement.scrollHeight");
        browser
            .driver()
            .executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        byte[] picture = browser.driver().getScreenshotAs(OutputType.BYTES);
        assertThat(picture).isNotEmpty();
        keep(width + "-" + theme + ".png", picture);
      }
    }
  }

  private static void keep(String name, byte[] bytes) throws Exception {
    String where = System.getProperty("report.screenshots");
    if (where != null) {
      Files.write(Files.createDirectories(Path.of(where)).resolve(name), bytes);
    }
  }
}
