import { describe, expect, test } from "vitest";
import type { EvaluatedCondition, Report, ReportNode } from "../../../../shared/model/report.ts";
import { buildTreeRows, type TreeOptions } from "../../../../shared/render/editor/tree/build-rows.ts";
import { changedRows, drawnFields } from "../../../../shared/render/editor/tree/changed-rows.ts";
import type { OutlineRow } from "../../../../shared/render/editor/tree/row.ts";
import { pick, randomFrom } from "../../../random.ts";
import { component, condition, finding, now, report, root, workloadBelow } from "../../build.ts";

const seconds = Date.parse(now) / 1000;

function buildRows(some: Partial<Parameters<typeof root>[0]>, options: TreeOptions = {}): readonly OutlineRow[] {
  return buildTreeRows(report([root(some)]), { now: seconds, ...options });
}

const unavailable = condition("Available", "F", 300, "A", "one");
const degradedCdi = component("CDI", "degraded", "v1", {
  conditions: [condition("Degraded", "T", 300, "Bad", "boom")],
});

describe("only the rows that differ are redrawn", () => {
  test.for<{
    readonly rule: string;
    readonly before: readonly OutlineRow[];
    readonly after: readonly OutlineRow[];
    readonly changed: "root" | readonly string[];
  }>([
    {
      rule: "no row is redrawn where nothing differs",
      before: buildRows({ conditions: [unavailable] }),
      after: buildRows({ conditions: [unavailable] }),
      changed: [],
    },
    {
      rule: "no row is redrawn where only seconds passed that no row shows",
      before: buildRows({ conditions: [unavailable] }),
      after: buildRows({ conditions: [unavailable] }, { now: seconds + 1 }),
      changed: [],
    },
    {
      rule: "each row with another age is redrawn",
      before: buildRows({ conditions: [unavailable], children: [degradedCdi], causes: [], verdict: "progressing" }),
      after: buildRows(
        { conditions: [unavailable], children: [degradedCdi], causes: [], verdict: "progressing" },
        { now: seconds + 3600 },
      ),
      changed: ["conditions/Available", "parts/CDI"],
    },
    {
      rule: "a condition with another message is redrawn, for its tooltip",
      before: buildRows({ conditions: [unavailable] }),
      after: buildRows({ conditions: [{ ...unavailable, message: "two" }] }),
      changed: ["conditions/Available"],
    },
    {
      rule: "the group of conditions is redrawn where a condition was added",
      before: buildRows({ conditions: [unavailable] }),
      after: buildRows({ conditions: [unavailable, condition("Degraded", "F", 300)] }),
      changed: ["conditions"],
    },
    {
      rule: "the root is redrawn where it has its first finding",
      before: buildRows({}),
      after: buildTreeRows(
        report([root({})], {
          findings: [
            finding("warning", { code: "tainted", annotation: "a/b", component: "KubeVirt", operations: 1 } as never),
          ],
        }),
        {
          now: seconds,
        },
      ),
      changed: ["."],
    },
    {
      rule: "the whole tree is redrawn where the root is another",
      before: buildRows({}),
      after: buildTreeRows(report([]), { now: seconds }),
      changed: "root",
    },
    {
      rule: "the whole tree is redrawn where the source is another",
      before: buildRows({}),
      after: buildRows({}, { key: "other" }),
      changed: "root",
    },
  ])("$rule", ({ before, after, changed }) => {
    expect(shortenIds(changedRows(before, after))).toEqual(changed);
  });

  test("rows that were never expanded are not compared", () => {
    const before = buildRows({ conditions: [unavailable] });
    const after = buildRows({ conditions: [{ ...unavailable, message: "two" }] });
    expect(changedRows(before, after, (id) => !id.endsWith("/conditions"))).toEqual([]);
  });
});

/** Ids without the root's own part. */
function shortenIds(changed: "root" | readonly string[]): "root" | readonly string[] {
  if (changed === "root") return changed;
  return changed.map(
    (id) =>
      id
        .replace(/^[^/]*\/[^/]*\/?/, "")
        .replace(/%2f/g, "/")
        .replace(/^parts\/.*\/CDI\/.*$/, "parts/CDI") || ".",
  );
}

/** A row as VS Code shows it, with the rows below it where it is expanded. */
interface Drawn {
  readonly id: string;
  readonly tuple: string;
  readonly below: readonly Drawn[];
}

/** The rows as VS Code reads them. */
function drawRows(rows: readonly OutlineRow[], isOpen: (id: string) => boolean): readonly Drawn[] {
  return rows.map((row) => ({
    id: row.id,
    tuple: drawnFields(row),
    below: row.hasChildren && isOpen(row.id) ? drawRows(row.children(), isOpen) : [],
  }));
}

/** The screen after VS Code has read the changed rows again, with all rows below them. Other rows stay as they were. */
function redrawRows(
  screen: readonly Drawn[],
  after: readonly OutlineRow[],
  changed: "root" | readonly string[],
  isOpen: (id: string) => boolean,
): readonly Drawn[] {
  if (changed === "root") return drawRows(after, isOpen);
  const newRows = new Map(flattenDrawn(drawRows(after, isOpen)).map((row) => [row.id, row]));
  const renewRow = (row: Drawn): Drawn => {
    if (changed.includes(row.id)) return newRows.get(row.id) ?? row;
    return { ...row, below: row.below.map(renewRow) };
  };
  return screen.map(renewRow);
}

function flattenDrawn(rows: readonly Drawn[]): readonly Drawn[] {
  return rows.flatMap((row) => [row, ...flattenDrawn(row.below)]);
}

describe("redrawing the listed rows leads from one tree to the next", () => {
  test.for(Array.from({ length: 400 }, (_, seed) => seed))(
    "the trees of hostile reports of seed %i differ only in the redrawn rows, and each of these is needed",
    (seed) => {
      const next = randomFrom(seed);
      const before = makeTree(next);
      // Most of the second trees are the first one with one change.
      const isOther = next() < 0.2;
      const after = isOther ? makeTree(next).rows : buildTreeRows(changeReport(next, before.report), before.options);
      const salt = Math.floor(next() * 5);
      const isOpen = (id: string): boolean => salt === 0 || (id.length + salt) % 3 !== 0;
      const changed = changedRows(before.rows, after, isOpen);
      const screen = drawRows(before.rows, isOpen);
      const expected = drawRows(after, isOpen);
      expect(redrawRows(screen, after, changed, isOpen)).toEqual(expected);
      if (changed === "root") {
        expect(screen.map(({ id }) => id)).not.toEqual(expected.map(({ id }) => id));
        return;
      }
      expect(new Set(changed).size).toBe(changed.length);
      for (const omittedId of changed) {
        const others = changed.filter((id) => id !== omittedId);
        expect(redrawRows(screen, after, others, isOpen)).not.toEqual(expected);
      }
    },
  );
});

interface Tree {
  readonly report: Report;
  readonly options: TreeOptions;
  readonly rows: readonly OutlineRow[];
}

function makeTree(next: () => number): Tree {
  const sample = makeReport(next);
  const options: TreeOptions = { now: seconds + Math.floor(next() * 3) * 600, isUnhealthyOnly: next() < 0.3 };
  return { report: sample, options, rows: buildTreeRows(sample, options) };
}

const verdicts = ["healthy", "progressing", "degraded"] as const;

function makeReport(next: () => number): Report {
  const makeSome = <T>(most: number, make: (index: number) => T): readonly T[] =>
    Array.from({ length: Math.floor(next() * (most + 1)) }, (_, index) => make(index));
  const container = (index: number): ReportNode => workloadBelow("container", `c${index}`, pick(next, verdicts));
  const pod = (index: number): ReportNode =>
    workloadBelow("pod", `p${index}`, pick(next, verdicts), { children: makeSome(2, container) });
  const part = (index: number): ReportNode =>
    component(pick(next, ["CDI", "SSP", "KubeVirt"]), pick(next, verdicts), `v${index}`, {
      children: makeSome(3, pod),
    });
  const randomConditionText = (): readonly [string, string] => [pick(next, ["", "A", "B"]), pick(next, ["", "x", "y"])];
  const roots = makeSome(2, (index) => {
    const made = root({
      conditions: makeSome(3, (place) =>
        condition(
          `T${place}`,
          pick(next, ["T", "F", "U"] as const),
          1 + Math.floor(next() * 3),
          ...randomConditionText(),
        ),
      ),
      children: makeSome(3, part),
      related: makeSome(3, (place) => ({
        ref: { group: "", kind: pick(next, ["ConfigMap", "Service"]), namespace: "n", name: `r${place}` },
        recorded: { uid: "u", resourceVersion: "1" },
        state: pick(next, ["same", "gone", "changed"] as const),
      })),
    });
    return { ...made, label: `root${index}`, ref: { ...made.ref, name: `root${index}` } };
  });
  return report(roots);
}

/** The report with one change in some of its roots. */
function changeReport(next: () => number, original: Report): Report {
  const other = makeReport(next);
  const roots = original.roots.map((rootBefore, index) => {
    const otherRoot = other.roots[index];
    if (otherRoot === undefined || next() < 0.5) return rootBefore;
    const changeMessage = (each: EvaluatedCondition) => (next() < 0.5 ? { ...each, message: "z" } : each);
    return pick(next, [
      { ...rootBefore, conditions: otherRoot.conditions },
      { ...rootBefore, children: otherRoot.children },
      { ...rootBefore, related: otherRoot.related },
      { ...rootBefore, conditions: rootBefore.conditions.map(changeMessage) },
    ]);
  });
  return { ...original, roots };
}
