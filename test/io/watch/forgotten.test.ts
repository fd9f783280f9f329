import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../../shared/model/snapshot.ts";
import { expectCalm, gadgetOrWidget, gadgets, healthySetting, type Rig, startRig, widgets } from "./rig.ts";

const widget = widgets.plural;
const gadget = gadgets.plural;

/** What happens meanwhile is forgotten before we come back. */
async function missing(r: Rig): Promise<void> {
  await r.server.down();
  r.server.store.put(widgets, gadgetOrWidget("b", "False", "one"));
  r.server.store.remove(widgets, "c", "one");
  r.server.store.put(gadgets, gadgetOrWidget("h"));
  r.server.store.compact();
  await r.waitUntilSettled();
  await r.server.up();
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
    const r = await startRig(healthySetting);
    Object.assign(r.server.manner, { expiry, initialEvents });
    const before = objectsOf(r.followed.current().snapshot);
    const from = r.server.asked.length;
    const reported = r.reported.length;
    await missing(r);
    await r.pass(70_000);
    const shownAs = ["connecting", "live", "stale", "unreachable"];
    expect(r.states().filter((state, at) => state !== shownAs[at])).toEqual(
      initialEvents === "sent" ? ["live"] : ["stale", "live"],
    );
    await r.expectTruth();
    expectCalm(r, from);
    // The second watch need not request what the first one found to be missing.
    expect(r.asked(widget, true, from)).toBeLessThanOrEqual(watches);
    expect(r.asked(gadget, true, from)).toBeLessThanOrEqual(watches);
    expect([r.asked(widget, false, from), r.asked(gadget, false, from)]).toEqual([lists, lists]);
    // Each picture has all of before or all of after, kind by kind.
    const shown = r.reported.slice(reported).map(({ report }) =>
      report?.roots
        .map(({ ref }) => ref.name)
        .sort()
        .join(""),
    );
    for (const names of shown) expect(["abcg", "abcgh", "abg", "abgh"]).toContain(names);
    const after = objectsOf(r.followed.current().snapshot);
    expect(
      after
        .filter((each) => before.includes(each))
        .map(({ ref }) => ref.name)
        .sort(),
    ).toEqual(["a", "g"]);
    // And the changes to come arrive.
    r.server.store.put(widgets, gadgetOrWidget("b", "True", "one"));
    await r.pass(100);
    await r.expectTruth();
  },
);

describe("a server that was set back to an older state, where a watch from before says nothing", () => {
  function setBack({ server }: Rig): void {
    server.store.remove(widgets, "a", "one");
    server.store.remove(gadgets, "g");
    server.store.reset(500);
  }

  test("is read again when it is back", async () => {
    const r = await startRig(healthySetting);
    await r.server.down();
    setBack(r);
    await r.waitUntilSettled();
    await r.server.up();
    await r.pass(10_000);
    expect(r.states().at(-1)).toBe("live");
    await r.expectTruth();
  });

  test("is read again by a reader that waited for another fault meanwhile", async () => {
    const r = await startRig(healthySetting);
    r.server.fault = ({ resource, isWatch }) =>
      resource === gadget && isWatch ? { says: "", next: "cut" } : undefined;
    r.server.end(gadget);
    await r.pass(120_000);
    const from = r.server.asked.length;
    await r.server.down();
    setBack(r);
    await r.pass(3_000);
    await r.server.up();
    r.server.fault = () => undefined;
    await r.pass(75_000);
    expect(r.asked(gadget, true, from)).toBeGreaterThan(0);
    expect(r.states().at(-1)).toBe("live");
    await r.expectTruth();
  });

  test("is read again if a proxy in front of it responded meanwhile", async () => {
    const r = await startRig(healthySetting);
    r.server.fault = () => ({ status: 503, message: "no server is available" });
    r.server.cut();
    await r.pass(20_000);
    setBack(r);
    r.server.fault = () => undefined;
    await r.pass(62_000);
    expect(r.states()).toEqual(["connecting", "live", "stale", "live"]);
    await r.expectTruth();
  });

  test("is read again after silent minutes, where the outage was too short to be noticed", async () => {
    const r = await startRig(healthySetting);
    r.server.fault = ({ isWatch }) => (isWatch ? { status: 503, message: "no server is available" } : undefined);
    r.server.end();
    await r.pass(100);
    setBack(r);
    r.server.fault = () => undefined;
    await r.pass(370_000);
    await r.expectTruth();
    // And once is enough.
    const from = r.server.asked.length;
    await r.pass(1_000_000);
    expect(r.server.asked.slice(from).every(isFromPlace)).toBe(true);
  });
});

function isFromPlace({ isWatch, parameters }: Rig["server"]["asked"][number]): boolean {
  return isWatch && parameters.has("resourceVersion");
}

test("a server that forgets every place at once is not asked for all of it all the time", async () => {
  const r = await startRig(healthySetting);
  const from = r.server.asked.length;
  r.server.manner.expiry = "status";
  const gone = { status: 410, message: "too old resource version" };
  r.server.fault = ({ isWatch }) => (isWatch ? gone : undefined);
  r.server.end();
  await r.pass(600_000);
  expectCalm(r, from);
  expect(r.asked(widget, false, from)).toBeLessThan(30);
  expect(r.asked(widget, true, from)).toBeLessThan(40);
});

test("a list as a stream that stops half way is asked for as a list", async () => {
  const r = await startRig(healthySetting);
  const object = JSON.stringify({ type: "ADDED", object: r.server.store.list(widget)[0] });
  r.server.fault = ({ parameters }) =>
    parameters.has("sendInitialEvents") ? { says: `${object}\n`, next: "silence" } : undefined;
  const reported = r.reported.length;
  await missing(r);
  await r.pass(70_000);
  await r.expectTruth();
  expect(r.reported.slice(reported).every(({ report }) => (report?.roots.length ?? 0) >= 3)).toBe(true);
});
