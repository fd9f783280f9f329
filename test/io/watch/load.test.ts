import { expect, test } from "vitest";
import type { Query } from "../../../shared/model/snapshot.ts";
import { repetitions } from "../../size.ts";
import { gadgetOrWidget, startRig, widgets } from "./rig.ts";

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
  const r = await startRig({
    queries: [query],
    prepare(server) {
      for (let at = 0; at < 20_000; at += 1)
        server.store.put(widgets, gadgetOrWidget(`w-${at}`, "True", `n-${at % 7}`));
      server.fault = () => {
        for (let each = 0; each < 200; each += 1) {
          const at = (count * 7919) % 20_000;
          count += 1;
          if (count % 5 === 0) server.store.remove(widgets, `w-${at}`, `n-${at % 7}`);
          else server.store.put(widgets, gadgetOrWidget(`w-${at}`, count % 3 === 0 ? "False" : "True", `n-${at % 7}`));
        }
        return undefined;
      };
    },
  });
  expect([r.asked(widgets.plural, false), r.asked(widgets.plural, true)]).toEqual([40, 1]);
  r.server.fault = () => undefined;
  await r.pass(1_000);
  expect(count).toBe(41 * 200);
  await r.expectTruth();
  expect(r.states()).toEqual(["connecting", "live"]);
});

test("a thousand events a second: all of them read, reported in few pieces", async () => {
  const r = await startRig({
    prepare: (server) => {
      for (let at = 0; at < 50; at += 1) server.store.put(widgets, gadgetOrWidget(`w-${at}`, "True", "one"));
    },
  });
  const reported = r.reported.length;
  const ticks = repetitions(100);
  for (let tick = 0; tick < ticks; tick += 1) {
    for (let each = 0; each < 100; each += 1) {
      const at = (tick * 31 + each * 7) % 60;
      if (each % 10 === 9) r.server.store.remove(widgets, `w-${at}`, "one");
      else r.server.store.put(widgets, gadgetOrWidget(`w-${at}`, (tick + each) % 2 === 0 ? "False" : "True", "one"));
    }
    await r.pass(100);
  }
  expect(r.server.lines()).toBeGreaterThan(ticks * 80);
  await r.expectTruth();
  // Forty times a second at most.
  expect(r.reported.length - reported).toBeLessThanOrEqual(ticks * 4 + 1);
  expect(r.states()).toEqual(["connecting", "live"]);
  await expect.poll(() => r.server.sockets.size).toBe(1);
  expect(r.clock.timers()).toBeLessThan(20);
});
