import { describe, expect, test } from "vitest";
import type { Place } from "../../../extension/places/place.ts";
import { coalesceCalls } from "../../../extension/platform/coalesce.ts";
import { loadOnce } from "../../../extension/platform/lazy-import.ts";
import { ElementCache, type TreeElement } from "../../../extension/tree/element-cache.ts";
import { RowRefresh } from "../../../extension/tree/row-refresh.ts";
import { buildTreeRows } from "../../../shared/render/editor/tree/build-rows.ts";
import { changedRows } from "../../../shared/render/editor/tree/changed-rows.ts";
import { rowsTo } from "../../../shared/render/editor/tree/find-row.ts";
import type { OutlineRow } from "../../../shared/render/editor/tree/row.ts";
import { component, condition, refOf, report, root } from "../../render/build.ts";

const place: Place = { kind: "cluster", context: "prod", namespaces: [] };

function rowsWith(message: string): readonly OutlineRow[] {
  const conditions = [condition("Available", "F", 300, "A", message)];
  return buildTreeRows(report([root({ conditions, children: [component("CDI", "degraded", "v1")] })]));
}

/** The element on the way down by these labels, as VS Code asks for them. */
function openElement(elements: ElementCache, ...labels: readonly string[]): TreeElement {
  let found: TreeElement | undefined;
  for (const label of labels) found = elements.children(found).find(({ row }) => row.label === label);
  if (found === undefined) throw new Error(`no row ${labels.join(", ")}`);
  return found;
}

/** VS Code asks for the top, or other rows come, or none. */
type Step = "ask" | "other" | "none";

describe("what VS Code holds of a row", () => {
  const name = "degraded for 5h";

  test("is the very same object in the next report, and says what is so then", () => {
    const elements = new ElementCache();
    elements.update(rowsWith("one"), () => place, changedRows);
    const before = openElement(elements, name, "Conditions", "Available");
    const changed = elements.update(rowsWith("two"), () => place, changedRows);
    expect(changed).toEqual([before]);
    expect(openElement(elements, name, "Conditions", "Available")).toBe(before);
    expect(before.row.hinted).toContain("two");
  });

  test("names its object and its place, for commands", () => {
    const elements = new ElementCache();
    elements.update(rowsWith("one"), () => place, changedRows);
    expect(openElement(elements, name, "Components", "CDI")).toMatchObject({ ref: { kind: "CDI" }, place });
  });

  test("is not redrawn where it was never opened", () => {
    const elements = new ElementCache();
    elements.update(rowsWith("one"), () => place, changedRows);
    openElement(elements, name);
    expect(elements.update(rowsWith("two"), () => place, changedRows)).toEqual([]);
  });

  test("is forgotten with its row", () => {
    const elements = new ElementCache();
    elements.update(rowsWith("one"), () => place, changedRows);
    const before = openElement(elements, name, "Conditions", "Available");
    expect(elements.update(buildTreeRows(report([])), () => place, changedRows)).toBe("all");
    elements.update(rowsWith("one"), () => place, changedRows);
    expect(elements.parent(before)).toBeUndefined();
    expect(openElement(elements, name, "Conditions", "Available")).not.toBe(before);
  });

  test("is drawn with the next rows where something went wrong with the last ones", () => {
    const elements = new ElementCache();
    elements.update(rowsWith("one"), () => place, changedRows);
    openElement(elements, name, "Conditions");
    const broken = rowsWith("one").map((row) => ({
      ...row,
      children(): never {
        throw new Error("a row that cannot be made");
      },
    }));
    expect(() => elements.update(broken, () => place, changedRows)).toThrow("cannot be made");
    expect(elements.update(rowsWith("one"), () => place, changedRows)).toBe("all");
    elements.children(undefined);
    expect(elements.update(rowsWith("one"), () => place, changedRows)).toEqual([]);
  });

  test.for<readonly [rule: string, steps: readonly Step[], last: "all" | number]>([
    ["before VS Code has asked for anything nothing is to be asked for again", ["other"], 0],
    ["rows that came before VS Code asked are not to be asked for again", ["other", "ask", "other"], 0],
    ["rows that came after VS Code asked are", ["ask", "other"], "all"],
    ["all are drawn again with the next rows while VS Code has not asked", ["ask", "other", "other"], "all"],
    [
      "all are drawn where the first rows come back, since VS Code may be reading the others",
      ["ask", "other", "none"],
      "all",
    ],
    ["nothing is drawn again once VS Code has asked", ["ask", "other", "ask", "other"], 0],
  ])("at the top: %s", ([, steps, last]) => {
    const elements = new ElementCache();
    let reported: "all" | readonly TreeElement[] = [];
    for (const step of steps) {
      if (step === "ask") elements.children(undefined);
      else reported = elements.update(step === "other" ? rowsWith("one") : [], () => place, changedRows);
    }
    expect(reported === "all" ? reported : reported.length).toBe(last);
  });

  test("knows the way up, for a row that is to be shown", () => {
    const elements = new ElementCache();
    elements.update(rowsWith("one"), () => place, changedRows);
    const found = elements.findAlong(rowsTo(elements.rows, refOf("CDI")));
    const labels: string[] = [];
    for (let up = found; up !== undefined; up = elements.parent(up)) labels.push(up.row.label);
    expect(labels).toEqual(["CDI", "Components", name]);
    expect(openElement(elements, name, "Components", "CDI")).toBe(found);
  });
});

describe("a bundle is loaded once", () => {
  test("for all that need it, and again where it could not be", async () => {
    let tries = 0;
    const bundle = loadOnce(async () => {
      tries += 1;
      if (tries === 1) throw new Error("no such file");
      return { name: "rows" };
    });
    const first = [bundle.load(), bundle.load()];
    for (const each of first) await expect(each).rejects.toThrow("no such file");
    expect([tries, bundle.made]).toEqual([1, undefined]);
    expect(await Promise.all([bundle.load(), bundle.load()])).toEqual([{ name: "rows" }, { name: "rows" }]);
    expect(await bundle.load()).toBe(bundle.made);
    expect(tries).toBe(2);
  });
});

/** A clock that a test advances. */
function clockAt(): {
  now(): number;
  after(ms: number, call: () => void): () => void;
  go(ms: number): void;
  timers(): number;
} {
  let now = 1_000_000;
  let waiting: readonly { readonly at: number; readonly call: () => void }[] = [];
  return {
    now: () => now,
    timers: () => waiting.length,
    after(ms, call) {
      const one = { at: now + ms, call };
      waiting = [...waiting, one];
      return () => {
        waiting = waiting.filter((each) => each !== one);
      };
    },
    go(ms) {
      now += ms;
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { call } of due) call();
    },
  };
}

describe("what comes close together is drawn once", () => {
  test.for<readonly [rule: string, steps: readonly (number | "news" | "answer")[], calls: number, timers: number]>([
    ["the first at once, without a timer", ["news"], 1, 0],
    ["those behind it together, 150 ms later", ["news", 10, "news", 10, "news"], 1, 1],
    ["rows that changed within 150 ms are drawn after that time", ["news", 10, "news", 10, "news", 130], 2, 0],
    ["what comes later than that at once", ["news", 150, "news"], 2, 0],
    ["at most one every 150 ms", Array.from({ length: 300 }, (_, index) => (index % 2 === 0 ? "news" : 10)), 11, 0],
    ["150 ms after an answer that was given before", ["answer", 10, "news", 130], 0, 1],
    ["150 ms after an answer that was given since", ["news", 10, "news", 100, "answer", 140], 1, 1],
    ["an answer alone is followed by nothing", ["answer", 300], 0, 0],
    ["a clock that was set back makes nobody wait", ["news", -3_600_000, "news"], 2, 0],
  ])("%s", ([, steps, calls, timers]) => {
    const clock = clockAt();
    let called = 0;
    const drawing = coalesceCalls(
      () => {
        called += 1;
      },
      150,
      clock,
    );
    for (const step of steps) {
      if (step === "news") drawing.request();
      else if (step === "answer") drawing.postpone();
      else clock.go(step);
    }
    expect([called, clock.timers()]).toEqual([calls, timers]);
    drawing.cancel();
    expect(clock.timers()).toBe(0);
  });
});

/** A row: at the top, below it opened or not. */
type RefreshedRow = "top" | "opened" | "closed";

describe("a refresh that VS Code drops", () => {
  type RefreshStep = number | `${"refresh" | "read"} ${RefreshedRow}` | "hide";
  test.for<readonly [rule: string, steps: readonly RefreshStep[], fired: string, timers: number]>([
    ["is repeated after a second", ["refresh top", 1_000], "top top", 1],
    ["is repeated after one second and after two more", ["refresh top", 1_000, 1_999], "top top", 1],
    ["is repeated after one, two and four seconds", ["refresh top", 1_000, 2_000, 4_000], "top top top top", 1],
    ["is not repeated once VS Code has read the rows", ["refresh top", 10, "read top", 60_000], "top", 0],
    ["is not repeated beside the next one", ["refresh top", 900, "refresh top", 900], "top top", 1],
    ["begins with a second again", ["refresh top", 1_000, "read top", "refresh top", 1_000], "top top top top", 1],
    ["is repeated for a row that VS Code has opened", ["refresh opened", 1_000], "opened opened", 1],
    ["until it has read the rows below", ["refresh opened", 10, "read opened", 60_000], "opened", 0],
    [
      "for some seconds, for the user may have collapsed it",
      ["refresh opened", 1_000, 2_000, 4_000, 60_000],
      "opened opened opened opened",
      0,
    ],
    ["is not repeated for a row that VS Code has not opened", ["refresh closed", 60_000], "closed", 0],
    ["where VS Code reads another row meanwhile", ["refresh opened", "read closed", 1_000], "opened opened", 1],
    ["is not repeated where VS Code reads all rows", ["refresh opened", "read top", 60_000], "opened", 0],
    ["beside the top", ["refresh top", "refresh opened", 1_000], "top opened top opened", 2],
    ["is not repeated while the view is hidden", ["refresh top", "refresh opened", "hide", 60_000], "top opened", 0],
  ])("%s", ([, steps, expected, timers]) => {
    const clock = clockAt();
    const fired: RefreshedRow[] = [];
    const opened = { name: "opened" as const };
    const closed = { name: "closed" as const };
    const refresh = new RowRefresh<typeof opened | typeof closed>(
      {
        fire: (rows) => fired.push(...(rows?.map(({ name }) => name) ?? ["top" as const])),
        isOpened: (row) => row === opened,
      },
      clock,
    );
    const rows = { opened, closed, top: undefined };
    for (const step of steps) {
      if (typeof step === "number") clock.go(step);
      else if (step === "hide") refresh.cancel();
      else {
        const [act, name] = step.split(" ") as ["refresh" | "read", RefreshedRow];
        const row = rows[name];
        if (act === "read") refresh.settle(row);
        else if (row === undefined) refresh.refreshTop();
        else refresh.refreshRows([row]);
      }
    }
    expect([fired.join(" "), clock.timers()]).toEqual([expected, timers]);
  });
});

test("a row counts as opened once VS Code has read what is below it, as long as there is something", () => {
  const elements = new ElementCache();
  elements.update(rowsWith("one"), () => place, changedRows);
  const conditions = openElement(elements, "degraded for 5h", "Conditions");
  expect(elements.isOpened(conditions)).toBe(false);
  elements.children(conditions);
  expect(elements.isOpened(conditions)).toBe(true);
  elements.update([], () => place, changedRows);
  expect(elements.isOpened(conditions)).toBe(false);
});
