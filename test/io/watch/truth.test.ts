import { expect, test } from "vitest";
import { pick } from "../../render/random.ts";
import { randomOf } from "../random.ts";
import { gadgets, type Rig, rig, some, well, widgets } from "./rig.ts";
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

test.for(Array.from({ length: 30 }, (_, seed) => ({ seed: seed + 1 })))(
  "whatever happens (seed $seed), what is shown as live is what somebody who asks is told",
  { timeout: 30_000 },
  async ({ seed }) => {
    const below = randomOf(seed);
    const one = <T>(all: readonly T[]): T => pick(() => below(1000) / 1000, all);
    const r = await rig({
      ...{ ...some, seed },
      ...(seed % 3 === 0 && { protocols: ["http/1.1"] }),
    });
    const { server } = r;
    server.manner.expiry = one(["event", "status"]);
    server.manner.initialEvents = one(["sent", "refused", "ignored"]);
    const from = server.asked.length;
    let isDown = false;
    for (let step = 0; step < 25; step += 1) {
      const kind = one([widgets, gadgets]);
      const name = one(names);
      const namespace = kind === widgets ? one(["one", "two"]) : undefined;
      const acts: readonly (() => unknown)[] = [
        () => server.store.put(kind, well(name, one(["True", "False"]), namespace)),
        () => server.store.put(kind, well(name, one(["True", "False"]), namespace)),
        () => server.store.remove(kind, name, namespace),
        () => server.store.compact(),
        () => server.end(kind.plural),
        () => server.cut(one(["", '{"type":"MODI'])),
        () => server.goAway(),
        () => server.mute(kind.plural),
        () => {
          const fault = one(faults);
          server.fault = ({ resource }) => (resource === kind.plural ? fault : undefined);
        },
        () => {
          server.fault = () => undefined;
        },
        async () => {
          await (isDown ? server.up() : server.down());
          isDown = !isDown;
        },
        () => r.clock.set(one([-1, 1]) * below(7_200_000)),
        () => r.clock.sleep(below(900_000)),
        () => r.followed.refresh(),
      ];
      await one(acts)();
      await r.pass(one([0, 50, 1_000, 30_000, 200_000]));
      expect(r.bugs).toEqual([]);
    }
    if (isDown) await server.up();
    server.fault = () => undefined;
    // Long enough for the longest pause, and for a watch that says nothing.
    await r.pass(420_000);
    expect(r.states().at(-1)).toBe("live");
    await r.expectTruth();
    expectNothingTwice(r);
    expect(server.asked.length - from).toBeLessThan(800);
  },
);

function expectNothingTwice({ followed }: Rig): void {
  const names = followed.look().report?.roots.map(({ ref }) => `${ref.kind} ${ref.namespace} ${ref.name}`) ?? [];
  expect(new Set(names).size).toBe(names.length);
}
