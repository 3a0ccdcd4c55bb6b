package org.pmemycsb.harness.report.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EscapeTest {
  @Test
  void nothingOfHtmlIsLeft() {
    assertThat(Escape.html("<a href=\"x\">'&"))
        .isEqualTo("&lt;a href&#x3D;&quot;x&quot;&gt;&#39;&amp;");
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
