import { describe, expect, test } from "vitest";
import type { RequestedObject } from "../../../shared/manifest/requested-object.ts";
import type { Ref } from "../../../shared/model/object.ts";
import type { ApiServer, Fault } from "../../io/watch/scripted-server.ts";
import type { Served } from "../../io/watch/store.ts";
import { loginProgram } from "../login-program.ts";
import {
  applications,
  cluster,
  configMaps,
  demand,
  discovered,
  hyperConverged,
  hyperConvergedNamespace,
  hyperConvergeds,
  isLive,
  type PlaceRig,
  placeRig,
  rootsOf,
  script,
  type WatchedPlace,
} from "../place-rig.ts";

/** A place that may or may not run a program to log in to a server that wants the token `good`. */
async function withLogin(may: boolean) {
  const rig = placeRig();
  const server = await cluster("one");
  server.manner.tokens = new Set(["good"]);
  const program = loginProgram(rig.folder);
  rig.mayLogIn = may;
  const write = (more: object = {}): void =>
    rig.write({ mine: { server: server.address(), user: { ...program.user, ...more } } });
  write();
  return { rig, server, program, write };
}

/** A place that is live at the roots of a server. */
async function openLivePlace(prepare: (server: ApiServer) => void = () => {}, kinds?: readonly Served[]) {
  const rig = placeRig();
  const server = await cluster("one", kinds);
  prepare(server);
  rig.write({ mine: { server: server.address() } });
  const shared = rig.showPlace();
  await rig.until(() => isLive(shared, "one"), "it is live");
  shared.takeReported();
  server.forget();
  return { rig, server, shared };
}

function isRefused(shared: WatchedPlace): boolean {
  const { phase, isAsking } = shared.state();
  return phase === "authRequired" && isAsking === false;
}

test("the cluster of a place is there while it is connected, and is left when its context vanishes", async () => {
  const { rig, shared } = await openLivePlace();
  const reached = shared.source?.liveCluster();
  expect([reached?.chosen.contextName, reached?.left.aborted]).toEqual(["mine", false]);
  rig.write({ other: { server: "https://127.0.0.1:1" } }, "gone");
  shared.source?.rereadKubeconfig();
  await rig.until(() => reached?.left.aborted === true, "the cluster is left");
  expect(shared.source?.liveCluster()).toBeUndefined();
});

test("a server that answers each request after 20 s is being connected to until it has, and then live", async () => {
  const rig = placeRig();
  const server = await cluster("one");
  server.fault = ({ resource }) => {
    const { promise: later, resolve } = Promise.withResolvers<void>();
    rig.clock.after(20_000, resolve);
    return resource === "" ? { ...discovered(server.served), after: later } : { later };
  };
  rig.write({ mine: { server: server.address() } });
  const shared = rig.showPlace();
  await rig.until(() => server.asked.length > 0, "it is asked");
  await rig.advance(15_000);
  const { phase, problem, report } = shared.state();
  expect({ phase, problem, report }).toEqual({ phase: "connecting", problem: undefined, report: undefined });
  await rig.until(() => isLive(shared, "one"), "it is live");
});

test("a connection over which the demands cannot be followed is closed, and nothing is reported over it", async () => {
  const rig = placeRig();
  const server = await cluster("one");
  rig.write({ mine: { server: server.address() } });
  const shared = rig.createPlace();
  const broken: Ref = {
    group: "",
    version: "v1",
    name: "a",
    get kind(): string {
      throw new Error("no kind");
    },
  };
  shared.setDemand(demand({ objects: [broken] }));
  await rig.until(() => shared.state().phase === "unusable");
  await rig.until(() => server.sockets.size === 0, "no socket is left");
  expect(shared.state()).toMatchObject({ phase: "unusable", problem: "no kind" });
});

describe("a program for logging in", () => {
  test("is not run, and nothing is requested, before the user has agreed; it is named", async () => {
    const { rig, server, program } = await withLogin(false);
    const shared = rig.showPlace();
    await rig.until(() => shared.state().phase === "authRequired");
    shared.source?.rereadKubeconfig();
    await rig.advance(60_000);
    expect(shared.state()).toMatchObject({ isAsking: true, problem: program.path, link: { state: "idle" } });
    expect([program.runs(), server.sockets.size]).toEqual([0, 0]);
  });

  test("is run once when the user has agreed and a surface asks", async () => {
    const { rig, program } = await withLogin(false);
    program.answers("good");
    const shared = rig.showPlace();
    await rig.until(() => shared.state().phase === "authRequired");
    rig.mayLogIn = true;
    shared.refresh();
    await rig.until(() => isLive(shared, "one"));
    expect(program.runs()).toBe(1);
    expect(shared.state()).toMatchObject({ isAsking: false });
    expect(shared.state()).not.toHaveProperty("problem");
  });

  test("that came into the kubeconfig in place of a token is not run when the token ends", async () => {
    const { rig, server, shared } = await openLivePlace();
    const program = loginProgram(rig.folder);
    program.answers("good");
    rig.write({ mine: { server: server.address(), user: program.user } });
    server.manner.tokens = new Set(["good"]);
    server.end();
    await rig.until(() => shared.state().link.state === "authRequired");
    await rig.advance(5_000);
    expect(program.runs()).toBe(0);
    shared.source?.rereadKubeconfig();
    await rig.until(() => shared.state().isAsking === true);
    expect(shared.state()).toMatchObject({ problem: program.path, phase: "shown" });
    expect(program.runs()).toBe(0);
  });

  test("that failed is named in one sentence and not run again by touching the kubeconfig, by hiding and showing", async () => {
    const { rig, program, write } = await withLogin(true);
    const shared = rig.showPlace();
    await rig.until(() => isRefused(shared));
    expect(shared.state().problem).toMatch(/the exec plugin .* failed with exit code 1/);
    for (let time = 0; time < 3; time += 1) {
      await rig.advance(61_000);
      write();
      shared.source?.rereadKubeconfig();
      await rig.advance(1_000);
      shared.setDemand(undefined);
      await rig.advance(31_000);
      shared.setDemand(demand());
      await rig.until(() => isRefused(shared));
    }
    expect(program.runs()).toBe(1);
  });

  test("that failed is run again when the user refreshes", async () => {
    const { rig, program } = await withLogin(true);
    const shared = rig.showPlace();
    await rig.until(() => isRefused(shared));
    program.answers("good");
    shared.refresh();
    await rig.until(() => isLive(shared, "one"));
    expect(program.runs()).toBe(2);
  });

  test("that failed is run again when the kubeconfig says something new of how to log in", async () => {
    const { rig, program, write } = await withLogin(true);
    const shared = rig.showPlace();
    await rig.until(() => isRefused(shared));
    program.answers("good");
    write({ exec: { ...program.user.exec, env: [{ name: "NEW", value: "1" }] } });
    shared.source?.rereadKubeconfig();
    await rig.until(() => isLive(shared, "one"));
    expect(program.runs()).toBe(2);
  });

  test("whose token the server refuses is not run without end", async () => {
    const { rig, program } = await withLogin(true);
    program.answers("bad");
    const shared = rig.showPlace();
    await rig.until(() => isRefused(shared));
    shared.source?.rereadKubeconfig();
    await rig.advance(600_000);
    expect(program.runs()).toBeLessThanOrEqual(2);
    expect(shared.state().link.state).toBe("authRequired");
  });

  test("goes on while the kubeconfig is touched, or broken for a moment", async () => {
    const { rig, program, write } = await withLogin(true);
    program.answers("good");
    program.hold();
    const shared = rig.showPlace();
    await rig.until(() => program.runs() === 1);
    shared.source?.rereadKubeconfig();
    await rig.advance(500);
    rig.writeText("{");
    shared.source?.rereadKubeconfig();
    await rig.until(() => shared.state().doubt !== undefined);
    write();
    shared.source?.rereadKubeconfig();
    await rig.until(() => shared.state().doubt === undefined);
    expect([program.runs(), program.running()]).toEqual([1, 1]);
    program.release();
    await rig.until(() => isLive(shared, "one"));
    expect(program.runs()).toBe(1);
  });

  test("is ended when the place leads to another cluster meanwhile", async () => {
    const { rig, program } = await withLogin(true);
    program.hold();
    const shared = rig.showPlace();
    await rig.until(() => program.runs() === 1);
    const other = await cluster("two");
    rig.write({ yours: { server: other.address() } });
    shared.source?.rereadKubeconfig();
    await rig.until(() => program.running() === 0);
    await rig.until(() => isLive(shared, "two"));
  });

  describe("is shared by two places", () => {
    async function openTwoPlaces() {
      const { rig, program } = await withLogin(true);
      program.answers("good");
      program.hold();
      const one = rig.createPlace();
      const other = rig.createPlace({ namespaces: [hyperConvergedNamespace] });
      for (const shared of [one, other]) shared.setDemand(demand());
      await rig.until(() => program.runs() > 0);
      await rig.advance(500);
      return { rig, program, one, other };
    }

    test("and is run once for both", async () => {
      const { rig, program, one, other } = await openTwoPlaces();
      program.release();
      await rig.until(() => isLive(one, "one") && isLive(other, "one"));
      expect(program.runs()).toBe(1);
    });

    test.for([0, 1])("and goes on for one place when the other is closed", async (first) => {
      const { rig, program, one, other } = await openTwoPlaces();
      const [closed, left] = first === 0 ? [one, other] : [other, one];
      closed.close();
      await rig.advance(1_000);
      expect(program.running()).toBe(1);
      program.release();
      await rig.until(() => isLive(left, "one"));
      expect(program.runs()).toBe(1);
    });

    test("and is ended when the last place is closed", async () => {
      const { rig, program, one, other } = await openTwoPlaces();
      one.close();
      other.close();
      await rig.until(() => program.running() === 0);
    });
  });
});

describe("what is looked at beside the roots", () => {
  const related = [{ apiVersion: "v1", kind: "ConfigMap", name: "cm", namespace: hyperConvergedNamespace }];
  const cm: Ref = { group: "", version: "v1", kind: "ConfigMap", namespace: hyperConvergedNamespace, name: "cm" };
  const kind = { group: "", kind: "ConfigMap", plural: "configmaps", versions: ["v1"], namespaced: true };
  const named: readonly RequestedObject[] = [{ kind, namespace: hyperConvergedNamespace, name: "cm" }];
  const openPlaceWithConfigMap = () =>
    openLivePlace(
      (server) => {
        server.store.put(hyperConvergeds, hyperConverged("one", related));
        server.store.put(configMaps, { name: "cm", namespace: hyperConvergedNamespace, data: { is: "first" } });
      },
      [hyperConvergeds, configMaps],
    );
  const countRequests = (server: ApiServer, { plural }: Served): number =>
    server.asked.filter(({ resource, name }) => resource === plural && name === undefined).length;

  test("of the roots comes and goes, and the rest is not read again", async () => {
    const { rig, server, shared } = await openPlaceWithConfigMap();
    for (let time = 0; time < 3; time += 1) {
      shared.setDemand(demand({ related: true }));
      await rig.until(
        () => isLive(shared, "one") && server.asked.some(({ resource }) => resource === configMaps.plural),
      );
      await rig.advance(1_000);
      shared.setDemand(demand());
      await rig.advance(1_000);
    }
    expect(countRequests(server, hyperConvergeds)).toBe(0);
    // A list, and a watch from there.
    expect(server.asked.filter(({ resource }) => resource === configMaps.plural).length).toBeLessThanOrEqual(2);
    expect(shared.takeReported().map(({ link, phase }) => `${phase} ${link.state}`)).toEqual(
      expect.not.arrayContaining(["shown connecting"]),
    );
  });

  const ways = [
    { title: "a named object", wants: demand({ named }), part: "named" },
    { title: "a single object", wants: demand({ objects: [cm] }), part: "objects" },
  ] as const;
  test.for(ways)("as $title makes nothing old, and is taken back when no surface shows it", async ({ wants, part }) => {
    const { rig, server, shared } = await openPlaceWithConfigMap();
    shared.setDemand(wants);
    await rig.until(() => shared.state()[part] !== undefined && shared.state().link.state === "live");
    const states = shared.takeReported().map(({ link }) => link.state);
    expect(new Set(states)).toEqual(new Set(["live"]));
    shared.setDemand(demand());
    expect(shared.state()).not.toHaveProperty(part);
    expect(shared.state()).not.toHaveProperty("namedSnapshot");
    await rig.advance(1_000);
    expect(shared.state()).not.toHaveProperty(part);
    expect([shared.state().link.state, countRequests(server, hyperConvergeds)]).toEqual(["live", 0]);
  });

  test("as a named object is evaluated, and as a single one whole, and both are followed", async () => {
    const { rig, server, shared } = await openPlaceWithConfigMap();
    shared.setDemand(demand({ named, objects: [cm] }));
    const readConfigMapData = (): unknown => {
      const reading = [...(shared.state().objects?.values() ?? [])][0];
      return reading?.outcome === "found" ? reading.objects[0]?.raw : undefined;
    };
    await rig.until(() => shared.state().named !== undefined && readConfigMapData() !== undefined);
    expect(shared.state().named?.roots.map(({ ref }) => ref.name)).toEqual(["cm"]);
    expect(readConfigMapData()).toMatchObject({ data: { is: "first" } });
    server.store.put(configMaps, { name: "cm", namespace: hyperConvergedNamespace, data: { is: "second" } });
    await rig.until(() => JSON.stringify(readConfigMapData()).includes("second"));
    server.store.remove(configMaps, "cm", hyperConvergedNamespace);
    await rig.until(() => [...(shared.state().objects?.values() ?? [])][0]?.outcome === "absent");
  });

  test("does not end that the roots are followed", async () => {
    const { rig, server, shared } = await openPlaceWithConfigMap();
    shared.setDemand(demand({ objects: [cm] }));
    await rig.until(() => shared.state().objects !== undefined);
    server.store.remove(hyperConvergeds, "one", hyperConvergedNamespace);
    await rig.until(() => isLive(shared, ""));
    expect(shared.state().phase).toBe("empty");
  });

  test("is read again after a refresh", async () => {
    const { rig, server, shared } = await openPlaceWithConfigMap();
    shared.setDemand(demand({ named, objects: [cm] }));
    await rig.until(() => shared.state().named !== undefined && shared.state().objects !== undefined);
    await rig.advance(1_000);
    server.forget();
    shared.refresh();
    await rig.until(() => shared.state().link.state === "live" && server.asked.length > 2);
    const resources = new Set(server.asked.map(({ resource }) => resource));
    expect([...resources]).toEqual(expect.arrayContaining([hyperConvergeds.plural, configMaps.plural]));
  });
});

const consoleLinks: Served = {
  plural: "consolelinks.console.openshift.io",
  kind: "ConsoleLink",
  version: "v1",
  namespaced: false,
};

describe("other kinds of root are found beside HyperConvergeds", () => {
  const ready = { type: "Ready", status: "True", reason: "", message: "", lastTransitionTime: "2026-11-21T10:00:00Z" };
  const application = { name: "shop", namespace: "apps", spec: {}, status: { conditions: [ready] } };

  async function scene(kinds: readonly Served[]) {
    const rig = placeRig();
    const server = await cluster("one", kinds);
    server.store.put(applications, application);
    rig.write({ mine: { server: server.address() } });
    return { rig, server, shared: rig.createPlace() };
  }

  test("at once", async () => {
    const { rig, shared } = await scene([hyperConvergeds, applications]);
    shared.setDemand(demand());
    await rig.until(() => isLive(shared, "one", "shop"));
  });

  test.for([
    [[hyperConvergeds], false],
    [[hyperConvergeds, consoleLinks], true],
  ] as const)("the web console of OpenShift is found among the kinds: %j", async ([kinds, hasConsole]) => {
    const { rig, shared } = await scene([...kinds]);
    shared.setDemand(demand());
    await rig.until(() => shared.state().hasConsole === hasConsole);
  });

  test("where the server came up after the first try", async () => {
    const { rig, server, shared } = await scene([hyperConvergeds, applications]);
    await server.down();
    shared.setDemand(demand());
    await rig.until(() => shared.state().phase === "unreachable");
    expect(shared.state().problem).toMatch(/127\.0\.0\.1/);
    await server.up();
    await rig.until(() => isLive(shared, "one", "shop"));
  });

  test("where their kind was installed later, after a refresh", async () => {
    const { rig, server, shared } = await scene([hyperConvergeds]);
    shared.setDemand(demand());
    await rig.until(() => isLive(shared, "one"));
    server.served.add(applications);
    shared.refresh();
    await rig.until(() => isLive(shared, "one", "shop"));
  });

  test("a late response does not hide a kind that a newer one found", async () => {
    const { rig, server, shared } = await scene([hyperConvergeds]);
    const { promise: after, resolve: release } = Promise.withResolvers<void>();
    const late = { ...discovered(server.served), after };
    script(server, ({ resource }) => (resource === "" ? late : undefined));
    shared.setDemand(demand());
    await rig.until(() => isLive(shared, "one"));
    server.served.add(applications);
    script(server, () => undefined);
    shared.refresh();
    await rig.until(() => isLive(shared, "one", "shop"));
    release();
    await rig.advance(5_000);
    expect(rootsOf(shared.state())).toEqual(["one", "shop"]);
  });
});

describe("a kubeconfig", () => {
  test("that breaks while it is connected ends nothing; what is wrong is said until it is whole again", async () => {
    const { rig, server, shared } = await openLivePlace();
    rig.writeText('{"contexts": [');
    shared.source?.rereadKubeconfig();
    await rig.until(() => shared.state().doubt !== undefined);
    expect(shared.state().doubt).toContain(rig.folder);
    server.store.put(hyperConvergeds, hyperConverged("two"));
    await rig.until(() => isLive(shared, "one", "two"));
    rig.write({ mine: { server: server.address() } });
    shared.source?.rereadKubeconfig();
    await rig.until(() => shared.state().doubt === undefined);
    expect(isLive(shared, "one", "two")).toBe(true);
    expect(server.asked.filter(({ resource }) => resource === hyperConvergeds.plural)).toEqual([]);
  });

  test("that is touched and says the same ends nothing", async () => {
    const { rig, server, shared } = await openLivePlace();
    shared.source?.rereadKubeconfig();
    shared.source?.rereadKubeconfig();
    await rig.advance(5_000);
    expect(server.asked).toEqual([]);
    expect(shared.takeReported().map(({ link }) => link.state)).toEqual(["live"]);
  });

  const gone: readonly {
    readonly title: string;
    readonly act: (rig: PlaceRig, server: ApiServer) => void;
    readonly phase: string;
    readonly context?: string;
  }[] = [
    {
      title: "whose context vanishes",
      act: (rig, server) => rig.write({ yours: { server: server.address() } }, "mine"),
      phase: "noContext",
    },
    {
      title: "without the context that the place names",
      act: (rig, server) => rig.write({ yours: { server: server.address() } }),
      phase: "unusable",
      context: "mine",
    },
    {
      title: "with contexts and no current one",
      act: (rig, server) => rig.write({ mine: { server: server.address() } }, ""),
      phase: "noContext",
    },
    { title: "without any context", act: (rig) => rig.write({}), phase: "noKubeconfig" },
    { title: "whose context has no server", act: (rig) => rig.write({ mine: { server: "" } }), phase: "unusable" },
  ];
  test.for(gone)("$title ends it, and nothing is shown", async ({ act, phase, context }) => {
    const rig = placeRig();
    const server = await cluster("one");
    rig.write({ mine: { server: server.address() } });
    const shared = rig.showPlace(context === undefined ? {} : { context });
    await rig.until(() => isLive(shared, "one"));
    act(rig, server);
    shared.source?.rereadKubeconfig();
    await rig.until(() => shared.state().phase === phase);
    expect(shared.state()).toMatchObject({ link: { state: "idle" }, problem: expect.stringMatching(/./) });
    expect(rootsOf(shared.state())).toBeUndefined();
    await rig.advance(0);
    expect(rig.clock.timers()).toBe(0);
    await rig.until(() => server.sockets.size === 0);
  });
});

describe("where there is no root the answers stay different facts", () => {
  const answers: Readonly<Record<string, Fault | undefined>> = {
    empty: undefined,
    refused: { status: 403 },
    unknown: { status: 404 },
    busy: { status: 500 },
  };
  const rows = [
    { namespaces: [], says: { all: "empty" }, phase: "empty" },
    { namespaces: [], says: { all: "refused" }, phase: "forbidden" },
    { namespaces: [], says: { all: "unknown" }, phase: "noSuchKind" },
    { namespaces: [], says: { all: "busy" }, phase: "unreachable" },
    { namespaces: ["a"], says: { a: "empty", all: "refused" }, phase: "empty" },
    { namespaces: ["a"], says: { a: "refused" }, phase: "forbidden" },
    { namespaces: ["a"], says: { a: "unknown" }, phase: "noSuchKind" },
    { namespaces: ["a"], says: { a: "busy" }, phase: "unreachable" },
    { namespaces: ["a", "b"], says: { a: "empty", b: "refused" }, phase: "forbidden" },
    { namespaces: ["a", "b"], says: { a: "refused", b: "empty" }, phase: "forbidden" },
    { namespaces: ["a", "b"], says: { a: "busy", b: "refused" }, phase: "forbidden" },
    { namespaces: ["a", "b"], says: { a: "empty", b: "busy" }, phase: "unreachable" },
    { namespaces: ["a", "b"], says: { a: "empty", b: "empty" }, phase: "empty" },
    {
      namespaces: [hyperConvergedNamespace, "b"],
      says: { [hyperConvergedNamespace]: "empty", b: "refused", all: "refused" },
      phase: "shown",
    },
  ];
  test.for(rows)("in $namespaces with $says it is $phase", async ({ namespaces, says, phase }) => {
    const rig = placeRig();
    const server = await cluster("one");
    if (phase !== "shown") server.store.remove(hyperConvergeds, "one", hyperConvergedNamespace);
    script(server, ({ resource, parameters }) => {
      const said = (says as Readonly<Record<string, string>>)[parameters.get("namespace") ?? "all"];
      return resource === hyperConvergeds.plural && said !== undefined ? answers[said] : undefined;
    });
    rig.write({ mine: { server: server.address() } });
    const shared = rig.showPlace({ namespaces });
    await rig.until(() => shared.state().phase === phase);
    // It is no state on the way to another one.
    await rig.advance(10_000);
    expect(shared.state().phase).toBe(phase);
    expect(shared.state().problem).toBeDefined();
    const lists = server.asked.filter(({ resource }) => resource === hyperConvergeds.plural);
    const asked = new Set(lists.map(({ parameters }) => parameters.get("namespace")));
    if (namespaces.length > 0) expect([...asked].toSorted()).toEqual(namespaces.toSorted());
  });

  test("an object that a response reports as deleted is not kept", async () => {
    const { rig, server, shared } = await openLivePlace();
    server.store.remove(hyperConvergeds, "one", hyperConvergedNamespace);
    await rig.until(() => shared.state().phase === "empty");
    expect(shared.state()).toMatchObject({ link: { state: "live" } });
  });
});

test("the namespaces of a cluster come in order; who may not list them, and who is not connected, gets none", async () => {
  const namespaces: Served = { plural: "namespaces", kind: "Namespace", version: "v1", namespaced: false };
  const { rig, server, shared } = await openLivePlace(
    (given) => {
      for (const name of ["b", "a", "c"]) given.store.put(namespaces, { name });
    },
    [hyperConvergeds, namespaces],
  );
  expect(await shared.source?.namespaces()).toEqual(["a", "b", "c"]);
  script(server, ({ resource }) => (resource === "namespaces" ? { status: 403 } : undefined));
  expect(await shared.source?.namespaces()).toBeUndefined();
  shared.setDemand(demand(), "paused");
  expect(await shared.source?.namespaces()).toBeUndefined();
  await rig.advance(0);
});
