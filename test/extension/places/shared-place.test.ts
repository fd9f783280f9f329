import { describe, expect, test } from "vitest";
import { certificates } from "../../io/watch/scripted-server.ts";
import { loginProgram } from "../login-program.ts";
import { cluster, demand, hyperConverged, hyperConvergeds, isLive, placeRig, rootsOf, type Way } from "../place-rig.ts";

/** Milliseconds for which a place stays open after no surface shows it. */
const grace = 30_000;

/** A place that shows the HyperConverged `one` of a cluster. */
async function openLivePlace(way: Partial<Way> = {}) {
  const rig = placeRig();
  const server = await cluster("one", undefined, rig.clock.now);
  rig.write({ mine: { server: server.address(), ...way } });
  const held = rig.hold();
  held.setDemand(demand(), undefined);
  await rig.until(() => isLive(held, "one"), "it is live");
  return { rig, server, held };
}

/** No surface shows the place for longer than that. */
async function leavePlace({ rig, held }: Awaited<ReturnType<typeof openLivePlace>>): Promise<void> {
  held.setDemand(undefined, undefined);
  await rig.go(grace);
}

const whens = ["while nobody looked", "while it was connected"] as const;
const otherAuthority = Buffer.from(`${certificates.authority}${certificates.selfSigned.cert}`).toString("base64");

describe("what was read of one cluster is dropped when the place leads to another one", () => {
  const ways: readonly {
    readonly what: string;
    readonly way: (server: string, other: string) => Record<string, Way>;
  }[] = [
    { what: "current-context", way: (server, other) => ({ yours: { server: other }, mine: { server } }) },
    { what: "the server's address", way: (_, server) => ({ mine: { server } }) },
    {
      what: "the authority",
      way: (_, server) => ({ mine: { server, cluster: { "certificate-authority-data": otherAuthority } } }),
    },
    {
      what: "the authority alone",
      way: (server) => ({ mine: { server, cluster: { "certificate-authority-data": otherAuthority } } }),
    },
    { what: "tls-server-name", way: (server) => ({ mine: { server, cluster: { "tls-server-name": "localhost" } } }) },
    { what: "proxy-url", way: (server) => ({ mine: { server, cluster: { "proxy-url": "http://127.0.0.1:1" } } }) },
  ];
  const rows = ways.flatMap((way) => whens.map((when) => ({ ...way, when })));

  test.for(rows)("where $what changed $when", async ({ way, when }) => {
    const scene = await openLivePlace();
    const { rig, server, held } = scene;
    const other = await cluster("two");
    // What the new way leads to does not answer: nothing new can take the place of what is old.
    await other.down();
    server.fault = () => "silence";
    if (when === whens[0]) await leavePlace(scene);
    rig.write(way(server.address(), other.address()));
    if (when === whens[0]) held.setDemand(demand(), undefined);
    else held.rereadKubeconfig();
    await rig.until(() => rootsOf(held.state()) === undefined);
    const { snapshot, history, phase } = held.state();
    expect([snapshot, history]).toEqual([undefined, undefined]);
    expect(["connecting", "unreachable"]).toContain(phase);
  });
});

test.for(whens)(
  "other credentials for the same cluster, written %s, make nothing that is shown go away",
  async (when) => {
    const scene = await openLivePlace();
    const { rig, server, held } = scene;
    held.takeReported();
    if (when === whens[0]) await leavePlace(scene);
    server.manner.tokens = new Set(["second"]);
    server.store.put(hyperConvergeds, hyperConverged("two"));
    rig.write({ mine: { server: server.address(), user: { token: "second" } } });
    if (when === whens[0]) held.setDemand(demand(), undefined);
    else held.rereadKubeconfig();
    await rig.until(() => isLive(held, "one", "two") && server.asked.at(-1)?.token === "second");
    const reported = held.takeReported();
    expect(reported.map(({ phase }) => phase)).not.toContain("connecting");
    expect(reported.filter((shown) => rootsOf(shown) === undefined)).toEqual([]);
  },
);

describe("what is old", () => {
  test("stays on show with the time up to which it was so, and its ages stand still", async () => {
    const { rig, server, held } = await openLivePlace();
    const before = rig.clock.now();
    await server.down();
    await rig.until(() => held.state().link.state === "unreachable");
    const { phase, link, now } = held.state();
    expect([phase, rootsOf(held.state())]).toEqual(["shown", ["one"]]);
    expect(link.until).toBeGreaterThanOrEqual(before);
    const age = now();
    expect(age).toBe(Math.floor((link.until ?? 0) / 1000));
    await rig.go(60_000);
    expect([now(), held.state().now()]).toEqual([age, age]);
  });

  test("counts from now when it is known again", async () => {
    const { rig, server, held } = await openLivePlace();
    await server.down();
    await rig.until(() => held.state().link.state === "unreachable");
    await rig.go(60_000);
    await server.up();
    await rig.until(() => isLive(held, "one"));
    expect(held.state().link).not.toHaveProperty("until");
    expect(held.state().now()).toBe(Math.floor(rig.clock.now() / 1000));
  });

  test("has its age after the place was left and while it is reopened", async () => {
    const scene = await openLivePlace();
    const { rig, server, held } = scene;
    await leavePlace(scene);
    const { until } = held.state().link;
    expect(held.state()).toMatchObject({ phase: "shown", link: { state: "idle", until: rig.clock.now() } });
    await rig.go(100_000);
    await server.down();
    held.setDemand(demand(), undefined);
    await rig.until(() => held.state().link.state === "unreachable");
    expect(held.state()).toMatchObject({ phase: "shown", link: { until } });
    expect(held.state().now()).toBe(Math.floor((until ?? 0) / 1000));
    expect(held.takeReported().map(rootsOf).slice(-5)).toEqual(Array(5).fill(["one"]));
  });

  test("that was old when the place was left is not younger by that", async () => {
    const scene = await openLivePlace();
    const { rig, server, held } = scene;
    await server.down();
    await rig.until(() => held.state().link.state === "unreachable");
    const { until } = held.state().link;
    await leavePlace(scene);
    expect(held.state().link).toEqual({ state: "idle", until });
  });

  const refusals = [
    { title: "the server refuses the token", user: { token: "wrong" }, mayLogIn: true },
    { title: "the log-in fails", mayLogIn: true },
    { title: "nobody may log in", mayLogIn: false },
  ];
  test.for(refusals)("stays, with its age, where it is reopened and $title", async ({ user, mayLogIn }) => {
    const scene = await openLivePlace();
    const { rig, server, held } = scene;
    await leavePlace(scene);
    const { until } = held.state().link;
    server.manner.tokens = new Set(["good"]);
    rig.may = mayLogIn;
    rig.write({ mine: { server: server.address(), user: user ?? loginProgram(rig.folder).user } });
    await rig.go(50_000);
    held.takeReported();
    held.setDemand(demand(), undefined);
    await rig.until(() => held.state().isAsking !== undefined && held.takeReported().length === 0);
    await rig.go(5_000);
    expect(held.state()).toMatchObject({ phase: "shown", link: { until } });
    expect(held.state().link.state).not.toBe("live");
    expect(rootsOf(held.state())).toEqual(["one"]);
    expect(held.state().now()).toBe(Math.floor((until ?? 0) / 1000));
  });
});

describe("a place that no surface shows", () => {
  test("closes its connection after a while, and leaves no timer", async () => {
    const scene = await openLivePlace();
    const { rig, server } = scene;
    await leavePlace(scene);
    expect(rig.clock.timers()).toBe(0);
    await rig.until(() => server.sockets.size === 0);
  });

  test("requests nothing again when a surface shows it again soon", async () => {
    const { rig, server, held } = await openLivePlace();
    server.forget();
    for (let turn = 0; turn < 3; turn += 1) {
      held.setDemand(undefined, undefined);
      await rig.go(grace - 10_000);
      held.setDemand(demand(), undefined);
      await rig.go(0);
    }
    expect(server.asked.filter(({ resource }) => resource === hyperConvergeds.plural)).toEqual([]);
    expect(isLive(held, "one")).toBe(true);
  });

  test("that was never opened asks nothing", async () => {
    const rig = placeRig();
    const server = await cluster("one");
    rig.write({ mine: { server: server.address() } });
    const held = rig.hold();
    held.setDemand(undefined, undefined);
    held.refresh();
    held.rereadKubeconfig();
    expect(await held.namespaces()).toBeUndefined();
    await rig.go(grace);
    expect([server.asked.length, server.sockets.size, held.takeReported().length]).toEqual([0, 0, 0]);
    expect(held.state()).toMatchObject({ phase: "paused", link: { state: "idle" } });
  });
});

describe("a place that may not be asked", () => {
  test.for(["paused", "untrusted"] as const)("asks nothing, and says once that it is %s", async (phase) => {
    const rig = placeRig();
    const server = await cluster("one");
    rig.write({ mine: { server: server.address() } });
    const held = rig.hold();
    for (let look = 0; look < 3; look += 1) held.setDemand(demand(), phase);
    await rig.go(1_000);
    expect(held.takeReported().map((shown) => shown.phase)).toEqual([phase]);
    expect(server.sockets.size).toBe(0);
  });

  test("any more is closed at once, keeps what it shows, and says so once", async () => {
    const { rig, server, held } = await openLivePlace();
    for (let look = 0; look < 3; look += 1) held.setDemand(demand(), "paused");
    await rig.go(0);
    expect(rig.clock.timers()).toBe(0);
    held.takeReported();
    held.setDemand(demand(), "paused");
    expect(held.takeReported()).toEqual([]);
    expect(held.state()).toMatchObject({ phase: "shown", link: { state: "idle", until: rig.clock.now() } });
    await rig.until(() => server.sockets.size === 0);
    held.setDemand(demand(), undefined);
    await rig.until(() => isLive(held, "one"));
  });
});

describe("a place that is closed tells nothing, and leaves no socket, timer or program", () => {
  const moments = [
    { title: "before it has begun", turns: 0 },
    { title: "when its kubeconfig is being read", turns: 1 },
    { title: "a moment later", turns: 3 },
    { title: "another moment later", turns: 8 },
    { title: "while it connects", turns: 20 },
    { title: "while it reads", turns: 60 },
  ];
  test.for(moments)("$title", async ({ turns }) => {
    const rig = placeRig();
    const server = await cluster("one");
    rig.write({ mine: { server: server.address() } });
    const held = rig.hold();
    held.setDemand(demand({ related: true }), undefined);
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    held.close();
    await rig.go(60_000);
    expect(rig.clock.timers()).toBe(0);
    await rig.until(() => server.sockets.size === 0);
    expect(rig.bugs).toEqual([]);
  });

  test("while the server says nothing", async () => {
    const rig = placeRig();
    const server = await cluster("one");
    server.fault = () => "silence";
    rig.write({ mine: { server: server.address() } });
    const held = rig.hold();
    held.setDemand(demand(), undefined);
    await rig.until(() => server.silent() > 0);
    held.close();
    await rig.go(60_000);
    expect(rig.clock.timers()).toBe(0);
    await rig.until(() => server.sockets.size === 0);
  });

  test.for([1, 2])("while a program for logging in runs, opened for the %i. time", async (times) => {
    const rig = placeRig();
    const server = await cluster("one");
    const program = loginProgram(rig.folder);
    program.answers("first");
    program.hold();
    rig.may = true;
    rig.write({ mine: { server: server.address(), user: program.user } });
    const held = rig.hold();
    for (let time = 1; time <= times; time += 1) {
      held.setDemand(demand(), undefined);
      await rig.until(() => program.runs() === time);
      if (time < times) held.setDemand(undefined, undefined);
      else held.close();
      await rig.go(grace);
      await rig.until(() => program.running() === 0);
    }
    expect(server.sockets.size).toBe(0);
    expect(rig.clock.timers()).toBe(0);
  });

  test("a place that is paused and resumed twice is live again", async () => {
    const { rig, held } = await openLivePlace();
    held.setDemand(demand(), "paused");
    held.setDemand(demand(), undefined);
    held.setDemand(demand(), "paused");
    held.setDemand(demand(), undefined);
    await rig.until(() => isLive(held, "one"));
  });
});
