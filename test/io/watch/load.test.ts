import { expect, test } from "vitest";
import type { Query } from "../../../shared/model/snapshot.ts";
import { repetitions } from "../../size.ts";
import { buildObject, startRig, widgets } from "./rig.ts";

const query: Query = {
  verb: "list",
  group: "example.com",
  kind: "Widget",
  plural: "widgets",
  versions: ["v1"],
  namespaced: true,
};

test("a list of 20,000 objects in pages while events rush in is the store's in the end", async () => {
  let count = 0;
  const rig = await startRig({
    queries: [query],
    prepare(server) {
      for (let at = 0; at < 20_000; at += 1) server.store.put(widgets, buildObject(`w-${at}`, "True", `n-${at % 7}`));
      server.fault = () => {
        for (let each = 0; each < 200; each += 1) {
          const at = (count * 7919) % 20_000;
          count += 1;
          if (count % 5 === 0) server.store.remove(widgets, `w-${at}`, `n-${at % 7}`);
          else server.store.put(widgets, buildObject(`w-${at}`, count % 3 === 0 ? "False" : "True", `n-${at % 7}`));
        }
        return undefined;
      };
    },
  });
  expect([rig.countLists(widgets.plural), rig.countWatches(widgets.plural)]).toEqual([40, 1]);
  rig.server.fault = () => undefined;
  await rig.pass(1_000);
  expect(count).toBe(41 * 200);
  await rig.expectCurrentObjects();
  expect(rig.states()).toEqual(["connecting", "live"]);
});

test("a thousand events a second: all of them read, reported in few pieces", async () => {
  const rig = await startRig({
    prepare: (server) => {
      for (let at = 0; at < 50; at += 1) server.store.put(widgets, buildObject(`w-${at}`, "True", "one"));
    },
  });
  const reported = rig.reported.length;
  const ticks = repetitions(100);
  for (let tick = 0; tick < ticks; tick += 1) {
    for (let each = 0; each < 100; each += 1) {
      const at = (tick * 31 + each * 7) % 60;
      if (each % 10 === 9) rig.server.store.remove(widgets, `w-${at}`, "one");
      else rig.server.store.put(widgets, buildObject(`w-${at}`, (tick + each) % 2 === 0 ? "False" : "True", "one"));
    }
    await rig.pass(100);
  }
  expect(rig.server.lines()).toBeGreaterThan(ticks * 80);
  await rig.expectCurrentObjects();
  // Forty times a second at most.
  expect(rig.reported.length - reported).toBeLessThanOrEqual(ticks * 4 + 1);
  expect(rig.states()).toEqual(["connecting", "live"]);
  await expect.poll(() => rig.server.sockets.size).toBe(1);
  expect(rig.clock.timers()).toBeLessThan(20);
});
