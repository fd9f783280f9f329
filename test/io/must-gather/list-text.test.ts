import { dump, load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { readFileObjects } from "../../../shared/io/must-gather/file-objects.ts";
import { cutList } from "../../../shared/io/must-gather/list-text.ts";
import { randomIntegersFrom } from "../../random.ts";
import { yamlOf } from "../must-gather-layouts/layouts.ts";

const kind = { group: "", kind: "Event", versions: ["v1"] };

describe("a list is cut into its items", () => {
  test("which together are the whole, whatever their texts hold", () => {
    const random = randomIntegersFrom(7);
    const pieces = [
      "- a",
      "\n",
      "\n- b",
      "items:",
      "---",
      "\u2028- x",
      "kind: List",
      ": ",
      "#",
      "'",
      '"',
      "\t",
      "é",
      "|",
      " ",
    ];
    const randomText = (): string =>
      Array.from({ length: random(6) }, () => pieces[random(pieces.length)] ?? "").join("");
    for (let repetition = 0; repetition < 300; repetition++) {
      const items = Array.from({ length: 1 + random(5) }, (_, index) => ({
        message: randomText(),
        metadata: { name: `e${index}`, annotations: { [`k${randomText()}`]: randomText() } },
      }));
      const text = yamlOf({ apiVersion: "v1", kind: "EventList", items, metadata: { note: "x" } });
      const cut = cutList(`---\n${text}`);
      expect(cut?.items.map((item) => (load(item.text) as unknown[])[0])).toEqual(items);
      expect(load(cut?.frame ?? "")).toEqual({ apiVersion: "v1", kind: "EventList", metadata: { note: "x" } });
    }
  });

  test("a text of another shape is not cut into items", () => {
    for (const text of [
      "",
      "kind: Pod\n",
      "items: []\n",
      "items:\na: 1\n",
      "items:\n  - a: 1\n - b: 2\n",
      "items:\n- a: 1\n---\nitems:\n- b: 2\n",
    ])
      expect(cutList(text)).toBeUndefined();
  });
});

describe("items that share values by an anchor are read together", () => {
  const listWithSharedLabels = (count: number): string => {
    const metadata = { namespace: "n", labels: { app: "a" } };
    const items = Array.from({ length: count }, (_, index) => ({ metadata: { name: `p${index}`, ...metadata } }));
    return dump({ apiVersion: "v1", items, kind: "PodList", metadata: {} }, { noRefs: false });
  };

  test("each with the value of the anchor", () => {
    const text = listWithSharedLabels(3);
    expect(text).toMatch(/labels: &ref_0\n[\s\S]*labels: \*ref_0\n/);
    const { objects, damage } = readFileObjects(text, "pods.yaml", kind);
    expect(damage).toEqual([]);
    expect(objects.map(({ ref, labels }) => [ref.kind, ref.name, labels.get("app")])).toEqual(
      ["p0", "p1", "p2"].map((name) => ["Pod", name, "a"]),
    );
  });

  test("items are found whose requested word stands in an anchor only", () => {
    const text =
      "apiVersion: v1\nitems:\n- metadata:\n    name: &a x\n- metadata:\n    name: *a\n    namespace: n\nkind: PodList\n";
    const { objects } = readFileObjects(text, "pods.yaml", kind, { words: ["x"] });
    expect(objects.map(({ ref }) => [ref.namespace, ref.name])).toEqual([
      [undefined, "x"],
      ["n", "x"],
    ]);
  });

  test("items that share values in a list that is too long are one sentence of damage", () => {
    const { objects, damage } = readFileObjects(
      `${listWithSharedLabels(2)}note: ${"x".repeat(33_000_000)}\n`,
      "pods.yaml",
      kind,
    );
    expect([objects, damage.length]).toEqual([[], 1]);
    expect(damage[0]?.cause).toMatch(
      /^a YAML list larger than 32 MB whose items share values; convert the file to JSON/,
    );
  });

  test("an alias without its anchor is named by its line", () => {
    const { objects, damage } = readFileObjects(
      listWithSharedLabels(2)
        .replace("&ref_0", "")
        .replace(/\*ref_0/, "*ref_0"),
      "p",
      kind,
    );
    expect([objects.map(({ ref }) => ref.name), damage]).toEqual([
      ["p0"],
      [{ where: expect.stringMatching(/^p:\d+:\d+$/), cause: 'unidentified alias "ref_0"' }],
    ]);
  });
});

describe("one broken item does not take the others with it", () => {
  const validItem = (name: string): string => `- metadata:\n    name: ${name}\n`;
  test("a broken item is named by its line", () => {
    const text = `apiVersion: v1\nitems:\n${validItem("a")}- metadata: {name: [}\n${validItem("b")}kind: EventList\n`;
    const { objects, damage } = readFileObjects(text, "events.yaml", kind);
    expect(objects.map(({ ref }) => `${ref.kind} ${ref.name}`)).toEqual(["Event a", "Event b"]);
    expect(damage.map(({ where }) => where)).toEqual([expect.stringMatching(/^events\.yaml:5:\d+$/)]);
  });

  test("a list that ends early is cut off, and its last item may have lost its end", () => {
    const { objects, damage } = readFileObjects(
      `apiVersion: v1\nitems:\n${validItem("a")}${validItem("b")}`,
      "events.yaml",
      kind,
    );
    expect(objects.map(({ ref }) => ref.name)).toEqual(["a"]);
    const cause = "truncated: it ends in the middle of a list";
    expect(damage).toEqual([{ where: "events.yaml", cause, isTruncated: true }]);
  });
});

describe("a list is cut by its items", () => {
  test("indented items are cut, so that none is too long", () => {
    const items = Array.from(
      { length: 400 },
      (_, index) => `    - metadata:\n        name: n${index}\n      x: ${"y".repeat(100_000)}\n`,
    );
    const { objects, damage } = readFileObjects(`kind: PodList\napiVersion: v1\nitems:\n${items.join("")}`, "p", kind);
    expect([objects.length, damage]).toEqual([400, []]);
    expect(objects.at(-1)?.ref).toMatchObject({ kind: "Pod", name: "n399" });
  });

  test("line by line, so that no text makes it recurse", () => {
    expect(cutList("x: [\n".repeat(4_000_000))).toBeUndefined();
    expect(cutList(`items:\n${"- a\n".repeat(1_000_000)}`)?.items).toHaveLength(1_000_000);
  });

  test("what is too long and no list is refused with what can be done with a file", () => {
    const { objects, damage } = readFileObjects(`metadata:\n  name: a\n  x: ${"y".repeat(33_000_000)}\n`, "p", kind);
    expect([objects, damage.map(({ cause }) => cause)]).toEqual([
      [],
      [expect.stringMatching(/not a list; convert the file to JSON with yq -o json/)],
    ]);
  });
});

describe("a file that is cut off has no object that may have lost its end", () => {
  const whole = [
    "apiVersion: v1",
    "kind: Pod",
    "metadata:",
    "  name: a",
    "status:",
    "  conditions:",
    "  - message: well",
    "    reason: R",
    '    status: "True"',
    "    type: Available",
    "  - message: ill",
    "    reason: R",
    '    status: "True"',
    "    type: Degraded",
    "  phase: Deployed",
    "",
  ].join("\n");
  const lineEnds = (text: string): number[] => [...text.matchAll(/\n/g)].map(({ index }) => index + 1);

  test("wherever in a line it is cut", () => {
    expect(readFileObjects(whole, "a", kind).damage).toEqual([]);
    for (let end = whole.indexOf("name: a") + 7; end < whole.length; end += 1) {
      if (lineEnds(whole).includes(end)) continue;
      const { objects, damage } = readFileObjects(whole.slice(0, end), "a", kind);
      expect([end, objects.length, damage.length]).toEqual([end, 0, 1]);
    }
  });

  test("at the end of a line where a field or a condition is not whole", () => {
    const lost = lineEnds(whole).filter((end) => readFileObjects(whole.slice(0, end), "a", kind).objects.length === 0);
    const kept = lineEnds(whole).filter((end) => !lost.includes(end));
    expect(kept.map((end) => whole.slice(0, end).trimEnd().split("\n").at(-1)?.trim())).toEqual([
      "name: a",
      "type: Available",
      "type: Degraded",
      "phase: Deployed",
    ]);
  });

  test.for([
    ["JSON needs no line break", '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}', 1, 0],
    ["JSON that is cut is none", '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}', 0, 1],
    ["of several documents only the last one is lost", `${whole}---\n${whole.trimEnd()}`, 1, 1],
    ["fifteen dashes end a document without a line break", `${whole}---------------\n${whole}---------------`, 2, 0],
  ] as const)("%s", ([, text, found, broken]) => {
    const { objects, damage } = readFileObjects(text, "a", kind);
    expect([objects.length, damage.length]).toEqual([found, broken]);
  });

  test("a value is kept once for all its aliases where copies would take more than the file", () => {
    const text = `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: &a {text: ${"x".repeat(3_000)}}\nstatus:\n`;
    const { objects } = readFileObjects(`${text}${"- *a\n".repeat(100)}`, "a", kind);
    const values = objects[0]?.raw["status"] as readonly unknown[];
    expect([values.length, new Set(values).size]).toEqual([100, 1]);
  });

  test("neither managedFields nor the record of kubectl apply is kept", () => {
    const metadata = {
      name: "a",
      annotations: { "kubectl.kubernetes.io/last-applied-configuration": "{}", other: "kept" },
      managedFields: [{ manager: "m", time: "2026-11-21T12:00:00Z", fieldsV1: { "f:status": {} } }],
    };
    const { objects } = readFileObjects(yamlOf({ apiVersion: "v1", kind: "Pod", metadata }), "a", kind);
    expect(objects[0]?.raw["metadata"]).toEqual({
      name: "a",
      annotations: { other: "kept" },
      managedFields: [{ time: "2026-11-21T12:00:00Z" }],
    });
  });
});
