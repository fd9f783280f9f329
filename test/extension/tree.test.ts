import { describe, expect, test } from "vitest";
import { coalesced } from "../../extension/coalesced.ts";
import { loadedOnce } from "../../extension/loaded-once.ts";
import type { Place } from "../../extension/place.ts";
import { elementsOf, type TreeElement } from "../../extension/tree-elements.ts";
import type { OutlineRow } from "../../shared/render/outline.ts";
import { outline } from "../../shared/render/outline.ts";
import { changedRows } from "../../shared/render/outline-changes.ts";
import { rowsTo } from "../../shared/render/outline-find.ts";
import { component, condition, refOf, report, root } from "../render/build.ts";

const place: Place = { kind: "cluster", context: "prod", namespaces: [] };

function rowsWith(message: string): readonly OutlineRow[] {
  const conditions = [condition("Available", "F", 300, "A", message)];
  return outline(report([root({ conditions, children: [component("CDI", "degraded", "v1")] })]));
}

/** The element on the way down by these labels, as VS Code asks for them. */
function opened(elements: ReturnType<typeof elementsOf>, ...labels: readonly string[]): TreeElement {
  let found: TreeElement | undefined;
  for (const label of labels) found = elements.below(found).find(({ row }) => row.label === label);
  if (found === undefined) throw new Error(`no row ${labels.join(", ")}`);
  return found;
}

describe("what VS Code holds of a row", () => {
  const name = "kubevirt-hyperconverged";

  test("is the very same object in the next report, and says what is so then", () => {
    const elements = elementsOf();
    expect(elements.update(rowsWith("one"), place, changedRows)).toBe("all");
    const before = opened(elements, name, "Conditions", "Available");
    const changed = elements.update(rowsWith("two"), place, changedRows);
    expect(changed).toEqual([before]);
    expect(opened(elements, name, "Conditions", "Available")).toBe(before);
    expect(before.row.hinted).toContain("two");
  });

  test("names its object and its place, for commands", () => {
    const elements = elementsOf();
    elements.update(rowsWith("one"), place, changedRows);
    expect(opened(elements, name, "Components", "CDI")).toMatchObject({ ref: { kind: "CDI" }, place });
  });

  test("is not drawn anew where nobody has opened it", () => {
    const elements = elementsOf();
    elements.update(rowsWith("one"), place, changedRows);
    opened(elements, name);
    expect(elements.update(rowsWith("two"), place, changedRows)).toEqual([]);
  });

  test("is forgotten with its row", () => {
    const elements = elementsOf();
    elements.update(rowsWith("one"), place, changedRows);
    const before = opened(elements, name, "Conditions", "Available");
    expect(elements.update(outline(report([])), place, changedRows)).toBe("all");
    elements.update(rowsWith("one"), place, changedRows);
    expect(elements.above(before)).toBeUndefined();
    expect(opened(elements, name, "Conditions", "Available")).not.toBe(before);
  });

  test("is drawn with the next rows where something went wrong with the last ones", () => {
    const elements = elementsOf();
    elements.update(rowsWith("one"), place, changedRows);
    opened(elements, name, "Conditions");
    const broken = rowsWith("one").map((row) => ({
      ...row,
      get children(): never {
        throw new Error("a row that cannot be made");
      },
    }));
    expect(() => elements.update(broken, place, changedRows)).toThrow("cannot be made");
    expect(elements.update(rowsWith("one"), place, changedRows)).toBe("all");
    expect(elements.update(rowsWith("one"), place, changedRows)).toEqual([]);
  });

  test("knows the way up, for a row that is to be shown", () => {
    const elements = elementsOf();
    elements.update(rowsWith("one"), place, changedRows);
    const found = elements.along(rowsTo(elements.rows, refOf("CDI")));
    const labels: string[] = [];
    for (let up = found; up !== undefined; up = elements.above(up)) labels.push(up.row.label);
    expect(labels).toEqual(["CDI", "Components", name]);
    expect(opened(elements, name, "Components", "CDI")).toBe(found);
  });
});

describe("a bundle is loaded once", () => {
  test("for all that need it, and again where it could not be", async () => {
    let tries = 0;
    const bundle = loadedOnce(async () => {
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

describe("what comes close together is drawn once", () => {
  /** A clock that goes on when it is told to. */
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

  test.for<readonly [rule: string, steps: readonly (number | "news")[], calls: number, timers: number]>([
    ["the first at once, without a timer", ["news"], 1, 0],
    ["those behind it together, 150 ms later", ["news", 10, "news", 10, "news"], 1, 1],
    ["and then they are drawn", ["news", 10, "news", 10, "news", 130], 2, 0],
    ["what comes later than that at once", ["news", 150, "news"], 2, 0],
    ["at most one every 150 ms", Array.from({ length: 300 }, (_, index) => (index % 2 === 0 ? "news" : 10)), 11, 0],
    ["a clock that was set back makes nobody wait", ["news", -3_600_000, "news"], 2, 0],
  ])("%s", ([, steps, calls, timers]) => {
    const clock = clockAt();
    let called = 0;
    const drawing = coalesced(
      () => {
        called += 1;
      },
      150,
      clock,
    );
    for (const step of steps) {
      if (step === "news") drawing.request();
      else clock.go(step);
    }
    expect([called, clock.timers()]).toEqual([calls, timers]);
    drawing.cancel();
    expect(clock.timers()).toBe(0);
  });
});
