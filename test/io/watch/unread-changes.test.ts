import { expect, test } from "vitest";
import type { Query } from "../../../shared/model/snapshot.ts";
import { buildObject, startRig, widgets } from "./rig.ts";

const query: Query = {
  verb: "list",
  group: "example.com",
  kind: "Widget",
  plural: "widgets",
  versions: ["v1"],
  namespaced: true,
};

test("changes that nothing reads are reported after ten seconds, or with the next change that is read", async () => {
  const rig = await startRig({
    queries: [query],
    isUnread: ({ status }, after) => JSON.stringify(status) === JSON.stringify(after.status),
    prepare: (server) => server.store.put(widgets, buildObject("w", "True", "one")),
  });
  const countReported = (): number => rig.reported.length - before;
  const before = rig.reported.length;
  for (let repetition = 0; repetition < 5; repetition += 1) {
    rig.server.store.put(widgets, buildObject("w", "True", "one"));
    await rig.pass(1_000);
  }
  expect(countReported()).toBe(0);
  await rig.expectCurrentObjects();
  await rig.pass(5_000);
  expect(countReported()).toBe(1);

  rig.server.store.put(widgets, buildObject("w", "True", "one"));
  await rig.pass(100);
  rig.server.store.put(widgets, buildObject("w", "False", "one"));
  await rig.pass(100);
  expect(countReported()).toBe(2);
  await rig.pass(30_000);
  expect(countReported()).toBe(2);
  await rig.expectCurrentObjects();
});
