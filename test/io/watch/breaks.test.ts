import { describe, expect, test } from "vitest";
import { connectionTo, expectCalm, gadgetOrWidget, gadgets, healthySetting, startRig, widgets } from "./rig.ts";
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
    const r = await startRig({ ...healthySetting, ...settings });
    const from = r.server.asked.length;
    const before = r.followed.current().snapshot;
    r.server.cut(half);
    await r.waitUntilSettled();
    r.server.store.put(widgets, gadgetOrWidget("b", "False", "one"));
    r.server.store.remove(widgets, "c", "one");
    await r.pass(3_000);
    expect(r.states()).toEqual(["connecting", "live", "stale", "live"]);
    expect([r.asked(widget, true, from), r.asked(gadget, true, from)]).toEqual([1, 1]);
    expect([r.asked(widget, false, from), r.asked(gadget, false, from)]).toEqual([0, 0]);
    expect(r.server.asked.slice(from).every(({ parameters }) => parameters.has("resourceVersion"))).toBe(true);
    expect(r.followed.current().report?.verdict).toBe("unavailable");
    await r.expectTruth();
    // What did not change is the very same object.
    const objectsOf = (snapshot: typeof before) =>
      snapshot?.readings.flatMap((each) => (each.outcome === "found" ? each.objects : [])) ?? [];
    const was = objectsOf(before);
    const is = objectsOf(r.followed.current().snapshot);
    expect(
      is
        .filter((each) => was.includes(each))
        .map(({ ref }) => ref.name)
        .sort(),
    ).toEqual(["a", "g"]);
  });

  test("a connection that says nothing any more is given up when the watch should have ended", async () => {
    const r = await startRig({ ...healthySetting, ...settings });
    const from = r.server.asked.length;
    await r.pass(100_000);
    r.server.mute(widget);
    const mutedAt = r.clock.now();
    r.server.store.put(widgets, gadgetOrWidget("b", "False", "one"));
    await r.pass(400_000);
    expect(r.states()).toEqual(["connecting", "live", "stale", "live"]);
    expect([r.asked(widget, true, from), r.asked(widget, false, from)]).toEqual([1, 0]);
    const stale = r.reported.find(({ link }) => link.state === "stale");
    // Old since the last word, not since it was noticed.
    expect(stale?.link.until).toBeLessThanOrEqual(mutedAt);
    await r.expectTruth();
  });

  test("a server that is gone for ten minutes is asked by one at a time, ever less often, and found again", async () => {
    const r = await startRig({ ...healthySetting, ...settings });
    const from = r.server.asked.length;
    const { connections } = r.connection.counters;
    await r.server.down();
    r.server.store.put(widgets, gadgetOrWidget("d", "False", "one"));
    await r.pass(600_000);
    expect(r.followed.current().report?.roots.length).toBe(4);
    expect(r.followed.current().link).toMatchObject({
      state: "unreachable",
      cause: expect.stringContaining("refused"),
    });
    // Backing off to a minute; both kinds together. Each try may dial twice.
    expect(r.connection.counters.connections - connections).toBeLessThan(80);
    await r.server.up();
    await r.pass(61_000);
    expect(r.states()).toEqual(["connecting", "live", "stale", "unreachable", "live"]);
    expect([r.asked(widget, true, from), r.asked(widget, false, from)]).toEqual([1, 0]);
    await r.expectTruth();
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
    const r = await startRig({ ...healthySetting, ...settings });
    const from = r.server.asked.length;
    r.server.fault = ({ isWatch }) => (isWatch ? fault : undefined);
    r.server.end();
    await r.pass(600_000);
    for (const resource of [widget, gadget]) {
      expect(r.asked(resource, true, from)).toBeLessThanOrEqual(most);
      expect(r.asked(resource, false, from)).toBeLessThanOrEqual(most);
    }
    expectCalm(r, from);
    expect(r.followed.current().report?.roots.length).toBe(4);
    r.server.fault = () => undefined;
    r.server.store.put(widgets, gadgetOrWidget("b", "False", "one"));
    await r.pass(75_000);
    expect(r.states().at(-1)).toBe("live");
    await r.expectTruth();
  });
});

test("a server that falls silent over HTTP/1.1, which has no ping, is found out within a minute", async () => {
  const r = await startRig({ ...healthySetting, protocols: ["http/1.1"] });
  await r.pass(100_000);
  const mutedAt = r.clock.now();
  r.server.mute();
  r.server.fault = () => "silence";
  r.server.store.put(widgets, gadgetOrWidget("b", "False", "one"));
  await r.pass(60_000);
  expect(r.followed.current().link).toMatchObject({ state: "stale", cause: "the server stopped responding" });
  // Old since the last word, not since it was noticed.
  expect(r.followed.current().link.until).toBeLessThanOrEqual(mutedAt);
  r.server.fault = () => undefined;
  await r.pass(62_000);
  expect(r.states()).toEqual(["connecting", "live", "stale", "unreachable", "live"]);
  await r.expectTruth();
});

test("what fell silent is old since the last response on its connection, and all of it is read again", async () => {
  const r = await startRig({
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
  await r.pass(100_000);
  const from = r.server.asked.length;
  const reported = r.reported.length;
  r.server.cut();
  await r.waitUntilSettled();
  const { link } = r.reported.slice(reported)[0] ?? {};
  expect(link).toEqual({ state: "stale", cause: "the server stopped responding", until: r.clock.now() - 41_000 });
  await r.pass(3_000);
  expect(r.states()).toEqual(["connecting", "live", "stale", "live"]);
  expect(r.server.asked.slice(from).every(({ parameters }) => parameters.has("sendInitialEvents"))).toBe(true);
});

test("over HTTP/1.1 little more is asked than the watches, and what has another trouble than silence goes on", async () => {
  const r = await startRig({ ...healthySetting, protocols: ["http/1.1"] });
  const from = r.server.asked.length;
  r.server.fault = ({ isWatch }) => (isWatch ? undefined : { status: 500 });
  await r.pass(3_600_000);
  const pulses = r.server.asked.slice(from).filter(({ isWatch }) => !isWatch);
  expect(pulses.length).toBeGreaterThan(80);
  expect(pulses.length).toBeLessThanOrEqual(120);
  expect(r.asked(widget, true, from)).toBeLessThanOrEqual(15);
  expect(r.states()).toEqual(["connecting", "live"]);
});

test("a server that goes away lets the watches end, and the next ones go over another connection", async () => {
  const r = await startRig(healthySetting);
  r.server.goAway();
  await r.pass(1_000);
  r.server.store.put(widgets, gadgetOrWidget("b", "False", "one"));
  await r.pass(400_000);
  expect(r.states()).toEqual(["connecting", "live"]);
  expect(r.connection.counters.connections).toBe(2);
  expect(r.asked(widget, false)).toBe(1);
  await r.expectTruth();
});

test("a place that the server cannot continue from, whatever its error, is read again in the end", async () => {
  const r = await startRig(healthySetting);
  const old = String(r.server.store.revision());
  const from = r.server.asked.length;
  r.server.fault = ({ isWatch, parameters }) =>
    isWatch && parameters.get("resourceVersion") === old ? { status: 500, message: "no such place" } : undefined;
  await r.server.down();
  r.server.store.put(widgets, gadgetOrWidget("b", "False", "one"));
  await r.server.up();
  await r.pass(60_000);
  expect(r.states().at(-1)).toBe("live");
  expect(r.asked(widget, false, from)).toBe(1);
  await r.expectTruth();
});
