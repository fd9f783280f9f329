import { describe, expect, test } from "vitest";
import type { Related } from "../../shared/model/report.ts";
import { renderText } from "../../shared/render/formats/text/text.ts";
import type { PageDetail } from "../../shared/render/page/page.ts";
import { relatedTexts } from "../../shared/render/page/related-rows.ts";
import { describeFinding as sentence } from "../../shared/render/words/index.ts";
import { component, finding, report, root } from "./build.ts";

function entry(name: string, state: Related["state"], now?: string): Related {
  const current = now === undefined ? {} : { current: { uid: "u", resourceVersion: now } };
  return {
    ref: { group: "", kind: "ConfigMap", namespace: "n", name },
    recorded: { uid: "u", resourceVersion: "1" },
    state,
    ...current,
  };
}

function told(
  related: readonly Related[],
  telling: Partial<PageDetail>,
  isCounted: boolean = false,
): readonly string[] {
  return relatedTexts(
    related,
    { clock: { now: "2026-11-21T12:00:00Z", tells: "age" }, wide: false, ...telling },
    isCounted,
  );
}

const some = [
  entry("a", "same", "1"),
  entry("b", "changed", "2"),
  entry("c", "gone"),
  entry("d", "replaced", "3"),
  entry("e", "forbidden"),
];

describe("the related objects in a report", () => {
  const rows: readonly [
    rule: string,
    related: readonly Related[],
    telling: Partial<PageDetail>,
    texts: readonly string[],
  ][] = [
    ["stay unsaid where nobody asks", some, {}, []],
    ["none are none", [], { wide: true, related: true }, []],
    [
      "all the same take a line",
      [entry("a", "same"), entry("b", "same")],
      { related: true },
      ["2 objects, all unchanged"],
    ],
    [
      "what is neither same nor changed is named, worst first",
      some,
      { related: true },
      [
        "4 of 5 objects checked: 1 unchanged, 1 changed since recorded, 1 replaced, 1 deleted; 1 forbidden",
        "ConfigMap n/c deleted",
        "ConfigMap n/d replaced",
        "ConfigMap n/e forbidden",
      ],
    ],
    [
      "in wide all that is not the same, from version to version",
      some,
      { wide: true },
      [
        "4 of 5 objects checked: 1 unchanged, 1 changed since recorded, 1 replaced, 1 deleted; 1 forbidden",
        "ConfigMap n/c deleted (resourceVersion 1)",
        "ConfigMap n/d replaced (resourceVersion 1 -> 3)",
        "ConfigMap n/e forbidden (resourceVersion 1)",
        "ConfigMap n/b changed since recorded (resourceVersion 1 -> 2)",
      ],
    ],
    [
      "what was not read is only counted",
      [entry("a", "same"), entry("b", "unread")],
      { wide: true },
      ["1 of 2 objects checked, all unchanged"],
    ],
    [
      "beside others it has its number, so that all add up",
      [entry("a", "same"), entry("b", "unread"), entry("c", "forbidden")],
      { wide: true },
      ["1 of 3 objects checked, all unchanged; 1 forbidden; 1 not read", "ConfigMap n/c forbidden (resourceVersion 1)"],
    ],
    ["nothing was checked", [entry("b", "unread")], { related: true }, ["0 of 1 object checked"]],
  ];
  test("where they are counted the numbers stand without being asked for, and nothing else", () => {
    expect(told(some, {}, true)).toEqual([
      "4 of 5 objects checked: 1 unchanged, 1 changed since recorded, 1 replaced, 1 deleted; 1 forbidden",
    ]);
    expect(told([entry("a", "same"), entry("b", "unread")], {}, true)).toEqual([
      "1 of 2 objects checked, all unchanged",
    ]);
    expect(told([], {}, true)).toEqual([]);
  });

  test.for([
    ["not in a report that is short because all is well", "healthy", false],
    ["in any other", "degraded", true],
  ] as const)("they are counted %s", ([, verdict, isTold]) => {
    const one = root({ children: [component("CDI", verdict, "v1")], related: [entry("a", "same")] });
    expect(renderText(report([one])).includes("Related 1 object, all unchanged")).toBe(isTold);
    expect(renderText(report([one]), { wide: true })).toContain("Related 1 object, all unchanged");
  });

  test.for(rows)("%s", ([, related, telling, texts]) => {
    expect(told(related, telling)).toEqual(texts);
  });

  test("a hundred that are gone are five and a number", () => {
    const texts = told(
      Array.from({ length: 100 }, (_, i) => entry(`c${i}`, "gone")),
      { related: true },
    );
    expect(texts).toHaveLength(7);
    expect(texts.at(-1)).toBe("and 95 more; -o wide shows all");
  });
});

describe("the sentences about what belongs to an object", () => {
  const about = { group: "acme.io", kind: "Widget", namespace: "n", name: "w" };
  const rows: readonly [text: string, finding: Parameters<typeof sentence>[0]][] = [
    [
      "Widget n/w reports no conditions; health cannot be determined",
      finding("info", { code: "not-judged", types: [] }, about),
    ],
    [
      "polarity of A and B of Widget n/w is unknown; health cannot be determined; define it in a --polarity file",
      finding("info", { code: "not-judged", types: ["A", "B"] }, about),
    ],
    [
      "the relatedObjects of Widget n/w are not a list and were not read",
      finding("warning", { code: "odd-related", unusable: 0 }, about),
    ],
    [
      "2 entries in the relatedObjects of Widget n/w name no object and were ignored",
      finding("warning", { code: "odd-related", unusable: 2 }, about),
    ],
    [
      "Widget a and Widget b own each other: the garbage collector never deletes them",
      finding("warning", { code: "owner-cycle", names: ["Widget a", "Widget b"] }, about),
    ],
    [
      "12 owned objects below Widget n/w are not shown: more than 10 levels deep, or too many",
      finding("info", { code: "owned-cut", depth: 10, objects: 12 }, about),
    ],
    [
      "5 objects listed in relatedObjects do not exist: Widget n/w, ConfigMap a and 3 more",
      finding(
        "warning",
        { code: "related-object", state: "gone", others: [{ group: "", kind: "ConfigMap", name: "a" }], count: 5 },
        about,
      ),
    ],
  ];
  test.for(rows)("%s", ([text, finding]) => {
    expect(sentence(finding)).toBe(text);
  });
});
