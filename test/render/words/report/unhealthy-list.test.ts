import { describe, expect, test } from "vitest";
import type { PlacePhase } from "../../../../shared/model/connection-phase.ts";
import { nothingUnhealthyText } from "../../../../shared/render/words/report/unhealthy-list.ts";
import { inEnglish } from "../../../../shared/render/words/translate.ts";

describe("that nothing is unwell is said only of what was read", () => {
  const rows: [phase: PlacePhase, words: string][] = [
    ["untrusted", "Nothing was read: nothing is asked of a cluster until the workspace is trusted"],
    ["paused", "Nothing was read: nobody has asked to connect to a cluster"],
    ["noKubeconfig", "Nothing was read: there is no kubeconfig"],
    ["noContext", "Nothing was read: the kubeconfig names no current context"],
    ["unusable", "Nothing was read: the kubeconfig cannot be used"],
    ["connecting", "Nothing was read: prod is being asked"],
    ["authRequired", "Nothing was read: prod wants a login"],
    ["unreachable", "Nothing was read: prod does not answer"],
    ["forbidden", "Nothing was read: you may not read it on prod"],
    ["noSuchKind", "prod knows none of the kinds that are judged"],
    ["empty", "There is nothing to judge on prod"],
    ["shown", "Nothing that was read is unwell"],
  ];
  test.for(rows)("%s", ([phase, words]) => {
    expect(nothingUnhealthyText(inEnglish, { phase, place: "prod", asOf: "" })).toBe(words);
  });

  test("and up to when it was so", () => {
    expect(nothingUnhealthyText(inEnglish, { phase: "shown", place: "prod", asOf: "14:02" })).toBe(
      "Nothing that was read is unwell, as of 14:02",
    );
  });

  test("with what is in the way", () => {
    const problem = "no route to host";
    expect(nothingUnhealthyText(inEnglish, { phase: "unreachable", place: "prod", problem, asOf: "" })).toBe(
      "Nothing was read: prod does not answer (no route to host)",
    );
  });
});
