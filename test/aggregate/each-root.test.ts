import { expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";

test("each of three roots is announced twice: when it is evaluated, and when its impact is found", () => {
  const names = ["a", "b", "c"];
  const conditions = [{ type: "Ready", status: "True" }];
  const objects = names.map((name) => ({
    apiVersion: "a.example/v1",
    kind: "A",
    metadata: { name },
    status: { conditions },
  }));
  let calls = 0;
  const snapshot = snapshotOf(objects, { takenAt: "2026-01-01T00:00:00Z", source: "a.yaml" });
  const { roots } = aggregate(snapshot, { onRoot: () => calls++ });
  expect([roots.length, calls]).toEqual([3, 6]);
});
