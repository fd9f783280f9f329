import { expect, test } from "vitest";
import type { Query } from "../../../shared/model/snapshot.ts";
import { gadgetOrWidget, startRig, widgets } from "./rig.ts";

const query: Query = {
  verb: "list",
  group: "example.com",
  kind: "Widget",
  plural: "widgets",
  versions: ["v1"],
  namespaced: true,
};

test("changes that nothing reads are reported after ten seconds, or with the next change that is read", async () => {
  const r = await startRig({
    queries: [query],
    isUnread: ({ status }, after) => JSON.stringify(status) === JSON.stringify(after.status),
    prepare: (server) => server.store.put(widgets, gadgetOrWidget("w", "True", "one")),
  });
  const countReported = (): number => r.reported.length - before;
  const before = r.reported.length;
  for (let repetition = 0; repetition < 5; repetition += 1) {
    r.server.store.put(widgets, gadgetOrWidget("w", "True", "one"));
    await r.pass(1_000);
  }
  expect(countReported()).toBe(0);
  await r.expectTruth();
  await r.pass(5_000);
  expect(countReported()).toBe(1);

  r.server.store.put(widgets, gadgetOrWidget("w", "True", "one"));
  await r.pass(100);
  r.server.store.put(widgets, gadgetOrWidget("w", "False", "one"));
  await r.pass(100);
  expect(countReported()).toBe(2);
  await r.pass(30_000);
  expect(countReported()).toBe(2);
  await r.expectTruth();
});
