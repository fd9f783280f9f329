import { describe, expect, test } from "vitest";
import { buildObject, definitions, expectCalm, gadgets, healthySetting, type Rig, startRig, widgets } from "./rig.ts";

const widget = widgets.plural;
const gadget = gadgets.plural;

const findOutcome = ({ followed }: Rig, kind: string): string | undefined =>
  followed.current().snapshot?.readings.find(({ query }) => query.kind === kind)?.outcome;

test("a forbidden kind is reported and requested again, and the other kinds stay live", async () => {
  const rig = await startRig(healthySetting);
  const firstRequest = rig.server.asked.length;
  rig.server.fault = ({ resource }) =>
    resource === widget ? { status: 403, message: "no widgets for you" } : undefined;
  rig.server.end(widget);
  await rig.pass(5_000);
  expect(findOutcome(rig, "Widget")).toBe("forbidden");
  rig.server.store.put(gadgets, buildObject("h", "False"));
  await rig.pass(100);
  expect(rig.followed.current().report?.roots.map(({ ref }) => ref.name)).toEqual(["h", "g"]);
  expect(rig.followed.current().link.state).toBe("live");
  await rig.pass(1_800_000);
  // Every half minute, after ten minutes every minute, give or take a fifth.
  expect(rig.countLists(widget, firstRequest)).toBeLessThanOrEqual(54);
  expect(rig.countLists(widget, firstRequest)).toBeGreaterThanOrEqual(30);
  expect(rig.countWatches(widget, firstRequest)).toBe(1);
  expectCalm(rig, firstRequest);
  rig.server.fault = () => undefined;
  await rig.pass(74_000);
  expect(rig.states().at(-1)).toBe("live");
  await rig.expectCurrentObjects();
});

test("permissions that are granted within ten minutes are noticed within 37 seconds", async () => {
  const rig = await startRig(healthySetting);
  rig.server.fault = ({ resource }) => (resource === widget ? { status: 403 } : undefined);
  rig.server.end(widget);
  await rig.pass(500_000);
  rig.server.fault = () => undefined;
  await rig.pass(37_000);
  expect(findOutcome(rig, "Widget")).toBe("found");
});

test.for([
  { title: "two kinds that are installed at once", installed: 0, within: 2_000 },
  { title: "two kinds that are installed five seconds apart", installed: 5_000, within: 20_000 },
])("$title are found together", async ({ installed, within }) => {
  const rig = await startRig(healthySetting);
  rig.server.served.clear();
  rig.server.end();
  // Long enough that each is asked for once a minute, at times of its own.
  await rig.pass(900_000);
  const firstRequest = rig.server.asked.length;
  rig.server.served.add(widgets);
  await rig.pass(installed);
  rig.server.served.add(gadgets);
  const isListed = (): boolean => [widget, gadget].some((each) => rig.countWatches(each, firstRequest) > 0);
  for (let seconds = 0; seconds < 75 && !isListed(); seconds += 1) await rig.pass(1_000);
  await rig.pass(within);
  expect([findOutcome(rig, "Widget"), findOutcome(rig, "Gadget")]).toEqual(["found", "found"]);
  await rig.expectCurrentObjects();
  expectCalm(rig, firstRequest);
});

describe("kinds that do not exist are found by watching the definitions of all kinds", () => {
  const startWithoutKinds = async (prepare: (rig: Rig["server"]) => unknown = () => undefined): Promise<Rig> =>
    startRig({
      followsDefinitions: true,
      prepare(server) {
        server.served.clear();
        server.served.add(definitions);
        prepare(server);
      },
    });

  test("a kind that does not exist is requested rarely, and at once where its definition is created", async () => {
    const rig = await startWithoutKinds();
    await rig.pass(60_000);
    const firstRequest = rig.server.asked.length;
    await rig.pass(3_600_000);
    expect(rig.countLists(widget, firstRequest) + rig.countLists(gadget, firstRequest)).toBeLessThanOrEqual(12);
    expect(rig.countWatches(definitions.plural, firstRequest)).toBeLessThanOrEqual(14);
    rig.server.served.add(widgets);
    rig.server.store.put(widgets, buildObject("new", "True", "one"));
    rig.server.store.put(definitions, { name: widget });
    await rig.pass(2_000);
    expect([findOutcome(rig, "Widget"), findOutcome(rig, "Gadget")]).toEqual(["found", "noSuchKind"]);
    await rig.pass(60_000);
    expect(rig.bugs).toEqual([]);
  });

  test("a kind that does not exist is requested every half minute where definitions are forbidden", async () => {
    const rig = await startWithoutKinds((server) => {
      server.fault = ({ resource }) => (resource === definitions.plural ? { status: 403 } : undefined);
    });
    rig.server.served.add(widgets);
    await rig.pass(37_000);
    expect(findOutcome(rig, "Widget")).toBe("found");
    expect(rig.countLists(definitions.plural)).toBe(1);
  });

  test("the definitions are not watched once all kinds are found", async () => {
    const rig = await startWithoutKinds();
    await rig.pass(5_000);
    for (const kind of [widgets, gadgets]) {
      rig.server.served.add(kind);
      rig.server.store.put(definitions, { name: kind.plural });
    }
    await rig.pass(5_000);
    expect([findOutcome(rig, "Widget"), findOutcome(rig, "Gadget")]).toEqual(["found", "found"]);
    const firstRequest = rig.server.asked.length;
    await rig.pass(900_000);
    expect(rig.countWatches(definitions.plural, firstRequest)).toBe(0);
  });
});

test("a kind that can be listed and not watched is listed every half minute", async () => {
  const rig = await startRig({
    prepare(server) {
      healthySetting.prepare?.(server, undefined as never);
      server.fault = ({ isWatch, resource }) => (isWatch && resource === widget ? { status: 403 } : undefined);
    },
  });
  const firstRequest = rig.server.asked.length;
  expect(rig.states()).toEqual(["connecting", "live"]);
  rig.server.store.put(widgets, buildObject("b", "False", "one"));
  await rig.pass(36_000);
  await rig.expectCurrentObjects();
  await rig.pass(600_000);
  expect(rig.countLists(widget, firstRequest)).toBeLessThanOrEqual(28);
  expect(rig.countWatches(widget, firstRequest)).toBeLessThanOrEqual(3);
  expect(rig.states()).toEqual(["connecting", "live"]);
  rig.server.fault = () => undefined;
  await rig.pass(360_000);
  rig.server.store.put(widgets, buildObject("b", "True", "one"));
  await rig.pass(100);
  await rig.expectCurrentObjects();
});

test("an object that can be read only by its name is read every half minute", async () => {
  const kind = { group: "example.com", kind: "Widget", plural: "widgets", versions: ["v1"], namespaced: true };
  const rig = await startRig({
    scope: { wanted: [{ kind, name: "a" }], namespace: "one" },
    prepare(server) {
      healthySetting.prepare?.(server, undefined as never);
      server.fault = ({ name }) => (name === undefined ? { status: 403 } : undefined);
    },
  });
  expect(rig.followed.current().snapshot?.readings.find(({ query }) => query.kind === "Widget")).toMatchObject({
    outcome: "found",
  });
  rig.server.store.put(widgets, buildObject("a", "False", "one"));
  await rig.pass(36_000);
  expect(rig.followed.current().report?.verdict).toBe("unavailable");
  rig.server.store.remove(widgets, "a", "one");
  await rig.pass(36_000);
  expect(findOutcome(rig, "Widget")).toBe("absent");
  expect(rig.states()).toEqual(["connecting", "live"]);
});

test("the objects of a CRD that is deleted are gone, and those of a new one are found", async () => {
  const rig = await startRig(healthySetting);
  const firstRequest = rig.server.asked.length;
  for (const name of ["a", "b", "c"]) rig.server.store.remove(widgets, name, "one");
  rig.server.served.delete(widgets);
  rig.server.end(widget);
  await rig.pass(5_000);
  expect(findOutcome(rig, "Widget")).toBe("noSuchKind");
  expect(rig.followed.current().report?.roots.map(({ ref }) => ref.name)).toEqual(["g"]);
  await rig.expectCurrentObjects();
  await rig.pass(300_000);
  expect(rig.countLists(widget, firstRequest)).toBeLessThanOrEqual(14);
  rig.server.served.add(widgets);
  rig.server.store.put(widgets, buildObject("new", "True", "two"));
  await rig.pass(37_000);
  expect(findOutcome(rig, "Widget")).toBe("found");
  expect(rig.states().at(-1)).toBe("live");
  await rig.expectCurrentObjects();
  expectCalm(rig, firstRequest);
});

describe("a server that fails is left alone", () => {
  const conversion =
    'conversion webhook for example.com/v1, Kind=Widget failed: Post "https://x.y.svc": no endpoints available';
  test.for([
    { status: 500, message: "etcdserver: request timed out" },
    { status: 503, message: "the server is shutting down" },
    { status: 504, message: "request timed out" },
    { status: 500, message: conversion },
    { status: 429, message: "too many requests" },
  ])(
    "a kind keeps its objects as stale while the server responds $status ($message) for a minute",
    async ({ status, message }) => {
      const rig = await startRig(healthySetting);
      const firstRequest = rig.server.asked.length;
      rig.server.fault = ({ resource }) => (resource === widget ? { status, message } : undefined);
      rig.server.cut();
      await rig.waitUntilSettled();
      rig.server.store.put(widgets, buildObject("b", "False", "one"));
      await rig.pass(60_000);
      expect(rig.followed.current().report?.roots.length).toBe(4);
      expect(rig.followed.current().link).toMatchObject({ state: "stale", cause: expect.stringContaining(message) });
      expect(rig.countWatches(widget, firstRequest) + rig.countLists(widget, firstRequest)).toBeLessThanOrEqual(15);
      expect(rig.countWatches(gadget, firstRequest)).toBe(1);
      expectCalm(rig, firstRequest);
      rig.server.fault = () => undefined;
      await rig.pass(62_000);
      expect(rig.states()).toEqual(["connecting", "live", "stale", "live"]);
      await rig.expectCurrentObjects();
    },
  );

  test("a server with Retry-After is not asked before", async () => {
    const rig = await startRig(healthySetting);
    const firstRequest = rig.server.asked.length;
    const headers = { "retry-after": "20" };
    rig.server.fault = ({ resource }) => (resource === widget ? { status: 429, headers } : undefined);
    rig.server.end(widget);
    await rig.pass(120_000);
    const times = rig.server.asked.slice(firstRequest).flatMap((one) => (one.resource === widget ? [one.at] : []));
    expect(times.length).toBeGreaterThan(2);
    for (const [at, time] of times.entries())
      if (at > 0) expect(time - (times[at - 1] ?? 0)).toBeGreaterThanOrEqual(20_000);
  });

  test.for([
    { status: 503, message: "not yet" },
    // Of a kind whose watch cache is being filled, to lists and watches (apiserver, storage/cacher/cacher.go, KEP-4568).
    { status: 429, message: "storage is (re)initializing", headers: { "retry-after": "1" } },
  ])("a server that fails from the start ($message) is unread until it responds", async (answer) => {
    const rig = await startRig({
      prepare(server) {
        healthySetting.prepare?.(server, undefined as never);
        server.fault = ({ at }) => (at < 10_000 ? answer : undefined);
      },
    });
    expect(findOutcome(rig, "Widget")).toBe("unread");
    expect(rig.followed.current().report?.verdict).not.toBe("healthy");
    expect(rig.followed.current().link).toMatchObject({
      state: "stale",
      cause: expect.stringContaining(answer.message),
    });
    await rig.pass(20_000);
    expect(rig.states()).toEqual(["connecting", "stale", "live"]);
    await rig.expectCurrentObjects();
    expectCalm(rig, 0);
  });
});
