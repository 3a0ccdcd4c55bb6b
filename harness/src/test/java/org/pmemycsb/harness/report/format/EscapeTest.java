package org.pmemycsb.harness.report.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EscapeTest {
  @Test
  void nothingOfHtmlIsLeft() {
    assertThat(Escape.html("<a href=\"x\">'&")).isEqualTo("&lt;a href=&quot;x&quot;&gt;&#39;&amp;");
  }

  @Test
  void everySpecialCharacterOfLatexIsMadeText() {
    assertThat(Escape.latex("a_b{c}100%#$&~^\\ é"))
        .isEqualTo(
            "a\\_b\\{c\\}100\\%\\#\\$\\&\\textasciitilde{}\\textasciicircum{}\\textbackslash{} ?");
  }

  @Test
  void aMarkdownCellStaysOneCell() {
    assertThat(Escape.markdown("a|b\nc<script>")).isEqualTo("a\\|b c&lt;script>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "/a/b-1.2", "with space", "it's", "$(rm -rf x)", "`x`", "a\"b"})
  void aShellSeesOneWordAsItIs(String text) throws Exception {
    Process shell = new ProcessBuilder("sh", "-c", "printf %s " + Escape.shell(text)).start();

    assertThat(new String(shell.getInputStream().readAllBytes())).isEqualTo(text);
  }

  @Test
  void invisibleCharactersAreSpelledOutInEachFormat() {
    String hostile = "a\u202eb\u001b[2Jc\r\u2028d\ud800e\u00e9";
    String spelled = "a\\u202eb\\u001b[2Jc\\u000d\\u2028d\\ud800e\u00e9";

    assertThat(Escape.visible(hostile)).isEqualTo(spelled);
    assertThat(Escape.visible("a\n\tb\ud83d\ude00")).isEqualTo("a\n\tb\ud83d\ude00");
    assertThat(Escape.html(hostile)).isEqualTo(spelled);
    assertThat(Escape.markdown("a\u202e|\nb")).isEqualTo("a\\u202e\\| b");
    assertThat(Escape.latex("a\u202eb")).isEqualTo("a\\textbackslash{}u202eb");
  }
}
