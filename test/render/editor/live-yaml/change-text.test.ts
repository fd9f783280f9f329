import { expect, test } from "vitest";
import { changeText, dryRunSides } from "../../../../shared/render/editor/live-yaml/dry-run.ts";

const none = { name: "cnv/hco", place: "prod", isCreated: false, paths: [], isCut: false, drives: [], removed: [] };
const many = Array.from({ length: 6 }, (_, index) => ["spec", "list", index]);

const rows: readonly [rule: string, words: Parameters<typeof changeText>[0], text: string][] = [
  ["nothing", none, "Applying the manifest changes nothing of cnv/hco on prod. Nothing was stored."],
  ["an object", { ...none, isCreated: true }, "Applying the manifest creates cnv/hco on prod. Nothing was stored."],
  [
    "one field and its components",
    { ...none, paths: [["spec", "infra"]], drives: ["KubeVirt", "CDI"] },
    "Applying the manifest changes spec.infra of cnv/hco on prod. Affected components: KubeVirt, CDI.",
  ],
  [
    "many fields, of which four are named",
    { ...none, paths: many, isCut: true },
    "Applying the manifest changes 6+ fields of cnv/hco on prod: spec.list[0], spec.list[1], spec.list[2], spec.list[3], ….",
  ],
  [
    "what only kubectl removes",
    { ...none, removed: [["spec", "a"]] },
    "Applying the manifest changes nothing of cnv/hco on prod. Nothing was stored. kubectl apply would also remove spec.a, which the file no longer has.",
  ],
  [
    "a hostile key",
    { ...none, paths: [["spec", "a\u001b[2J"]] },
    "Applying the manifest changes spec.a^[[2J of cnv/hco on prod.",
  ],
];
test.for(rows)("a dry run says what applying changes: %s", ([, words, text]) => {
  expect(changeText(words)).toBe(text);
});

test("a comparison of a dry run marks only what changes: the first line of both sides is one", () => {
  const live = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { a: "1", b: "2" } };
  const changed = dryRunSides(live, { ...live, data: { a: "1", b: "3" } });
  const [before, after] = [changed.live, changed.result].map((text) => text.split("\n"));
  expect(before?.filter((line, place) => line !== after?.[place])).toEqual(['  b: "2"']);
  const created = dryRunSides(undefined, live);
  expect(created.result.startsWith(created.live)).toBe(true);
  expect(created.live).toMatch(/^# the object does not exist .*\n$/);
});
