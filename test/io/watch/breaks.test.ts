import { describe, expect, test } from "vitest";
import { buildObject, connectionTo, expectCalm, gadgets, healthySetting, startRig, widgets } from "./rig.ts";
import type { Fault } from "./scripted-server.ts";

const widget = widgets.plural;
const gadget = gadgets.plural;
const protocols = [
  { title: "HTTP/2", settings: {} },
  { title: "HTTP/1.1", settings: { protocols: ["http/1.1"] } },
];
const half = '{"type":"MODIFIED","object":{"kind":"Widget","metadata":{"na';

describe.for(protocols)("over $title", ({ settings }) => {
  test("a connection that is cut amid an event goes on from where it was", async () => {
    const rig = await startRig({ ...healthySetting, ...settings });
    const firstRequest = rig.server.asked.length;
    const before = rig.followed.current().snapshot;
    rig.server.cut(half);
    await rig.waitUntilSettled();
    rig.server.store.put(widgets, buildObject("b", "False", "one"));
    rig.server.store.remove(widgets, "c", "one");
    await rig.pass(3_000);
    expect(rig.states()).toEqual(["connecting", "live", "stale", "live"]);
    expect([rig.countWatches(widget, firstRequest), rig.countWatches(gadget, firstRequest)]).toEqual([1, 1]);
    expect([rig.countLists(widget, firstRequest), rig.countLists(gadget, firstRequest)]).toEqual([0, 0]);
    expect(rig.server.asked.slice(firstRequest).every(({ parameters }) => parameters.has("resourceVersion"))).toBe(
      true,
    );
    expect(rig.followed.current().report?.verdict).toBe("unavailable");
    await rig.expectCurrentObjects();
    // What did not change is the very same object.
    const objectsOf = (snapshot: typeof before) =>
      snapshot?.readings.flatMap((each) => (each.outcome === "found" ? each.objects : [])) ?? [];
    const was = objectsOf(before);
    const is = objectsOf(rig.followed.current().snapshot);
    expect(
      is
        .filter((each) => was.includes(each))
        .map(({ ref }) => ref.name)
        .sort(),
    ).toEqual(["a", "g"]);
  });

  test("a connection that says nothing any more is given up when the watch should have ended", async () => {
    const rig = await startRig({ ...healthySetting, ...settings });
    const firstRequest = rig.server.asked.length;
    await rig.pass(100_000);
    rig.server.mute(widget);
    const mutedAt = rig.clock.now();
    rig.server.store.put(widgets, buildObject("b", "False", "one"));
    await rig.pass(400_000);
    expect(rig.states()).toEqual(["connecting", "live", "stale", "live"]);
    expect([rig.countWatches(widget, firstRequest), rig.countLists(widget, firstRequest)]).toEqual([1, 0]);
    const stale = rig.reported.find(({ link }) => link.state === "stale");
    // Old since the last word, not since it was noticed.
    expect(stale?.link.until).toBeLessThanOrEqual(mutedAt);
    await rig.expectCurrentObjects();
  });

  test("a server that is gone for ten minutes is asked by one at a time, ever less often, and found again", async () => {
    const rig = await startRig({ ...healthySetting, ...settings });
    const firstRequest = rig.server.asked.length;
    const { connections } = rig.connection.counters;
    await rig.server.down();
    rig.server.store.put(widgets, buildObject("d", "False", "one"));
    await rig.pass(600_000);
    expect(rig.followed.current().report?.roots.length).toBe(4);
    expect(rig.followed.current().link).toMatchObject({
      state: "unreachable",
      cause: expect.stringContaining("refused"),
    });
    // Backing off to a minute; both kinds together. Each try may dial twice.
    expect(rig.connection.counters.connections - connections).toBeLessThan(80);
    await rig.server.up();
    await rig.pass(61_000);
    expect(rig.states()).toEqual(["connecting", "live", "stale", "unreachable", "live"]);
    expect([rig.countWatches(widget, firstRequest), rig.countLists(widget, firstRequest)]).toEqual([1, 0]);
    await rig.expectCurrentObjects();
  });

  test.for<{ readonly title: string; readonly fault: Fault; readonly most: number }>([
    { title: "a server that answers 200 and cuts at once", fault: { says: "", next: "cut" }, most: 40 },
    { title: "a server that cuts in the middle of each first line", fault: { says: half, next: "cut" }, most: 40 },
    { title: "a watch that ends at once", fault: { says: "", next: "end" }, most: 40 },
    { title: "a server that sends what is no event", fault: { says: "<html>\n", next: "end" }, most: 40 },
    { title: "events without an object", fault: { says: '{"type":"ADDED","object":{}}\n', next: "end" }, most: 40 },
    {
      title: "an error in each stream",
      fault: { says: '{"type":"ERROR","object":{"code":500}}\n', next: "end" },
      most: 40,
    },
  ])("$title makes no storm", async ({ fault, most }) => {
    const rig = await startRig({ ...healthySetting, ...settings });
    const firstRequest = rig.server.asked.length;
    rig.server.fault = ({ isWatch }) => (isWatch ? fault : undefined);
    rig.server.end();
    await rig.pass(600_000);
    for (const resource of [widget, gadget]) {
      expect(rig.countWatches(resource, firstRequest)).toBeLessThanOrEqual(most);
      expect(rig.countLists(resource, firstRequest)).toBeLessThanOrEqual(most);
    }
    expectCalm(rig, firstRequest);
    expect(rig.followed.current().report?.roots.length).toBe(4);
    rig.server.fault = () => undefined;
    rig.server.store.put(widgets, buildObject("b", "False", "one"));
    await rig.pass(75_000);
    expect(rig.states().at(-1)).toBe("live");
    await rig.expectCurrentObjects();
  });
});

test("a server that falls silent over HTTP/1.1, which has no ping, is found out within a minute", async () => {
  const rig = await startRig({ ...healthySetting, protocols: ["http/1.1"] });
  await rig.pass(100_000);
  const mutedAt = rig.clock.now();
  rig.server.mute();
  rig.server.fault = () => "silence";
  rig.server.store.put(widgets, buildObject("b", "False", "one"));
  await rig.pass(60_000);
  expect(rig.followed.current().link).toMatchObject({ state: "stale", cause: "the server stopped responding" });
  // Old since the last word, not since it was noticed.
  expect(rig.followed.current().link.until).toBeLessThanOrEqual(mutedAt);
  rig.server.fault = () => undefined;
  await rig.pass(62_000);
  expect(rig.states()).toEqual(["connecting", "live", "stale", "unreachable", "live"]);
  await rig.expectCurrentObjects();
});

test("what fell silent is old since the last response on its connection, and all of it is read again", async () => {
  const rig = await startRig({
    ...healthySetting,
    over: async (server) => {
      const connection = await connectionTo(server);
      return {
        ...connection,
        async lines(path, options) {
          const end = await connection.lines(path, options);
          return end.is === "cut" ? { is: "cut", cause: "the server stopped responding", silentForMs: 41_000 } : end;
        },
      };
    },
  });
  await rig.pass(100_000);
  const firstRequest = rig.server.asked.length;
  const reported = rig.reported.length;
  rig.server.cut();
  await rig.waitUntilSettled();
  const { link } = rig.reported.slice(reported)[0] ?? {};
  expect(link).toEqual({ state: "stale", cause: "the server stopped responding", until: rig.clock.now() - 41_000 });
  await rig.pass(3_000);
  expect(rig.states()).toEqual(["connecting", "live", "stale", "live"]);
  expect(rig.server.asked.slice(firstRequest).every(({ parameters }) => parameters.has("sendInitialEvents"))).toBe(
    true,
  );
});

test("over HTTP/1.1 little more is asked than the watches, and what has another trouble than silence goes on", async () => {
  const rig = await startRig({ ...healthySetting, protocols: ["http/1.1"] });
  const firstRequest = rig.server.asked.length;
  rig.server.fault = ({ isWatch }) => (isWatch ? undefined : { status: 500 });
  await rig.pass(3_600_000);
  const pulses = rig.server.asked.slice(firstRequest).filter(({ isWatch }) => !isWatch);
  expect(pulses.length).toBeGreaterThan(80);
  expect(pulses.length).toBeLessThanOrEqual(120);
  expect(rig.countWatches(widget, firstRequest)).toBeLessThanOrEqual(15);
  expect(rig.states()).toEqual(["connecting", "live"]);
});

test("a server that goes away lets the watches end, and the next ones go over another connection", async () => {
  const rig = await startRig(healthySetting);
  rig.server.goAway();
  await rig.pass(1_000);
  rig.server.store.put(widgets, buildObject("b", "False", "one"));
  await rig.pass(400_000);
  expect(rig.states()).toEqual(["connecting", "live"]);
  expect(rig.connection.counters.connections).toBe(2);
  expect(rig.countLists(widget)).toBe(1);
  await rig.expectCurrentObjects();
});

test("a place that the server cannot continue from, whatever its error, is read again in the end", async () => {
  const rig = await startRig(healthySetting);
  const old = String(rig.server.store.revision());
  const firstRequest = rig.server.asked.length;
  rig.server.fault = ({ isWatch, parameters }) =>
    isWatch && parameters.get("resourceVersion") === old ? { status: 500, message: "no such place" } : undefined;
  await rig.server.down();
  rig.server.store.put(widgets, buildObject("b", "False", "one"));
  await rig.server.up();
  await rig.pass(60_000);
  expect(rig.states().at(-1)).toBe("live");
  expect(rig.countLists(widget, firstRequest)).toBe(1);
  await rig.expectCurrentObjects();
});
