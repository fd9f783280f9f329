import { describe, expect, test } from "vitest";
import type { PlacePhase } from "../../../../shared/model/connection-phase.ts";
import { nothingUnhealthyText } from "../../../../shared/render/editor/manifest-link.ts";

describe("that nothing is unhealthy is claimed only for what was read", () => {
  const rows: [phase: PlacePhase, words: string][] = [
    ["untrusted", "Nothing was read: no cluster is contacted until the workspace is trusted"],
    ["paused", "Nothing was read: not connected to a cluster; connect first"],
    ["noKubeconfig", "Nothing was read: no kubeconfig found"],
    ["noContext", "Nothing was read: the kubeconfig has no current context"],
    ["unusable", "Nothing was read: the kubeconfig is unusable"],
    ["connecting", "Nothing was read: connecting to prod"],
    ["authRequired", "Nothing was read: prod requires login"],
    ["unreachable", "Nothing was read: prod is unreachable"],
    ["forbidden", "Nothing was read: forbidden on prod"],
    ["noSuchKind", "No supported kind is installed on prod"],
    ["empty", "No supported objects on prod"],
    ["shown", "All objects that were read are healthy"],
  ];
  test.for(rows)("%s", ([phase, words]) => {
    expect(nothingUnhealthyText({ phase, place: "prod", isFiles: false, asOf: "" })).toBe(words);
  });

  test("of a must-gather that cannot be read no kubeconfig is blamed", () => {
    expect(nothingUnhealthyText({ phase: "unusable", place: "mg.tgz", isFiles: true, asOf: "" })).toBe(
      "Nothing was read: mg.tgz cannot be read",
    );
  });

  test("the sentence says up to which time it holds", () => {
    expect(nothingUnhealthyText({ phase: "shown", place: "prod", isFiles: false, asOf: "14:02" })).toBe(
      "All objects that were read are healthy, as of 14:02",
    );
  });

  test("with what is in the way", () => {
    const problem = "no route to host";
    expect(nothingUnhealthyText({ phase: "unreachable", place: "prod", isFiles: false, problem, asOf: "" })).toBe(
      "Nothing was read: prod is unreachable (no route to host)",
    );
  });
});
