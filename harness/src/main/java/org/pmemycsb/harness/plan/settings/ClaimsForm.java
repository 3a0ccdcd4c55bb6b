package org.pmemycsb.harness.plan.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pmemycsb.harness.plan.design.ClaimText;

/** Claims: in a file a list of maps; they are not given on the command line. */
final class ClaimsForm {
  private static final List<String> KEYS = List.of("id", "says", "holds", "published", "source");

  private ClaimsForm() {}

  static Form<List<ClaimText>> form() {
    return new Form<>(
        ClaimsForm::read,
        (texts, before) -> before,
        false,
        value -> value.stream().map(ClaimsForm::written).toList(),
        List::copyOf);
  }

  private static List<ClaimText> read(YamlNode node) {
    List<ClaimText> all = new ArrayList<>();
    for (YamlNode entry : node.list()) {
      ClaimText claim = claim(entry.named("a claim"));
      if (all.stream().anyMatch(other -> other.id().equals(claim.id()))) {
        throw entry.wrong("claims: " + claim.id() + " is named twice");
      }
      all.add(claim);
    }
    return all;
  }

  private static ClaimText claim(YamlNode node) {
    Map<String, YamlNode> byKey = node.map(KEYS);
    node.needs("a claim", byKey, "id", "says", "holds");
    return new ClaimText(
        byKey.get("id").text(),
        byKey.get("says").text(),
        byKey.get("holds").text(),
        byKey.containsKey("published") ? byKey.get("published").text() : "",
        byKey.containsKey("source") ? byKey.get("source").text() : "",
        byKey.get("holds").positions());
  }

  private static Map<String, String> written(ClaimText claim) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("id", claim.id());
    all.put("says", claim.says());
    all.put("holds", claim.holds());
    all.put("published", claim.published());
    all.put("source", claim.source());
    all.values().removeIf(String::isEmpty);
    return all;
  }
}
