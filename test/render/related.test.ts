import { describe, expect, test } from "vitest";
import type { Related } from "../../shared/model/report.ts";
import { describeFinding as sentence } from "../../shared/outline/findings/describe.ts";
import { renderText } from "../../shared/render/formats/text/text.ts";
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

/** The section of the related objects in `-o wide`: its heading, then a line for each object. */
function relatedLines(related: readonly Related[]): readonly string[] {
  const one = root({ children: [component("CDI", "degraded", "v1")], related });
  const lines = renderText(report([one])).split("\n");
  const start = lines.findIndex((line) => line.startsWith("RELATED OBJECTS"));
  const end = lines.indexOf("", start);
  return start < 0 ? [] : lines.slice(start, end < 0 ? undefined : end);
}

const some = [
  entry("a", "same", "1"),
  entry("b", "changed", "2"),
  entry("c", "gone"),
  entry("d", "replaced", "3"),
  entry("e", "forbidden"),
];

describe("the related objects in a full report", () => {
  const rows: readonly {
    readonly rule: string;
    readonly related: readonly Related[];
    readonly lines: readonly string[];
  }[] = [
    { rule: "have no section where there are none", related: [], lines: [] },
    {
      rule: "are counted where all are as recorded",
      related: [entry("a", "same"), entry("b", "same")],
      lines: ["RELATED OBJECTS (2 objects, all unchanged)"],
    },
    {
      rule: "that are not as recorded have a line each, worst first, from version to version",
      related: some,
      lines: [
        "RELATED OBJECTS (4 of 5 objects checked: 1 unchanged, 1 changed since recorded, 1 replaced, 1 deleted; 1 forbidden)",
        "! ConfigMap n/c deleted (resourceVersion 1)",
        "! ConfigMap n/d replaced (resourceVersion 1 -> 3)",
        "? ConfigMap n/e forbidden (resourceVersion 1)",
        "? ConfigMap n/b changed since recorded (resourceVersion 1 -> 2)",
      ],
    },
    {
      rule: "that were not read are only counted, so that all numbers add up",
      related: [entry("a", "same"), entry("b", "unread"), entry("c", "forbidden")],
      lines: [
        "RELATED OBJECTS (1 of 3 objects checked, all unchanged; 1 forbidden; 1 not read)",
        "? ConfigMap n/c forbidden (resourceVersion 1)",
      ],
    },
  ];

  test.for(rows)("$rule", ({ related, lines }) => {
    expect(relatedLines(related)).toEqual(lines);
  });
});

describe("the sentences about what belongs to an object", () => {
  const about = { group: "acme.io", kind: "Widget", namespace: "n", name: "w" };
  const rows: readonly { readonly text: string; readonly finding: Parameters<typeof sentence>[0] }[] = [
    {
      text: "Widget n/w reports no conditions; health cannot be determined",
      finding: finding("info", { code: "not-evaluated", types: [] }, about),
    },
    {
      text: "polarity of A and B of Widget n/w is unknown; health cannot be determined; define it in a --polarity file",
      finding: finding("info", { code: "not-evaluated", types: ["A", "B"] }, about),
    },
    {
      text: "the relatedObjects of Widget n/w are not a list and were not read",
      finding: finding("warning", { code: "odd-related", unusable: 0 }, about),
    },
    {
      text: "2 entries in the relatedObjects of Widget n/w name no object and were ignored",
      finding: finding("warning", { code: "odd-related", unusable: 2 }, about),
    },
    {
      text: "Widget a and Widget b own each other: the garbage collector never deletes them",
      finding: finding("warning", { code: "owner-cycle", names: ["Widget a", "Widget b"] }, about),
    },
    {
      text: "12 owned objects below Widget n/w are not shown: more than 10 levels deep, or too many",
      finding: finding("info", { code: "owned-cut", depth: 10, objects: 12 }, about),
    },
    {
      text: "5 objects listed in relatedObjects do not exist: Widget n/w, ConfigMap a and 3 more",
      finding: finding(
        "warning",
        { code: "related-object", state: "gone", others: [{ group: "", kind: "ConfigMap", name: "a" }], count: 5 },
        about,
      ),
    },
  ];
  test.for(rows)("$text", ({ text, finding }) => {
    expect(sentence(finding)).toBe(text);
  });
});
