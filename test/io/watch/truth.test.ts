import { expect, test } from "vitest";
import type { Query } from "../../../shared/model/snapshot.ts";
import { pick, randomIntegersFrom } from "../../random.ts";
import { seeds } from "../../size.ts";
import { buildObject, gadgets, healthySetting, type Rig, startRig, widgets } from "./rig.ts";
import type { Fault } from "./scripted-server.ts";

const names = ["a", "b", "c", "d", "e"];
const faults: readonly Fault[] = [
  { status: 500, message: "for now" },
  { status: 503 },
  { status: 429, headers: { "retry-after": "3" } },
  { status: 410 },
  { status: 401 },
  { status: 403 },
  { status: 418 },
  { says: "", next: "cut" },
  { says: '{"type":"ADDED","obj', next: "cut" },
  { says: "", next: "end" },
  { says: "[]\n", next: "end" },
];

test.for(seeds(6).map((seed) => ({ seed: seed + 1 })))(
  "whatever happens (seed $seed), what is shown as live is what the server returns",
  async ({ seed }) => {
    const below = randomIntegersFrom(seed);
    const pickOne = <T>(all: readonly T[]): T => pick(() => below(1000) / 1000, all);
    const rig = await startRig({
      ...healthySetting,
      seed,
      ...(seed % 3 === 0 && { protocols: ["http/1.1"] }),
    });
    const { server } = rig;
    server.manner.expiry = pickOne(["event", "status"]);
    server.manner.initialEvents = pickOne(["sent", "refused", "ignored"]);
    const from = server.asked.length;
    let isDown = false;
    let isFaulty = false;
    let isMute = false;
    for (let step = 0; step < 25; step += 1) {
      const kind = pickOne([widgets, gadgets]);
      const name = pickOne(names);
      const namespace = kind === widgets ? pickOne(["one", "two"]) : undefined;
      const acts: readonly (() => unknown)[] = [
        () => server.store.put(kind, buildObject(name, pickOne(["True", "False"]), namespace)),
        () => server.store.put(kind, buildObject(name, pickOne(["True", "False"]), namespace)),
        () => server.store.remove(kind, name, namespace),
        () => server.store.compact(),
        () => server.end(kind.plural),
        () => {
          server.cut(pickOne(["", '{"type":"MODI']));
          isMute = false;
        },
        () => server.goAway(),
        () => {
          server.mute(kind.plural);
          isMute = true;
        },
        () => {
          const fault = pickOne(faults);
          server.fault = ({ resource }) => (resource === kind.plural ? fault : undefined);
          isFaulty = true;
        },
        () => {
          server.fault = () => undefined;
          isFaulty = false;
        },
        async () => {
          await (isDown ? server.up() : server.down());
          isDown = !isDown;
          isMute = false;
        },
        () => rig.clock.set(pickOne([-1, 1]) * below(7_200_000)),
        () => rig.clock.sleep(below(900_000)),
        () => rig.followed.refresh(),
      ];
      await pickOne(acts)();
      await rig.pass(pickOne([0, 50, 1_000, 30_000, 200_000]));
      expect(rig.bugs).toEqual([]);
      if (isDown || isFaulty || isMute) continue;
      // A client that had to wait for a second sends its request then.
      await rig.pass(2_000);
      if (rig.states().at(-1) === "live") await rig.expectCurrentObjects();
    }
    if (isDown) await server.up();
    server.fault = () => undefined;
    // Long enough for the longest pause, and for a watch that says nothing.
    await rig.pass(420_000);
    expect(rig.states().at(-1)).toBe("live");
    await rig.expectCurrentObjects();
    expectNothingTwice(rig);
    expect(server.asked.length - from).toBeLessThan(800);
  },
);

const [first, second]: readonly Query[] = [widgets, gadgets].map(({ kind, namespaced }) => ({
  verb: "list",
  group: "example.com",
  kind,
  plural: `${kind.toLowerCase()}s`,
  versions: ["v1"],
  namespaced,
}));

test("after an outage it is live when what was missed is here, and what that leads to", async () => {
  const rig = await startRig({
    // Gadgets are asked for because of what widgets there are.
    queries: ({ readings }) =>
      [first, readings.some((each) => each.outcome === "found" && each.objects.length > 0) ? second : undefined].filter(
        (query) => query !== undefined,
      ),
  });
  expect(rig.states()).toEqual(["connecting", "live"]);
  await rig.server.down();
  await rig.pass(5_000);
  rig.server.store.put(widgets, buildObject("a", "True", "one"));
  rig.server.fault = ({ resource }) => (resource === gadgets.plural ? "silence" : undefined);
  await rig.server.up();
  await rig.pass(60_000);
  expect(rig.countWatches(widgets.plural)).toBeGreaterThan(1);
  // It is not kept waiting for long for a picture, but the gadgets are not there.
  expect(rig.states()).toEqual(["connecting", "live", "stale", "unreachable", "connecting"]);
  expect(rig.followed.current().snapshot?.readings.map(({ query }) => query.kind)).toEqual(["Widget"]);
  rig.server.fault = () => undefined;
  await rig.pass(180_000);
  expect(rig.states().at(-1)).toBe("live");
  await rig.expectCurrentObjects();
});

function expectNothingTwice({ followed }: Rig): void {
  const names = followed.current().report?.roots.map(({ ref }) => `${ref.kind} ${ref.namespace} ${ref.name}`) ?? [];
  expect(new Set(names).size).toBe(names.length);
}
