import { afterEach, describe, expect, test } from "vitest";
import { parseAndCheckOptions } from "../../../plugin/cli/parse-options.ts";
import type { WaitDocument } from "../../../shared/model/wait.ts";
import { deployments, openScene, putDeployment, putWaitingPod, type Scene } from "../wait-scene.ts";

let one: Scene;
let isOpen = false;
afterEach(async () => {
  if (isOpen) await one.close();
  isOpen = false;
});

async function waiting(
  args: readonly string[],
  prepare?: Parameters<typeof openScene>[1],
  columns?: number,
): Promise<Scene> {
  one = await openScene(args, prepare, columns);
  isOpen = true;
  return one;
}

const web = ["deploy/web"];
const missing = "web is unavailable: 0/1 ready; MinimumReplicasUnavailable";
/** The first line has the time-out, the others do not. */
const sick = `not healthy yet (timeout 30m): ${missing}`;
const sickAgain = `not healthy yet: ${missing}`;

describe("how it ends", () => {
  test("the state is reached: 0 at once", async () => {
    const { code, lines, out } = await waiting(web, (server) => putDeployment(server, "web", true));
    expect([code, lines(), out.stderr]).toEqual([0, ["Deployment web is healthy"], ""]);
  });

  test("it becomes so: 0, and how long it took", async () => {
    const { server, pass, lines } = await waiting(web, (server) => putDeployment(server, "web", false));
    await pass(90);
    expect([one.code, lines()]).toEqual([undefined, [sick]]);
    putDeployment(server, "web", true);
    await pass(0.1);
    expect([one.code, lines()]).toEqual([0, ["Deployment web is healthy, after 90s"]]);
  });

  test("the time is over: 5, and what was still missing", async () => {
    const { pass, out } = await waiting([...web, "--timeout", "2m"], (server) => putDeployment(server, "web", false));
    await pass(119.5);
    expect(one.code).toBe(undefined);
    await pass(1);
    expect([one.code, out.stderr]).toEqual([5, `error: timed out after 2m waiting for healthy: ${missing}\n`]);
  });

  test("a timeout of half a second is half a second", async () => {
    const { clock, pass } = await waiting([...web, "--timeout", "500ms"], (server) =>
      putDeployment(server, "web", false),
    );
    await pass(10);
    expect([one.code, clock.elapsed() <= 600]).toEqual([5, true]);
  });

  test("--timeout 0 looks once", async () => {
    const { code, out } = await waiting([...web, "--timeout", "0"], (server) => putDeployment(server, "web", false));
    expect([code, out.stdout, out.stderr]).toEqual([5, "", `error: not healthy: ${missing}\n`]);
  });

  test("the version that an upgrade is to end at is taken as it was typed", async () => {
    const options = await parseAndCheckOptions(["wait", "--for", "Upgraded=v1.20.0-RC.1"]);
    expect(options).toMatchObject({ waiting: { for: "upgraded=v1.20.0-RC.1" } });
  });

  test("a negative one is a week, as kubectl's is", async () => {
    const options = await parseAndCheckOptions(["wait", "--timeout", "-1s"]);
    expect(options).toMatchObject({ waiting: { timeoutMs: 7 * 24 * 3_600_000 } });
  });

  test("a name that does not exist: 1 at once, in kubectl's words", async () => {
    const { code, out } = await waiting(web);
    expect([code, out.stdout, out.stderr]).toEqual([
      1,
      "",
      'Error from server (NotFound): deployments.apps "web" not found\n',
    ]);
  });

  test("a name that does not exist, and is to be gone: 0", async () => {
    const { code, lines } = await waiting([...web, "--for", "deleted"]);
    expect([code, lines()]).toEqual([0, ["no Deployment web exists"]]);
  });

  test("none of the kind is there, and all are to be gone: 0, as kubectl", async () => {
    const { code, lines } = await waiting(["deploy", "--for", "deleted"]);
    expect([code, lines()]).toEqual([0, ["no Deployment exists"]]);
  });

  test("it goes: 0", async () => {
    const { server, pass, lines } = await waiting([...web, "--for", "delete"], (server) =>
      putDeployment(server, "web", true),
    );
    expect(lines()).toEqual(["not deleted yet (timeout 30m): web exists and is not being deleted"]);
    await pass(5);
    server.store.remove(deployments, "web", "shop");
    await pass(0.1);
    expect([one.code, lines()]).toEqual([0, ["Deployment web is deleted, after 5s"]]);
  });

  test("a type without objects: 1 at once, with what to do", async () => {
    const { code, out } = await waiting(["deploy"]);
    expect([code, out.stdout, out.stderr]).toEqual([
      1,
      "",
      'error: cannot wait for healthy: no Deployment found in namespace "shop". Use -A to look in all namespaces. Use --for create to wait until one exists.\n',
    ]);
  });

  test("a selector that no object matches: 1 at once", async () => {
    const { code, out } = await waiting(["deploy", "-l", "app=x"], (server) => putDeployment(server, "web", true));
    expect([code, out.stderr]).toEqual([
      1,
      expect.stringMatching(/^error: cannot wait for healthy: no Deployment matches app=x in namespace "shop"\. /),
    ]);
  });

  test("--for create waits until the object exists: 0, in whatever state it is", async () => {
    const { server, pass, lines } = await waiting([...web, "--for", "create"]);
    await pass(5);
    expect([one.code, lines()]).toEqual([undefined, ["not created yet (timeout 30m): Deployment web not found"]]);
    putDeployment(server, "web", false);
    await pass(0.1);
    expect([one.code, lines()]).toEqual([0, ["Deployment web is created, after 5s"]]);
  });

  test("--for create of an object that exists: 0 at once, though its Pods cannot be read", async () => {
    const { code, lines } = await waiting([...web, "--for", "create"], (server) => {
      putDeployment(server, "web", false);
      server.fault = ({ resource }) => (resource === "pods" ? { status: 403, message: "not for you" } : undefined);
    });
    expect([code, lines()]).toEqual([0, ["Deployment web is created"]]);
  });

  test("--for create, and the time is over: 5, also at the only look of --timeout 0", async () => {
    for (const [time, error] of [
      ["5s", "timed out after 5s waiting for creation: Deployment web not found"],
      ["0", "not created: Deployment web not found"],
    ] as const) {
      const { pass, out, close } = await waiting([...web, "--for", "create", "--timeout", time]);
      await pass(6);
      expect([one.code, out.stderr]).toEqual([5, `error: ${error}\n`]);
      await close();
    }
  });

  test("of a type: it waits for all that come", async () => {
    const { server, pass, lines, out } = await waiting(["deploy", "--timeout", "1m"], (server) =>
      putDeployment(server, "a", false),
    );
    expect(lines()).toEqual(["not healthy yet (timeout 1m): a is unavailable: 0/1 ready; MinimumReplicasUnavailable"]);
    putDeployment(server, "b", false);
    await pass(1);
    putDeployment(server, "a", true);
    await pass(1);
    expect(lines()).toEqual([
      "not healthy yet: a is unavailable: 0/1 ready; MinimumReplicasUnavailable; b is unavailable: 0/1 ready; MinimumReplicasUnavailable",
      "not healthy yet: b is unavailable: 0/1 ready; MinimumReplicasUnavailable",
    ]);
    putDeployment(server, "b", true);
    await pass(1);
    expect([one.code, lines(), out.stderr]).toEqual([0, ["Deployment a and Deployment b are healthy, after 2s"], ""]);
  });

  test("it vanishes meanwhile: it goes on, for it may come back", async () => {
    const { server, pass, lines } = await waiting(web, (server) => putDeployment(server, "web", false));
    server.store.remove(deployments, "web", "shop");
    await pass(30);
    expect([one.code, lines()]).toEqual([undefined, [sick, "not healthy yet: Deployment web was deleted"]]);
    putDeployment(server, "web", true);
    await pass(1);
    expect(one.code).toBe(0);
  });

  test("one of two vanishes: the other is not enough", async () => {
    const { server, pass } = await waiting(["deploy/web", "deploy/shop"], (server) => {
      putDeployment(server, "web", false);
      putDeployment(server, "shop", true);
    });
    server.store.remove(deployments, "web", "shop");
    await pass(30);
    expect(one.code).toBe(undefined);
  });

  test("it is deleted meanwhile, with --fail-fast: 2", async () => {
    const { server, pass, out } = await waiting([...web, "--fail-fast"], (server) =>
      putDeployment(server, "web", false),
    );
    server.store.remove(deployments, "web", "shop");
    await pass(15);
    expect(one.code).toBe(undefined);
    await pass(8);
    expect([one.code, out.stderr]).toEqual([
      2,
      "error: will not become healthy without intervention: Deployment web was deleted\n",
    ]);
  });

  test("it is recreated: that is no end, even with --fail-fast", async () => {
    const { server, pass } = await waiting([...web, "--fail-fast"], (server) => putDeployment(server, "web", false));
    server.store.remove(deployments, "web", "shop");
    await pass(5);
    putDeployment(server, "web", false);
    await pass(60);
    expect(one.code).toBe(undefined);
    putDeployment(server, "web", true);
    await pass(1);
    expect(one.code).toBe(0);
  });

  test("a server that never answers while names are looked up: 5 when the time is over", async () => {
    const { pass, out } = await waiting([...web, "--timeout", "20s"], (server) => {
      server.fault = () => "silence";
    });
    await pass(19);
    expect(one.code).toBe(undefined);
    await pass(2);
    expect([one.code, out.stderr]).toEqual([
      5,
      "error: timed out after 20s waiting for healthy: the server has not responded to all requests\n",
    ]);
  });

  test("and Ctrl-C ends that too", async () => {
    const { pass, stop } = await waiting(web, (server) => {
      server.fault = () => "silence";
    });
    await pass(2);
    stop("SIGINT");
    await pass(0);
    expect(one.code).toBe(130);
  });

  test("what no Deployment ever is: 1 at once", async () => {
    const { code, out } = await waiting([...web, "--for", "upgraded"], (server) => putDeployment(server, "web", true));
    expect([code, out.stderr]).toEqual([
      1,
      "error: wait --for upgraded requires a HyperConverged, not Deployment shop/web\n",
    ]);
  });

  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    test(`${signal}: ${code}, and what was still missing`, async () => {
      const { pass, stop, out } = await waiting(web, (server) => putDeployment(server, "web", false), 80);
      await pass(3);
      stop(signal);
      await pass(0);
      expect([
        one.code,
        out.stderr.endsWith(`\r\u001b[Kerror: interrupted after 3s waiting for healthy: ${missing}\n`),
      ]).toEqual([code, true]);
    });
  }
});

describe("what may not be read", () => {
  const forbidden = (server: Scene["server"]): void => {
    server.fault = ({ resource }) =>
      resource === "deployments.apps" ? { status: 403, message: "not for you" } : undefined;
  };

  test("the status is unknown when the time is over: 5", async () => {
    const { pass, out } = await waiting([...web, "--timeout", "10s"], forbidden);
    await pass(9);
    expect(one.code).toBe(undefined);
    await pass(2);
    expect([one.code, out.stderr]).toEqual([
      5,
      'error: timed out after 10s waiting for healthy: status unknown (cannot read deployments.apps in namespace shop: forbidden; request "get" permission on deployments.apps in namespace shop)\n',
    ]);
  });

  test("the status is unknown at the only look of --timeout 0: 4", async () => {
    const { code, out } = await waiting([...web, "--timeout", "0"], forbidden);
    expect([code, out.stderr]).toEqual([
      4,
      'error: status unknown (cannot read deployments.apps in namespace shop: forbidden; request "get" permission on deployments.apps in namespace shop)\n',
    ]);
  });

  test("with --fail-fast: 2 at once", async () => {
    const { code, out } = await waiting([...web, "--fail-fast"], forbidden);
    expect([code, out.stderr]).toEqual([
      2,
      'error: cannot be determined without intervention: status unknown (cannot read deployments.apps in namespace shop: forbidden; request "get" permission on deployments.apps in namespace shop)\n',
    ]);
  });

  test("the permission is revoked, with --fail-fast: 2, and no claim that the object was deleted", async () => {
    const { server, pass, out } = await waiting([...web, "--fail-fast"], (server) =>
      putDeployment(server, "web", false),
    );
    forbidden(server);
    server.end();
    await pass(60);
    expect([one.code, out.stderr.includes("was deleted")]).toEqual([2, false]);
    expect(out.stderr).not.toContain("not for you");
  });

  test("the right is given meanwhile", async () => {
    const { server, pass } = await waiting([...web, "--timeout", "20m"], (server) => {
      putDeployment(server, "web", true);
      forbidden(server);
    });
    server.fault = () => undefined;
    await pass(400);
    expect(one.code).toBe(0);
  });
});

describe("--stable-for", () => {
  const stable = [...web, "--stable-for", "2m"];
  const stableFirst = "healthy; checking stability for 2m (timeout 30m)";

  test("it has to last", async () => {
    const { pass, lines } = await waiting(stable, (server) => putDeployment(server, "web", true));
    await pass(119);
    expect([one.code, lines()]).toEqual([undefined, [stableFirst]]);
    await pass(1.5);
    expect([one.code, lines()]).toEqual([0, ["Deployment web is healthy, stable for 2m, after 2m"]]);
  });

  test("an interruption starts it again", async () => {
    const { server, pass, lines } = await waiting(stable, (server) => putDeployment(server, "web", true));
    await pass(100);
    putDeployment(server, "web", false);
    await pass(1);
    putDeployment(server, "web", true);
    await pass(119);
    expect([one.code, lines()]).toEqual([
      undefined,
      [stableFirst, `${sickAgain} (was healthy for 100s)`, "healthy; checking stability for 2m"],
    ]);
    await pass(2);
    expect(one.code).toBe(0);
  });

  test("a connection that is back at once does not, and one that is lost for long does", async () => {
    const { server, pass, lines } = await waiting(stable, (server) => putDeployment(server, "web", true));
    await pass(60);
    server.cut();
    await pass(58);
    expect([one.code, lines()]).toEqual([undefined, [stableFirst]]);
    await server.down();
    await pass(60);
    expect(one.code).toBe(undefined);
    expect(lines().join()).toMatch(/^connection lost: the server is unreachable: /);
    await server.up();
    await pass(100);
    expect(one.code).toBe(undefined);
    await pass(90);
    expect(one.code).toBe(0);
  });

  test("the connection dies silently: the server is asked before the end, and the time starts again", async () => {
    const { server, pass, lines } = await waiting([...web, "--stable-for", "8s"], (server) =>
      putDeployment(server, "web", true),
    );
    await pass(4);
    server.mute();
    server.fault = () => "silence";
    // Nobody hears of that.
    putDeployment(server, "web", false);
    await pass(40);
    expect([one.code, lines().join()]).toEqual([
      undefined,
      expect.stringContaining("healthy when last seen, but the server does not respond; checking stability again"),
    ]);
    server.fault = () => undefined;
    await pass(120);
    expect(one.code).toBe(undefined);
    putDeployment(server, "web", true);
    await pass(30);
    expect(one.code).toBe(0);
  });

  test("nothing arrives any more until the time is over: 5, and how it was when last seen", async () => {
    const { server, pass, out } = await waiting([...web, "--stable-for", "8s", "--timeout", "40s"], (server) =>
      putDeployment(server, "web", true),
    );
    await pass(4);
    server.mute();
    server.fault = () => "silence";
    await pass(50);
    expect([one.code, out.stderr]).toEqual([
      5,
      expect.stringMatching(
        /^error: timed out after 40s waiting for healthy: (refreshing|[^;]+); healthy when last seen\n$/,
      ),
    ]);
  });

  test("a watch that has died beside a server that answers: what the server says counts", async () => {
    const { server, pass } = await waiting([...web, "--stable-for", "8s"], (server) =>
      putDeployment(server, "web", true),
    );
    await pass(2);
    server.mute();
    putDeployment(server, "web", false);
    await pass(12);
    expect(one.code).toBe(undefined);
  });

  test("a clock that is set does not let time pass, nor does a machine that sleeps", async () => {
    const { clock, pass } = await waiting([...stable, "--timeout", "10m"], (server) =>
      putDeployment(server, "web", true),
    );
    await pass(60);
    clock.set(3_600_000);
    await pass(60);
    expect(one.code).toBe(undefined);
    clock.sleep(3_600_000);
    await pass(60);
    expect(one.code).toBe(undefined);
    await pass(90);
    expect(one.code).toBe(0);
  });

  const rows: readonly (readonly [args: readonly string[], error: string])[] = [
    [["--stable-for", "2m", "--timeout", "1m"], "--stable-for 2m is longer than --timeout 1m"],
    [["--stable-for", "2m", "--timeout", "0"], "--stable-for 2m needs time, and --timeout 0 checks only once"],
  ];
  test.for(rows)("%s is reported at once", async ([args, error]) => {
    expect(await parseAndCheckOptions(["wait", ...args])).toEqual({ error });
  });
});

describe("the connection", () => {
  test("the server is down at the beginning: one line says so, and its coming up counts", async () => {
    const { server, pass, out } = await waiting([...web, "--timeout", "10m"], (each) => each.down());
    await pass(30);
    expect(out.stdout).toMatch(/^\S+Z {2}waiting for the server: cannot connect to https:\/\/127[^\n]+\n$/);
    expect([one.code, out.stderr]).toEqual([undefined, ""]);
    putDeployment(server, "web", true);
    await server.up();
    await pass(70);
    expect([one.code, out.stderr]).toEqual([0, ""]);
  });

  test("the server is down until the time is over: 5, and the cause", async () => {
    const { pass, out } = await waiting([...web, "--timeout", "20s"], (each) => each.down());
    await pass(25);
    expect([one.code, out.stderr]).toEqual([
      5,
      expect.stringMatching(
        /^error: timed out after 20s waiting for healthy: the server is unreachable: cannot connect to [^\n]+\n$/,
      ),
    ]);
  });

  test("with --timeout 0 a server that is down is an error at once, as for a report", async () => {
    const { code, out } = await waiting([...web, "--timeout", "0"], (server) => server.down());
    expect([code, out.stdout]).toEqual([1, ""]);
    expect(out.stderr).toMatch(/^error: cannot connect to https:\/\/127\.0\.0\.1:\d+: [^\n]+\n$/);
  });

  test("it is lost while all is well, and nothing is taken for success; 5 at the end", async () => {
    const { server, pass, out } = await waiting([...web, "--timeout", "1m"], (server) =>
      putDeployment(server, "web", false),
    );
    await pass(1);
    await server.down();
    // Nobody hears of that.
    putDeployment(server, "web", true);
    await pass(70);
    expect(one.code).toBe(5);
    expect(out.stderr).toMatch(
      /^error: timed out after 1m waiting for healthy: the server is unreachable: .+; when last seen: web is unavailable/,
    );
    expect(out.stdout.split("\n").length).toBeLessThan(5);
  });

  test("it comes back: what happened meanwhile counts", async () => {
    const { server, pass } = await waiting([...web, "--timeout", "10m"], (server) =>
      putDeployment(server, "web", false),
    );
    await pass(1);
    await server.down();
    putDeployment(server, "web", true);
    await pass(30);
    expect(one.code).toBe(undefined);
    await server.up();
    await pass(70);
    expect(one.code).toBe(0);
  });

  test("the login is lost: 5 at the end, and 2 after a minute with --fail-fast", async () => {
    for (const [flags, code] of [
      [["--timeout", "5m"], 5],
      [["--timeout", "5m", "--fail-fast"], 2],
    ] as const) {
      const { server, pass, out, close } = await waiting([...web, ...flags], (server) =>
        putDeployment(server, "web", false),
      );
      server.manner.tokens = new Set(["second"]);
      server.end();
      await pass(code === 5 ? 310 : 90);
      expect(one.code).toBe(code);
      expect(out.stderr).toContain("log in again");
      await close();
    }
  });
});

describe("what cannot be reached without intervention, with --fail-fast", () => {
  test("an image that is not there: 2 when it was not for two minutes, though nothing new is heard of it", async () => {
    const { pass, lines, out } = await waiting(["pod/web-1", "--fail-fast"], (server, clock) => {
      putWaitingPod(server, clock, "web-1", "ImagePullBackOff");
    });
    await pass(110);
    expect([one.code, lines()]).toEqual([
      undefined,
      ["not healthy yet (timeout 30m): web-1 is degraded: web: ImagePullBackOff: not found"],
    ]);
    await pass(11);
    expect([one.code, out.stderr]).toEqual([
      2,
      "error: will not become healthy without intervention: web-1, container web of Pod web-1: ImagePullBackOff: not found, for 2m\n",
    ]);
  });

  test("an image of no name: 2 at once; without the flag it is waited for", async () => {
    const prepare: Parameters<typeof openScene>[1] = (server, clock) =>
      putWaitingPod(server, clock, "web-1", "InvalidImageName");
    expect((await waiting(["pod/web-1", "--fail-fast"], prepare)).code).toBe(2);
    await one.close();
    const { pass } = await waiting(["pod/web-1", "--timeout", "10m"], prepare);
    await pass(590);
    expect(one.code).toBe(undefined);
  });
});

describe("what is printed", () => {
  test("only what changes, and what flaps once", async () => {
    const { server, pass, lines } = await waiting([...web, "--timeout", "10m"], (server) =>
      putDeployment(server, "web", false, "One"),
    );
    for (let second = 0; second < 50; second += 1) {
      putDeployment(server, "web", false, second % 2 === 0 ? "Two" : "One");
      await pass(1);
    }
    expect(lines()).toEqual(["not healthy yet (timeout 10m): web is unavailable: 0/1 ready; One"]);
    putDeployment(server, "web", false, "Three");
    await pass(30);
    expect(lines()).toEqual(["not healthy yet: web is unavailable: 0/1 ready; Three"]);
  });

  test("a status that flaps resets the time again and again, and each reset is counted in few lines", async () => {
    const { server, pass, lines } = await waiting([...web, "--timeout", "10m", "--stable-for", "30s"], (server) =>
      putDeployment(server, "web", false, "One"),
    );
    for (let second = 0; second < 60; second += 1) {
      putDeployment(server, "web", second % 2 === 0, "One");
      await pass(1);
    }
    const resets = lines().filter((line) => line.includes("(was healthy"));
    const counted = resets.map((line) => Number(/lost (\d+) times/.exec(line)?.[1] ?? 1));
    expect(resets.length).toBeGreaterThan(5);
    expect(resets.length).toBeLessThan(15);
    expect(counted.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(25);
  });

  test("with -o json documents, and the last has the exit status", async () => {
    const { server, pass, out } = await waiting(
      [...web, "--timeout", "10m", "--stable-for", "5s", "-o", "json"],
      (server) => putDeployment(server, "web", false),
    );
    await pass(3);
    putDeployment(server, "web", true);
    await pass(6);
    const documents = out.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as WaitDocument);
    expect(documents.map(({ state, exitCode, seconds }) => [state, exitCode, seconds])).toEqual([
      ["waiting", undefined, 0],
      ["holding", undefined, 3],
      ["reached", 0, 8],
    ]);
    expect(documents[0]).toEqual({
      apiVersion: "hco-status/v1",
      kind: "Wait",
      at: expect.stringMatching(/^2026-11-21T12:00:0\dZ$/),
      for: "healthy",
      state: "waiting",
      seconds: 0,
      link: "live",
      text: sick.replace("30m", "10m"),
      waitingFor: [
        {
          code: "unhealthy",
          severity: "warning",
          verdict: "unavailable",
          outcome: "found",
          reason: "MinimumReplicasUnavailable",
          effects: { healthy: "blocks" },
          rows: [],
          next: [],
          cause: expect.objectContaining({ component: "web" }),
          about: expect.objectContaining({ kind: "Deployment", name: "web" }),
          root: expect.objectContaining({ kind: "Deployment", name: "web" }),
        },
      ],
      roots: [{ ref: expect.objectContaining({ kind: "Deployment", name: "web" }), verdict: "unavailable" }],
    });
  });

  test("on a terminal one line that is written over, never wider than it, and gone at the end", async () => {
    const { server, pass, resize, out } = await waiting(web, (server) => putDeployment(server, "web", false), 40);
    await pass(3);
    expect(out.stderr.split("\r").at(-1)).toBe("3s of 30m\u001b[K");
    resize(6);
    await pass(1);
    expect(out.stderr.split("\r").at(-1)).toBe("4s...\u001b[K");
    putDeployment(server, "web", true);
    await pass(1);
    expect([one.code, out.stderr.endsWith("\r\u001b[K")]).toEqual([0, true]);
  });

  test("with -o json one document also where it does not begin", async () => {
    const { code, out } = await waiting([...web, "-o", "json"]);
    expect([code, JSON.parse(out.stdout)]).toEqual([
      1,
      expect.objectContaining({
        kind: "Wait",
        state: "refused",
        exitCode: 1,
        text: 'Error from server (NotFound): deployments.apps "web" not found',
      }),
    ]);
    expect(out.stderr).toBe('Error from server (NotFound): deployments.apps "web" not found\n');
  });

  test("with -o json one document also where no server answers", async () => {
    const { code, out } = await waiting([...web, "-o", "json", "--timeout", "0"], (server) => server.down());
    expect([code, JSON.parse(out.stdout)]).toEqual([
      1,
      expect.objectContaining({ state: "refused", exitCode: 1, text: expect.stringContaining("cannot connect to") }),
    ]);
  });

  test("in a pipe a sign of life every five minutes", async () => {
    const { pass, lines } = await waiting(web, (server) => putDeployment(server, "web", false));
    await pass(620);
    expect(lines()).toEqual([sick, "still not healthy, after 5m of 30m", "still not healthy, after 10m of 30m"]);
  });

  test("in a pipe nothing is drawn", async () => {
    const { pass, out } = await waiting(web, (server) => putDeployment(server, "web", false));
    await pass(10);
    expect(out.stderr).toBe("");
  });

  test("what a cluster says does nothing to a terminal", async () => {
    const { lines } = await waiting(web, (server) => putDeployment(server, "web", false, "\u001b[2J\nevil"));
    expect(lines()).toEqual(["not healthy yet (timeout 30m): web is unavailable: 0/1 ready; ^[[2J evil"]);
  });
});
