package org.pmemycsb.harness.plan.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.pmemycsb.harness.plan.design.ClaimText;

/** Claims: in a file a list of maps; they are not given on the command line. */
final class ClaimsForm {
  private static final List<String> KEYS = List.of("id", "says", "holds", "published", "source");

  private ClaimsForm() {}

  static Form<List<ClaimText>> form() {
    return Form.list(new Form<>(ClaimsForm::read, false, ClaimsForm::written, claim -> claim))
        .checkedBy(
            claims -> {
              Form.refuseDouble(claims.stream().map(ClaimText::id).toList());
              return claims;
            });
  }

  private static ClaimText read(Given given) {
    Given claim = given.named("a claim");
    Map<String, Given> parts = claim.map(KEYS);
    claim.needs("a claim", parts, "id", "says", "holds");
    Function<String, String> text =
        key -> Optional.ofNullable(parts.get(key)).map(Given::text).orElse("");
    return new ClaimText(
        text.apply("id"),
        text.apply("says"),
        text.apply("holds"),
        text.apply("published"),
        text.apply("source"),
        parts.get("holds").positions());
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
