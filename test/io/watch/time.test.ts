import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { buildObject, expectCalm, gadgets, healthySetting, startRig, widgets } from "./rig.ts";

const widget = widgets.plural;
const gadget = gadgets.plural;
const hour = 3_600_000;

describe("a watch survives a change of the clock", () => {
  test.for([
    { title: "the watch stays live and sends few requests where the clock is set forward by hours", by: 5 * hour },
    { title: "the watch stays live and sends few requests where the clock is set back by hours", by: -5 * hour },
    { title: "the watch stays live and sends few requests where the clock is set back by years", by: -20_000 * hour },
  ])("$title", async ({ by }) => {
    const rig = await startRig(healthySetting);
    const firstRequest = rig.server.asked.length;
    rig.clock.set(by);
    await rig.pass(60_000);
    rig.server.store.put(widgets, buildObject("b", "False", "one"));
    await rig.pass(500);
    await rig.expectCurrentObjects();
    rig.server.cut();
    await rig.pass(5_000);
    rig.clock.set(-by);
    await rig.pass(1_000);
    rig.server.store.put(widgets, buildObject("b", "True", "one"));
    await rig.pass(900_000);
    await rig.expectCurrentObjects();
    expect(rig.states().at(-1)).toBe("live");
    expect(rig.countWatches(widget, firstRequest)).toBeLessThanOrEqual(9);
    expect(rig.countLists(widget, firstRequest)).toBe(0);
    expectCalm(rig, firstRequest);
  });

  test("the watch is live again where the clock is set back while the server is down", async () => {
    const rig = await startRig(healthySetting);
    await rig.server.down();
    await rig.pass(5_000);
    rig.clock.set(-5 * hour);
    await rig.pass(5_000);
    await rig.server.up();
    await rig.pass(61_000);
    expect(rig.states().at(-1)).toBe("live");
    await rig.expectCurrentObjects();
  });
});

test("after ten minutes of sleep each watch goes on from its version over another connection", async () => {
  const rig = await startRig(healthySetting);
  await rig.pass(100_000);
  const firstRequest = rig.server.asked.length;
  const sleptAt = rig.clock.now();
  const { connections } = rig.connection.counters;
  // The server has dropped the connection silently.
  rig.server.mute();
  rig.server.store.put(widgets, buildObject("b", "False", "one"));
  rig.clock.sleep(600_000);
  await rig.pass(2_000);
  expect(rig.states()).toEqual(["connecting", "live", "stale", "live"]);
  const stale = rig.reported.find(({ link }) => link.state === "stale");
  expect(stale?.link.until).toBeLessThanOrEqual(sleptAt);
  expect(stale?.report?.roots.length).toBe(4);
  expect(rig.connection.counters.connections).toBe(connections + 1);
  expect([rig.countWatches(widget, firstRequest), rig.countWatches(gadget, firstRequest)]).toEqual([1, 1]);
  expect(rig.countLists(widget, firstRequest)).toBe(0);
  await rig.expectCurrentObjects();
  // The connection of before is gone.
  await expect.poll(() => rig.server.sockets.size).toBe(1);
});

test("a quiet day has few watches, one list for each kind, and no growth of memory", async () => {
  const rig = await startRig(healthySetting);
  const count = { [widget]: [0, 0], [gadget]: [0, 0] };
  // Elsewhere things happen, and old places are forgotten.
  const elsewhere = { ...widgets, plural: "others.example.com" };
  const held: number[] = [];
  const seconds: number[] = [];
  for (let hours = 0; hours < 24; hours += 1) {
    rig.server.store.put(elsewhere, buildObject("x"));
    await rig.pass(hour / 2);
    rig.server.store.compact();
    await rig.pass(hour / 2);
    // What the test writes down must not count.
    for (const { resource, isWatch, parameters } of rig.server.forget()) {
      if (isWatch) seconds.push(Number(parameters.get("timeoutSeconds")));
      const [watches = 0, lists = 0] = count[resource] ?? [];
      count[resource] = isWatch ? [watches + 1, lists] : [watches, lists + 1];
    }
    held.push(heapUsed());
  }
  for (const [watches = 0, lists] of Object.values(count)) {
    expect(watches).toBeLessThanOrEqual(320);
    expect(watches).toBeGreaterThan(240);
    // The first one.
    expect(lists).toBe(1);
  }
  expect(Object.keys(count).toSorted()).toEqual([gadget, widget].toSorted());
  // Spread over all of the time that a watch may take.
  expect([Math.min(...seconds), Math.max(...seconds)]).toEqual([240, 360]);
  expect(new Set(seconds).size).toBeGreaterThan(100);
  expect(rig.states()).toEqual(["connecting", "live"]);
  expect(rig.reported.length).toBeLessThanOrEqual(3);
  expect(rig.server.sockets.size).toBe(1);
  expect(rig.clock.timers()).toBeLessThan(20);
  // V8 compiles what runs often: one megabyte within a day, and no more on the next one (measured over 48 hours, with
  // 0.3 megabytes more in single samples).
  const [first = 0, last] = [held[0], Math.min(...held.slice(-3))];
  expect(last - first).toBeLessThan(1.5e6);
  await rig.expectCurrentObjects();
});

/** The bytes of the heap after a garbage collection. */
function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}
