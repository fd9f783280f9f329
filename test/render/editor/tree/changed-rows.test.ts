import { describe, expect, test } from "vitest";
import type { Report, ReportNode } from "../../../../shared/model/report.ts";
import { buildTreeRows, type OutlineRow, type TreeOptions } from "../../../../shared/render/editor/tree/build-rows.ts";
import { changedRows, drawnFields } from "../../../../shared/render/editor/tree/changed-rows.ts";
import { pick, randomFrom } from "../../../random.ts";
import { component, condition, finding, now, report, root, workloadBelow } from "../../build.ts";

const seconds = Date.parse(now) / 1000;

function rowsOfReport(some: Partial<Parameters<typeof root>[0]>, options: TreeOptions = {}): readonly OutlineRow[] {
  return buildTreeRows(report([root(some)]), { now: seconds, ...options });
}

const ready = condition("Available", "F", 300, "A", "one");
const cdi = (part: Partial<ReportNode> = {}): ReportNode =>
  component("CDI", "degraded", "v1", { conditions: [condition("Degraded", "T", 300, "Bad", "boom")], ...part });

describe("only the rows that differ are redrawn", () => {
  test.for<{
    readonly rule: string;
    readonly before: readonly OutlineRow[];
    readonly after: readonly OutlineRow[];
    readonly changed: "root" | readonly string[];
  }>([
    {
      rule: "no row is redrawn where nothing differs",
      before: rowsOfReport({ conditions: [ready] }),
      after: rowsOfReport({ conditions: [ready] }),
      changed: [],
    },
    {
      rule: "no row is redrawn where only seconds passed that no row shows",
      before: rowsOfReport({ conditions: [ready] }),
      after: rowsOfReport({ conditions: [ready] }, { now: seconds + 1 }),
      changed: [],
    },
    {
      rule: "each row with another age is redrawn",
      before: rowsOfReport({ conditions: [ready], children: [cdi()], causes: [], verdict: "progressing" }),
      after: rowsOfReport(
        { conditions: [ready], children: [cdi()], causes: [], verdict: "progressing" },
        { now: seconds + 3600 },
      ),
      changed: ["conditions/Available", "parts/CDI"],
    },
    {
      rule: "a condition with another message is redrawn, for its tooltip",
      before: rowsOfReport({ conditions: [ready] }),
      after: rowsOfReport({ conditions: [{ ...ready, message: "two" }] }),
      changed: ["conditions/Available"],
    },
    {
      rule: "the group of conditions is redrawn where a condition was added",
      before: rowsOfReport({ conditions: [ready] }),
      after: rowsOfReport({ conditions: [ready, condition("Degraded", "F", 300)] }),
      changed: ["conditions"],
    },
    {
      rule: "the root is redrawn where it has its first finding",
      before: rowsOfReport({}),
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
      before: rowsOfReport({}),
      after: buildTreeRows(report([]), { now: seconds }),
      changed: "root",
    },
    {
      rule: "the whole tree is redrawn where the source is another",
      before: rowsOfReport({}),
      after: rowsOfReport({}, { key: "other" }),
      changed: "root",
    },
  ])("$rule", ({ before, after, changed }) => {
    expect(shortenIds(changedRows(before, after))).toEqual(changed);
  });

  test("rows that were never expanded are not compared", () => {
    const before = rowsOfReport({ conditions: [ready] });
    const after = rowsOfReport({ conditions: [{ ...ready, message: "two" }] });
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

/** What VS Code has on the screen: rows with what was read below those that are open. */
interface Drawn {
  readonly id: string;
  readonly tuple: string;
  readonly below: readonly Drawn[];
}

/** Like VS Code: the tuple of each, and what is below those that are open. */
function draw(rows: readonly OutlineRow[], isOpen: (id: string) => boolean): readonly Drawn[] {
  return rows.map((row) => ({
    id: row.id,
    tuple: drawnFields(row),
    below: row.hasChildren && isOpen(row.id) ? draw(row.children(), isOpen) : [],
  }));
}

/** The screen after these were fired: each is drawn anew with all below it; everything else stays as it was. */
function redraw(
  screen: readonly Drawn[],
  after: readonly OutlineRow[],
  changed: "root" | readonly string[],
  isOpen: (id: string) => boolean,
): readonly Drawn[] {
  if (changed === "root") return draw(after, isOpen);
  const fresh = new Map(flattenDrawn(draw(after, isOpen)).map((one) => [one.id, one]));
  const renewRow = (one: Drawn): Drawn =>
    changed.includes(one.id) ? (fresh.get(one.id) ?? one) : { ...one, below: one.below.map(renewRow) };
  return screen.map(renewRow);
}

function flattenDrawn(some: readonly Drawn[]): readonly Drawn[] {
  return some.flatMap((one) => [one, ...flattenDrawn(one.below)]);
}

describe("redrawing the listed rows leads from one tree to the next", () => {
  test.for(Array.from({ length: 400 }, (_, seed) => seed))(
    "the trees of hostile reports of seed %i differ only in the redrawn rows, and each of these is needed",
    (seed) => {
      const next = randomFrom(seed);
      const before = randomTree(next);
      // Of a pair the second is often the first with one thing changed.
      const after = next() < 0.2 ? randomTree(next) : buildTreeRows(changedReport(next, before.report), before.options);
      const salt = Math.floor(next() * 5);
      const isOpen = (id: string): boolean => salt === 0 || (id.length + salt) % 3 !== 0;
      const changed = changedRows(before.rows, rowsOf(after), isOpen);
      const screen = draw(before.rows, isOpen);
      const wanted = draw(rowsOf(after), isOpen);
      expect(redraw(screen, rowsOf(after), changed, isOpen)).toEqual(wanted);
      if (changed === "root") return expect(screen.map(({ id }) => id)).not.toEqual(wanted.map(({ id }) => id));
      expect(new Set(changed).size).toBe(changed.length);
      for (const spared of changed)
        expect(
          redraw(
            screen,
            rowsOf(after),
            changed.filter((id) => id !== spared),
            isOpen,
          ),
        ).not.toEqual(wanted);
    },
  );
});

interface Tree {
  readonly report: Report;
  readonly options: TreeOptions;
  readonly rows: readonly OutlineRow[];
}

function rowsOf(tree: Tree | readonly OutlineRow[]): readonly OutlineRow[] {
  return "rows" in tree ? tree.rows : tree;
}

function randomTree(next: () => number): Tree {
  const sample = randomReport(next);
  const options: TreeOptions = { now: seconds + Math.floor(next() * 3) * 600, isUnhealthyOnly: next() < 0.3 };
  return { report: sample, options, rows: buildTreeRows(sample, options) };
}

const verdicts = ["healthy", "progressing", "degraded"] as const;

function randomReport(next: () => number): Report {
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

/** One thing of it otherwise, wherever it stands. */
function changedReport(next: () => number, sample: Report): Report {
  const other = randomReport(next);
  const roots = sample.roots.map((one, index) => {
    const from = other.roots[index];
    if (from === undefined || next() < 0.5) return one;
    return pick(next, [
      { ...one, conditions: from.conditions },
      { ...one, children: from.children },
      { ...one, related: from.related },
      { ...one, conditions: one.conditions.map((each) => (next() < 0.5 ? { ...each, message: "z" } : each)) },
    ]);
  });
  return { ...sample, roots };
}
