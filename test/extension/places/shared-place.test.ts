import { describe, expect, test } from "vitest";
import { certificates } from "../../io/watch/scripted-server.ts";
import { loginProgram } from "../login-program.ts";
import {
  type ContextEntry,
  cluster,
  demand,
  hyperConverged,
  hyperConvergeds,
  isLive,
  placeRig,
  rootsOf,
} from "../place-rig.ts";

/** Milliseconds for which a place stays open after no surface shows it. */
const grace = 30_000;

/** A place that shows the HyperConverged `one` of a cluster. */
async function openLivePlace(way: Partial<ContextEntry> = {}) {
  const rig = placeRig();
  const server = await cluster("one", undefined, rig.clock.now);
  rig.write({ mine: { server: server.address(), ...way } });
  const shared = rig.showPlace();
  await rig.until(() => isLive(shared, "one"), "it is live");
  return { rig, server, shared };
}

/** No surface shows the place for longer than that. */
async function leavePlace({ rig, shared }: Awaited<ReturnType<typeof openLivePlace>>): Promise<void> {
  shared.setDemand(undefined);
  await rig.advance(grace);
}

const whens = ["while no surface showed it", "while it was connected"] as const;
const otherAuthority = Buffer.from(`${certificates.authority}${certificates.selfSigned.cert}`).toString("base64");

describe("what was read of one cluster is dropped when the place leads to another one", () => {
  const ways: readonly {
    readonly what: string;
    readonly way: (server: string, other: string) => Record<string, ContextEntry>;
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
    const { rig, server, shared } = scene;
    const other = await cluster("two");
    // What the new way leads to does not answer: nothing new can take the place of what is old.
    await other.down();
    server.fault = () => "silence";
    if (when === whens[0]) await leavePlace(scene);
    rig.write(way(server.address(), other.address()));
    if (when === whens[0]) shared.setDemand(demand());
    else shared.source?.rereadKubeconfig();
    await rig.until(() => rootsOf(shared.state()) === undefined);
    const { snapshot, history, phase } = shared.state();
    expect([snapshot, history]).toEqual([undefined, undefined]);
    expect(["connecting", "unreachable"]).toContain(phase);
  });
});

test.for(whens)(
  "other credentials for the same cluster, written %s, make nothing that is shown go away",
  async (when) => {
    const scene = await openLivePlace();
    const { rig, server, shared } = scene;
    shared.takeReported();
    if (when === whens[0]) await leavePlace(scene);
    server.manner.tokens = new Set(["second"]);
    server.store.put(hyperConvergeds, hyperConverged("two"));
    rig.write({ mine: { server: server.address(), user: { token: "second" } } });
    if (when === whens[0]) shared.setDemand(demand());
    else shared.source?.rereadKubeconfig();
    await rig.until(() => isLive(shared, "one", "two") && server.asked.at(-1)?.token === "second");
    const reported = shared.takeReported();
    expect(reported.map(({ phase }) => phase)).not.toContain("connecting");
    expect(reported.filter((shown) => rootsOf(shown) === undefined)).toEqual([]);
  },
);

describe("what is old", () => {
  test("stays on show with the time up to which it was so, and its ages stand still", async () => {
    const { rig, server, shared } = await openLivePlace();
    const before = rig.clock.now();
    await server.down();
    await rig.until(() => shared.state().link.state === "unreachable");
    const { phase, link, now } = shared.state();
    expect([phase, rootsOf(shared.state())]).toEqual(["shown", ["one"]]);
    expect(link.until).toBeGreaterThanOrEqual(before);
    const age = now();
    expect(age).toBe(Math.floor((link.until ?? 0) / 1000));
    await rig.advance(60_000);
    expect([now(), shared.state().now()]).toEqual([age, age]);
  });

  test("counts from now when it is known again", async () => {
    const { rig, server, shared } = await openLivePlace();
    await server.down();
    await rig.until(() => shared.state().link.state === "unreachable");
    await rig.advance(60_000);
    await server.up();
    await rig.until(() => isLive(shared, "one"));
    expect(shared.state().link).not.toHaveProperty("until");
    expect(shared.state().now()).toBe(Math.floor(rig.clock.now() / 1000));
  });

  test("has its age after the place was left and while it is reopened", async () => {
    const scene = await openLivePlace();
    const { rig, server, shared } = scene;
    await leavePlace(scene);
    const { until } = shared.state().link;
    expect(shared.state()).toMatchObject({ phase: "shown", link: { state: "idle", until: rig.clock.now() } });
    await rig.advance(100_000);
    await server.down();
    shared.setDemand(demand());
    await rig.until(() => shared.state().link.state === "unreachable");
    expect(shared.state()).toMatchObject({ phase: "shown", link: { until } });
    expect(shared.state().now()).toBe(Math.floor((until ?? 0) / 1000));
    expect(shared.takeReported().map(rootsOf).slice(-5)).toEqual(Array(5).fill(["one"]));
  });

  test("that was old when the place was left is not younger by that", async () => {
    const scene = await openLivePlace();
    const { rig, server, shared } = scene;
    await server.down();
    await rig.until(() => shared.state().link.state === "unreachable");
    const { until } = shared.state().link;
    await leavePlace(scene);
    expect(shared.state().link).toEqual({ state: "idle", until });
  });

  const refusals = [
    { title: "the server refuses the token", user: { token: "wrong" }, mayLogIn: true },
    { title: "the log-in fails", mayLogIn: true },
    { title: "no program may log in", mayLogIn: false },
  ];
  test.for(refusals)("stays, with its age, where it is reopened and $title", async ({ user, mayLogIn }) => {
    const scene = await openLivePlace();
    const { rig, server, shared } = scene;
    await leavePlace(scene);
    const { until } = shared.state().link;
    server.manner.tokens = new Set(["good"]);
    rig.mayLogIn = mayLogIn;
    rig.write({ mine: { server: server.address(), user: user ?? loginProgram(rig.folder).user } });
    await rig.advance(50_000);
    shared.takeReported();
    shared.setDemand(demand());
    await rig.until(() => shared.state().isAsking !== undefined && shared.takeReported().length === 0);
    await rig.advance(5_000);
    expect(shared.state()).toMatchObject({ phase: "shown", link: { until } });
    expect(shared.state().link.state).not.toBe("live");
    expect(rootsOf(shared.state())).toEqual(["one"]);
    expect(shared.state().now()).toBe(Math.floor((until ?? 0) / 1000));
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
    const { rig, server, shared } = await openLivePlace();
    server.forget();
    for (let turn = 0; turn < 3; turn += 1) {
      shared.setDemand(undefined);
      await rig.advance(grace - 10_000);
      shared.setDemand(demand());
      await rig.advance(0);
    }
    expect(server.asked.filter(({ resource }) => resource === hyperConvergeds.plural)).toEqual([]);
    expect(isLive(shared, "one")).toBe(true);
  });

  test("that was never opened asks nothing", async () => {
    const rig = placeRig();
    const server = await cluster("one");
    rig.write({ mine: { server: server.address() } });
    const shared = rig.createPlace();
    shared.setDemand(undefined);
    shared.refresh();
    shared.source?.rereadKubeconfig();
    expect(await shared.source?.namespaces()).toBeUndefined();
    await rig.advance(grace);
    expect([server.asked.length, server.sockets.size, shared.takeReported().length]).toEqual([0, 0, 0]);
    expect(shared.state()).toMatchObject({ phase: "paused", link: { state: "idle" } });
  });
});

describe("a place that may not be asked", () => {
  test.for(["paused", "untrusted"] as const)("asks nothing, and says once that it is %s", async (phase) => {
    const rig = placeRig();
    const server = await cluster("one");
    rig.write({ mine: { server: server.address() } });
    const shared = rig.createPlace();
    for (let look = 0; look < 3; look += 1) shared.setDemand(demand(), phase);
    await rig.advance(1_000);
    expect(shared.takeReported().map((shown) => shown.phase)).toEqual([phase]);
    expect(server.sockets.size).toBe(0);
  });

  test("any more is closed at once, keeps what it shows, and says so once", async () => {
    const { rig, server, shared } = await openLivePlace();
    for (let look = 0; look < 3; look += 1) shared.setDemand(demand(), "paused");
    await rig.advance(0);
    expect(rig.clock.timers()).toBe(0);
    shared.takeReported();
    shared.setDemand(demand(), "paused");
    expect(shared.takeReported()).toEqual([]);
    expect(shared.state()).toMatchObject({ phase: "shown", link: { state: "idle", until: rig.clock.now() } });
    await rig.until(() => server.sockets.size === 0);
    shared.setDemand(demand());
    await rig.until(() => isLive(shared, "one"));
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
    const shared = rig.createPlace();
    shared.setDemand(demand({ related: true }));
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    shared.close();
    await rig.advance(60_000);
    expect(rig.clock.timers()).toBe(0);
    await rig.until(() => server.sockets.size === 0);
    expect(rig.bugs).toEqual([]);
  });

  test("while the server says nothing", async () => {
    const rig = placeRig();
    const server = await cluster("one");
    server.fault = () => "silence";
    rig.write({ mine: { server: server.address() } });
    const shared = rig.showPlace();
    await rig.until(() => server.silent() > 0);
    shared.close();
    await rig.advance(60_000);
    expect(rig.clock.timers()).toBe(0);
    await rig.until(() => server.sockets.size === 0);
  });

  test.for([1, 2])("while a program for logging in runs, opened for the %i. time", async (times) => {
    const rig = placeRig();
    const server = await cluster("one");
    const program = loginProgram(rig.folder);
    program.answers("first");
    program.hold();
    rig.mayLogIn = true;
    rig.write({ mine: { server: server.address(), user: program.user } });
    const shared = rig.createPlace();
    for (let time = 1; time <= times; time += 1) {
      shared.setDemand(demand());
      await rig.until(() => program.runs() === time);
      if (time < times) shared.setDemand(undefined);
      else shared.close();
      await rig.advance(grace);
      await rig.until(() => program.running() === 0);
    }
    expect(server.sockets.size).toBe(0);
    expect(rig.clock.timers()).toBe(0);
  });

  test("a place that is paused and resumed twice is live again", async () => {
    const { rig, shared } = await openLivePlace();
    shared.setDemand(demand(), "paused");
    shared.setDemand(demand());
    shared.setDemand(demand(), "paused");
    shared.setDemand(demand());
    await rig.until(() => isLive(shared, "one"));
  });
});
