import { describe, expect, test } from "vitest";
import type { Report } from "../../shared/model/report.ts";
import { type OutlineRow, outline } from "../../shared/render/outline.ts";
import { below, component, report, root } from "./build.ts";
import { samples } from "./samples.ts";

/** `✗ label · description`, indented by depth. */
function drawn(rows: readonly OutlineRow[], depth = 0): readonly string[] {
  return rows.flatMap(({ mark, label, description, children }) => [
    `${"  ".repeat(depth)}${mark} | ${label} | ${description}`.trimEnd(),
    ...drawn(children, depth + 1),
  ]);
}

function ids(rows: readonly OutlineRow[]): readonly string[] {
  return rows.flatMap((row) => [row.id, ...ids(row.children)]);
}

describe("the outline of a Report, for a tree", () => {
  test.for(Object.entries(samples))("%s", async ([name, sample]) => {
    const rows = outline(sample);
    await expect(`${drawn(rows).join("\n")}\n`).toMatchFileSnapshot(`golden/${name.replaceAll(" ", "-")}.outline.txt`);
    expect(new Set(ids(rows)).size).toBe(ids(rows).length);
  });

  test("containers, which have no object but their Pod, have each an id of its own", () => {
    const pod = below("pod", "p", "degraded");
    const containers = ["a", "b"].map((name) => below("container", name, "degraded", { ref: pod.ref }));
    const cdi = component("CDI", "degraded", "v1", { children: [{ ...pod, children: containers }] });
    const all = ids(outline(report([root({ children: [cdi] })])));
    expect(new Set(all).size).toBe(all.length);
  });

  test("a row keeps its id when only its state changes", () => {
    const now = samples["two culprits and the CR names one"] as Report;
    const later: Report = { ...now, takenAt: "2026-11-21T07:13:18Z" };
    expect(ids(outline(later))).toEqual(ids(outline(now)));
  });
});
