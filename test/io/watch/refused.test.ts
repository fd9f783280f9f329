import { describe, expect, test } from "vitest";
import {
  definitions,
  expectCalm,
  gadgetOrWidget,
  gadgets,
  healthySetting,
  type Rig,
  startRig,
  widgets,
} from "./rig.ts";

const widget = widgets.plural;
const gadget = gadgets.plural;

const outcomeOf = ({ followed }: Rig, kind: string): string | undefined =>
  followed.current().snapshot?.readings.find(({ query }) => query.kind === kind)?.outcome;

test("what may not be read any more is said, the others go on, and it is asked for again later", async () => {
  const r = await startRig(healthySetting);
  const from = r.server.asked.length;
  r.server.fault = ({ resource }) => (resource === widget ? { status: 403, message: "no widgets for you" } : undefined);
  r.server.end(widget);
  await r.pass(5_000);
  expect(outcomeOf(r, "Widget")).toBe("forbidden");
  r.server.store.put(gadgets, gadgetOrWidget("h", "False"));
  await r.pass(100);
  expect(r.followed.current().report?.roots.map(({ ref }) => ref.name)).toEqual(["h", "g"]);
  expect(r.followed.current().link.state).toBe("live");
  await r.pass(1_800_000);
  // Every half minute, after ten minutes every minute, give or take a fifth.
  expect(r.asked(widget, false, from)).toBeLessThanOrEqual(54);
  expect(r.asked(widget, false, from)).toBeGreaterThanOrEqual(30);
  expect(r.asked(widget, true, from)).toBe(1);
  expectCalm(r, from);
  r.server.fault = () => undefined;
  await r.pass(74_000);
  expect(r.states().at(-1)).toBe("live");
  await r.expectTruth();
});

test("permissions that are granted again in the first minutes are seen within 36 seconds", async () => {
  const r = await startRig(healthySetting);
  r.server.fault = ({ resource }) => (resource === widget ? { status: 403 } : undefined);
  r.server.end(widget);
  await r.pass(500_000);
  r.server.fault = () => undefined;
  await r.pass(37_000);
  expect(outcomeOf(r, "Widget")).toBe("found");
});

test.for([
  { title: "kinds that were not there", installed: 0, within: 2_000 },
  { title: "kinds of which one comes seconds after the other", installed: 5_000, within: 20_000 },
])("$title are found together", async ({ installed, within }) => {
  const r = await startRig(healthySetting);
  r.server.served.clear();
  r.server.end();
  // Long enough that each is asked for once a minute, at times of its own.
  await r.pass(900_000);
  const from = r.server.asked.length;
  r.server.served.add(widgets);
  await r.pass(installed);
  r.server.served.add(gadgets);
  const isListed = (): boolean => [widget, gadget].some((each) => r.asked(each, true, from) > 0);
  for (let seconds = 0; seconds < 75 && !isListed(); seconds += 1) await r.pass(1_000);
  await r.pass(within);
  expect([outcomeOf(r, "Widget"), outcomeOf(r, "Gadget")]).toEqual(["found", "found"]);
  await r.expectTruth();
  expectCalm(r, from);
});

describe("kinds that do not exist, while the definitions of all kinds are watched", () => {
  const missing = async (prepare: (r: Rig["server"]) => unknown = () => undefined): Promise<Rig> =>
    startRig({
      followsDefinitions: true,
      prepare(server) {
        server.served.clear();
        server.served.add(definitions);
        prepare(server);
      },
    });

  test("are requested a few times an hour, and within seconds when their definition comes", async () => {
    const r = await missing();
    await r.pass(60_000);
    const from = r.server.asked.length;
    await r.pass(3_600_000);
    expect(r.asked(widget, false, from) + r.asked(gadget, false, from)).toBeLessThanOrEqual(12);
    expect(r.asked(definitions.plural, true, from)).toBeLessThanOrEqual(14);
    r.server.served.add(widgets);
    r.server.store.put(widgets, gadgetOrWidget("new", "True", "one"));
    r.server.store.put(definitions, { name: widget });
    await r.pass(2_000);
    expect([outcomeOf(r, "Widget"), outcomeOf(r, "Gadget")]).toEqual(["found", "noSuchKind"]);
    await r.pass(60_000);
    expect(r.bugs).toEqual([]);
  });

  test("are requested as before where the user may not list definitions", async () => {
    const r = await missing((server) => {
      server.fault = ({ resource }) => (resource === definitions.plural ? { status: 403 } : undefined);
    });
    r.server.served.add(widgets);
    await r.pass(37_000);
    expect(outcomeOf(r, "Widget")).toBe("found");
    expect(r.asked(definitions.plural, false)).toBe(1);
  });

  test("are no reason to watch definitions once all are found", async () => {
    const r = await missing();
    await r.pass(5_000);
    for (const kind of [widgets, gadgets]) {
      r.server.served.add(kind);
      r.server.store.put(definitions, { name: kind.plural });
    }
    await r.pass(5_000);
    expect([outcomeOf(r, "Widget"), outcomeOf(r, "Gadget")]).toEqual(["found", "found"]);
    const from = r.server.asked.length;
    await r.pass(900_000);
    expect(r.asked(definitions.plural, true, from)).toBe(0);
  });
});

test("what may be read but not watched is read again every half minute", async () => {
  const r = await startRig({
    prepare(server) {
      healthySetting.prepare?.(server, undefined as never);
      server.fault = ({ isWatch, resource }) => (isWatch && resource === widget ? { status: 403 } : undefined);
    },
  });
  const from = r.server.asked.length;
  expect(r.states()).toEqual(["connecting", "live"]);
  r.server.store.put(widgets, gadgetOrWidget("b", "False", "one"));
  await r.pass(36_000);
  await r.expectTruth();
  await r.pass(600_000);
  expect(r.asked(widget, false, from)).toBeLessThanOrEqual(28);
  expect(r.asked(widget, true, from)).toBeLessThanOrEqual(3);
  expect(r.states()).toEqual(["connecting", "live"]);
  r.server.fault = () => undefined;
  await r.pass(360_000);
  r.server.store.put(widgets, gadgetOrWidget("b", "True", "one"));
  await r.pass(100);
  await r.expectTruth();
});

test("an object that may be read by its name alone is asked for now and then", async () => {
  const kind = { group: "example.com", kind: "Widget", plural: "widgets", versions: ["v1"], namespaced: true };
  const r = await startRig({
    scope: { wanted: [{ kind, name: "a" }], namespace: "one" },
    prepare(server) {
      healthySetting.prepare?.(server, undefined as never);
      server.fault = ({ name }) => (name === undefined ? { status: 403 } : undefined);
    },
  });
  expect(r.followed.current().snapshot?.readings.find(({ query }) => query.kind === "Widget")).toMatchObject({
    outcome: "found",
  });
  r.server.store.put(widgets, gadgetOrWidget("a", "False", "one"));
  await r.pass(36_000);
  expect(r.followed.current().report?.verdict).toBe("unavailable");
  r.server.store.remove(widgets, "a", "one");
  await r.pass(36_000);
  expect(outcomeOf(r, "Widget")).toBe("absent");
  expect(r.states()).toEqual(["connecting", "live"]);
});

test("a CRD that goes takes its objects along, and comes back with others", async () => {
  const r = await startRig(healthySetting);
  const from = r.server.asked.length;
  for (const name of ["a", "b", "c"]) r.server.store.remove(widgets, name, "one");
  r.server.served.delete(widgets);
  r.server.end(widget);
  await r.pass(5_000);
  expect(outcomeOf(r, "Widget")).toBe("noSuchKind");
  expect(r.followed.current().report?.roots.map(({ ref }) => ref.name)).toEqual(["g"]);
  await r.expectTruth();
  await r.pass(300_000);
  expect(r.asked(widget, false, from)).toBeLessThanOrEqual(14);
  r.server.served.add(widgets);
  r.server.store.put(widgets, gadgetOrWidget("new", "True", "two"));
  await r.pass(37_000);
  expect(outcomeOf(r, "Widget")).toBe("found");
  expect(r.states().at(-1)).toBe("live");
  await r.expectTruth();
  expectCalm(r, from);
});

describe("a server in trouble", () => {
  const conversion =
    'conversion webhook for example.com/v1, Kind=Widget failed: Post "https://x.y.svc": no endpoints available';
  test.for([
    { status: 500, message: "etcdserver: request timed out" },
    { status: 503, message: "the server is shutting down" },
    { status: 504, message: "request timed out" },
    { status: 500, message: conversion },
    { status: 429, message: "too many requests" },
  ])("that answers $status for a minute ($message) keeps what is shown, as stale", async ({ status, message }) => {
    const r = await startRig(healthySetting);
    const from = r.server.asked.length;
    r.server.fault = ({ resource }) => (resource === widget ? { status, message } : undefined);
    r.server.cut();
    await r.waitUntilSettled();
    r.server.store.put(widgets, gadgetOrWidget("b", "False", "one"));
    await r.pass(60_000);
    expect(r.followed.current().report?.roots.length).toBe(4);
    expect(r.followed.current().link).toMatchObject({ state: "stale", cause: expect.stringContaining(message) });
    expect(r.asked(widget, true, from) + r.asked(widget, false, from)).toBeLessThanOrEqual(15);
    expect(r.asked(gadget, true, from)).toBe(1);
    expectCalm(r, from);
    r.server.fault = () => undefined;
    await r.pass(62_000);
    expect(r.states()).toEqual(["connecting", "live", "stale", "live"]);
    await r.expectTruth();
  });

  test("is left alone for as long as it wants", async () => {
    const r = await startRig(healthySetting);
    const from = r.server.asked.length;
    const headers = { "retry-after": "20" };
    r.server.fault = ({ resource }) => (resource === widget ? { status: 429, headers } : undefined);
    r.server.end(widget);
    await r.pass(120_000);
    const times = r.server.asked.slice(from).flatMap((one) => (one.resource === widget ? [one.at] : []));
    expect(times.length).toBeGreaterThan(2);
    for (const [at, time] of times.entries())
      if (at > 0) expect(time - (times[at - 1] ?? 0)).toBeGreaterThanOrEqual(20_000);
  });

  test.for([
    { status: 503, message: "not yet" },
    // Of a kind whose watch cache is being filled, to lists and watches (apiserver, storage/cacher/cacher.go, KEP-4568).
    { status: 429, message: "storage is (re)initializing", headers: { "retry-after": "1" } },
  ])("from the beginning ($message) is waited for, and its answer is a fact meanwhile", async (answer) => {
    const r = await startRig({
      prepare(server) {
        healthySetting.prepare?.(server, undefined as never);
        server.fault = ({ at }) => (at < 10_000 ? answer : undefined);
      },
    });
    expect(outcomeOf(r, "Widget")).toBe("unread");
    expect(r.followed.current().report?.verdict).not.toBe("healthy");
    expect(r.followed.current().link).toMatchObject({ state: "stale", cause: expect.stringContaining(answer.message) });
    await r.pass(20_000);
    expect(r.states()).toEqual(["connecting", "stale", "live"]);
    await r.expectTruth();
    expectCalm(r, 0);
  });
});
