import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../../shared/model/snapshot.ts";
import { buildObject, expectCalm, gadgets, healthySetting, type Rig, startRig, widgets } from "./rig.ts";

const widget = widgets.plural;
const gadget = gadgets.plural;

/** What happens meanwhile is forgotten before we come back. */
async function missing(rig: Rig): Promise<void> {
  await rig.server.down();
  rig.server.store.put(widgets, buildObject("b", "False", "one"));
  rig.server.store.remove(widgets, "c", "one");
  rig.server.store.put(gadgets, buildObject("h"));
  rig.server.store.compact();
  await rig.waitUntilSettled();
  await rig.server.up();
}

const objectsOf = (snapshot: Snapshot | undefined) =>
  snapshot?.readings.flatMap((each) => (each.outcome === "found" ? each.objects : [])) ?? [];

test.for([
  { expiry: "event", initialEvents: "sent", watches: 2, lists: 0 },
  { expiry: "status", initialEvents: "sent", watches: 2, lists: 0 },
  { expiry: "event", initialEvents: "refused", watches: 3, lists: 1 },
  { expiry: "status", initialEvents: "refused", watches: 3, lists: 1 },
  { expiry: "event", initialEvents: "ignored", watches: 3, lists: 1 },
  { expiry: "status", initialEvents: "ignored", watches: 3, lists: 1 },
] as const)(
  "a place forgotten, reported as $expiry, where lists as streams are $initialEvents, is found again without a flicker",
  async ({ expiry, initialEvents, watches, lists }) => {
    const rig = await startRig(healthySetting);
    Object.assign(rig.server.manner, { expiry, initialEvents });
    const before = objectsOf(rig.followed.current().snapshot);
    const firstRequest = rig.server.asked.length;
    const reported = rig.reported.length;
    await missing(rig);
    await rig.pass(70_000);
    const shownAs = ["connecting", "live", "stale", "unreachable"];
    expect(rig.states().filter((state, at) => state !== shownAs[at])).toEqual(
      initialEvents === "sent" ? ["live"] : ["stale", "live"],
    );
    await rig.expectCurrentObjects();
    expectCalm(rig, firstRequest);
    // The second watch need not request what the first one found to be missing.
    expect(rig.countWatches(widget, firstRequest)).toBeLessThanOrEqual(watches);
    expect(rig.countWatches(gadget, firstRequest)).toBeLessThanOrEqual(watches);
    expect([rig.countLists(widget, firstRequest), rig.countLists(gadget, firstRequest)]).toEqual([lists, lists]);
    // Each picture has all of before or all of after, kind by kind.
    const shown = rig.reported.slice(reported).map(({ report }) =>
      report?.roots
        .map(({ ref }) => ref.name)
        .sort()
        .join(""),
    );
    for (const names of shown) expect(["abcg", "abcgh", "abg", "abgh"]).toContain(names);
    const after = objectsOf(rig.followed.current().snapshot);
    expect(
      after
        .filter((each) => before.includes(each))
        .map(({ ref }) => ref.name)
        .sort(),
    ).toEqual(["a", "g"]);
    // And the changes to come arrive.
    rig.server.store.put(widgets, buildObject("b", "True", "one"));
    await rig.pass(100);
    await rig.expectCurrentObjects();
  },
);

describe("a server that was set back to an older state, where a watch from before says nothing", () => {
  function setBack({ server }: Rig): void {
    server.store.remove(widgets, "a", "one");
    server.store.remove(gadgets, "g");
    server.store.reset(500);
  }

  test("is read again when it is back", async () => {
    const rig = await startRig(healthySetting);
    await rig.server.down();
    setBack(rig);
    await rig.waitUntilSettled();
    await rig.server.up();
    await rig.pass(10_000);
    expect(rig.states().at(-1)).toBe("live");
    await rig.expectCurrentObjects();
  });

  test("is read again by a reader that waited for another fault meanwhile", async () => {
    const rig = await startRig(healthySetting);
    rig.server.fault = ({ resource, isWatch }) =>
      resource === gadget && isWatch ? { says: "", next: "cut" } : undefined;
    rig.server.end(gadget);
    await rig.pass(120_000);
    const firstRequest = rig.server.asked.length;
    await rig.server.down();
    setBack(rig);
    await rig.pass(3_000);
    await rig.server.up();
    rig.server.fault = () => undefined;
    await rig.pass(75_000);
    expect(rig.countWatches(gadget, firstRequest)).toBeGreaterThan(0);
    expect(rig.states().at(-1)).toBe("live");
    await rig.expectCurrentObjects();
  });

  test("is read again if a proxy in front of it responded meanwhile", async () => {
    const rig = await startRig(healthySetting);
    rig.server.fault = () => ({ status: 503, message: "no server is available" });
    rig.server.cut();
    await rig.pass(20_000);
    setBack(rig);
    rig.server.fault = () => undefined;
    await rig.pass(62_000);
    expect(rig.states()).toEqual(["connecting", "live", "stale", "live"]);
    await rig.expectCurrentObjects();
  });

  test("is read again after silent minutes, where the outage was too short to be noticed", async () => {
    const rig = await startRig(healthySetting);
    rig.server.fault = ({ isWatch }) => (isWatch ? { status: 503, message: "no server is available" } : undefined);
    rig.server.end();
    await rig.pass(100);
    setBack(rig);
    rig.server.fault = () => undefined;
    await rig.pass(370_000);
    await rig.expectCurrentObjects();
    // And once is enough.
    const firstRequest = rig.server.asked.length;
    await rig.pass(1_000_000);
    expect(rig.server.asked.slice(firstRequest).every(isFromPlace)).toBe(true);
  });
});

function isFromPlace({ isWatch, parameters }: Rig["server"]["asked"][number]): boolean {
  return isWatch && parameters.has("resourceVersion");
}

test("a server that forgets every place at once is not asked for all of it all the time", async () => {
  const rig = await startRig(healthySetting);
  const firstRequest = rig.server.asked.length;
  rig.server.manner.expiry = "status";
  const gone = { status: 410, message: "too old resource version" };
  rig.server.fault = ({ isWatch }) => (isWatch ? gone : undefined);
  rig.server.end();
  await rig.pass(600_000);
  expectCalm(rig, firstRequest);
  expect(rig.countLists(widget, firstRequest)).toBeLessThan(30);
  expect(rig.countWatches(widget, firstRequest)).toBeLessThan(40);
});

test("a list as a stream that stops half way is asked for as a list", async () => {
  const rig = await startRig(healthySetting);
  const object = JSON.stringify({ type: "ADDED", object: rig.server.store.list(widget)[0] });
  rig.server.fault = ({ parameters }) =>
    parameters.has("sendInitialEvents") ? { says: `${object}\n`, next: "silence" } : undefined;
  const reported = rig.reported.length;
  await missing(rig);
  await rig.pass(70_000);
  await rig.expectCurrentObjects();
  expect(rig.reported.slice(reported).every(({ report }) => (report?.roots.length ?? 0) >= 3)).toBe(true);
});
