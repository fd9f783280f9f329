import { describe, expect, test } from "vitest";
import type { Related } from "../../shared/model/report.ts";
import { describeFinding } from "../../shared/outline/findings/describe.ts";
import { renderText } from "../../shared/render/formats/text/text.ts";
import { component, finding, report, root } from "./build.ts";

function buildEntry(name: string, state: Related["state"], now?: string): Related {
  const current = now === undefined ? {} : { current: { uid: "u", resourceVersion: now } };
  return {
    ref: { group: "", kind: "ConfigMap", namespace: "n", name },
    recorded: { uid: "u", resourceVersion: "1" },
    state,
    ...current,
  };
}

/** The section of the related objects in `-o wide`: its heading, then a line for each object. */
function renderRelatedObjects(related: readonly Related[]): readonly string[] {
  const hyperConverged = root({ children: [component("CDI", "degraded", "v1")], related });
  const lines = renderText(report([hyperConverged])).split("\n");
  const start = lines.findIndex((line) => line.startsWith("RELATED OBJECTS"));
  const end = lines.indexOf("", start);
  return start < 0 ? [] : lines.slice(start, end < 0 ? undefined : end);
}

const relatedInEachState = [
  buildEntry("a", "same", "1"),
  buildEntry("b", "changed", "2"),
  buildEntry("c", "gone"),
  buildEntry("d", "replaced", "3"),
  buildEntry("e", "forbidden"),
];

describe("the full report lists related objects that are not as recorded", () => {
  const rows: readonly {
    readonly rule: string;
    readonly related: readonly Related[];
    readonly lines: readonly string[];
  }[] = [
    { rule: "a root without related objects has no section for them", related: [], lines: [] },
    {
      rule: "related objects that are as recorded are counted in the heading",
      related: [buildEntry("a", "same"), buildEntry("b", "same")],
      lines: ["RELATED OBJECTS (2 objects, all unchanged)"],
    },
    {
      rule: "related objects that are not as recorded have a line each, the worst first",
      related: relatedInEachState,
      lines: [
        "RELATED OBJECTS (4 of 5 objects checked: 1 unchanged, 1 changed since recorded, 1 replaced, 1 deleted; 1 forbidden)",
        "! ConfigMap n/c deleted (resourceVersion 1)",
        "! ConfigMap n/d replaced (resourceVersion 1 -> 3)",
        "? ConfigMap n/e forbidden (resourceVersion 1)",
        "? ConfigMap n/b changed since recorded (resourceVersion 1 -> 2)",
      ],
    },
    {
      rule: "related objects that were not read are counted in the heading",
      related: [buildEntry("a", "same"), buildEntry("b", "unread"), buildEntry("c", "forbidden")],
      lines: [
        "RELATED OBJECTS (1 of 3 objects checked, all unchanged; 1 forbidden; 1 not checked)",
        "? ConfigMap n/c forbidden (resourceVersion 1)",
      ],
    },
  ];

  test.for(rows)("$rule", ({ related, lines }) => {
    expect(renderRelatedObjects(related)).toEqual(lines);
  });
});

describe("the sentences about related and owned objects", () => {
  const about = { group: "acme.io", kind: "Widget", namespace: "n", name: "w" };
  const rows: readonly { readonly text: string; readonly finding: Parameters<typeof describeFinding>[0] }[] = [
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
  test.for(rows)('the finding $finding.code is written as "$text"', ({ text, finding }) => {
    expect(describeFinding(finding)).toBe(text);
  });
});
