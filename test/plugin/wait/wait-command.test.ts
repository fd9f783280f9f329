import { afterEach, describe, expect, test } from "vitest";
import { parseAndCheckOptions } from "../../../plugin/cli/parse-options.ts";
import type { WaitDocument } from "../../../shared/model/wait.ts";
import { deployments, openScene, putDeployment, putWaitingPod, type Scene } from "../wait-scene.ts";

let scene: Scene;
let isSceneOpen = false;
afterEach(async () => {
  if (isSceneOpen) await scene.close();
  isSceneOpen = false;
});

async function startWait(
  args: readonly string[],
  prepare?: Parameters<typeof openScene>[1],
  columns?: number,
): Promise<Scene> {
  scene = await openScene(args, prepare, columns);
  isSceneOpen = true;
  return scene;
}

const webDeployment = ["deploy/web"];
const webUnavailable = "web is unavailable: 0/1 ready; MinimumReplicasUnavailable";
/** Only the first line of a wait names the timeout. */
const firstLine = `not healthy yet (timeout 30m): ${webUnavailable}`;
const laterLine = `not healthy yet: ${webUnavailable}`;

describe("how a wait ends", () => {
  test("it exits with 0 at once where the state is reached", async () => {
    const { code, lines, out } = await startWait(webDeployment, (server) => putDeployment(server, "web", true));
    expect([code, lines(), out.stderr]).toEqual([0, ["Deployment web is healthy"], ""]);
  });

  test("it exits with 0 when the state is reached, and prints how long it took", async () => {
    const { server, pass, lines } = await startWait(webDeployment, (server) => putDeployment(server, "web", false));
    await pass(90);
    expect([scene.code, lines()]).toEqual([undefined, [firstLine]]);
    putDeployment(server, "web", true);
    await pass(0.1);
    expect([scene.code, lines()]).toEqual([0, ["Deployment web is healthy, after 90s"]]);
  });

  test("it exits with 5 after the timeout, and prints what was still missing", async () => {
    const { pass, out } = await startWait([...webDeployment, "--timeout", "2m"], (server) =>
      putDeployment(server, "web", false),
    );
    await pass(119.5);
    expect(scene.code).toBe(undefined);
    await pass(1);
    expect([scene.code, out.stderr]).toEqual([5, `error: timed out after 2m waiting for healthy: ${webUnavailable}\n`]);
  });

  test("a timeout of half a second ends it after half a second", async () => {
    const { clock, pass } = await startWait([...webDeployment, "--timeout", "500ms"], (server) =>
      putDeployment(server, "web", false),
    );
    await pass(10);
    expect([scene.code, clock.elapsed() <= 600]).toEqual([5, true]);
  });

  test("--timeout 0 reads once and exits with 5", async () => {
    const { code, out } = await startWait([...webDeployment, "--timeout", "0"], (server) =>
      putDeployment(server, "web", false),
    );
    expect([code, out.stdout, out.stderr]).toEqual([5, "", `error: not healthy: ${webUnavailable}\n`]);
  });

  test("--for upgraded=VERSION keeps the letter case of the version", async () => {
    const options = await parseAndCheckOptions(["wait", "--for", "Upgraded=v1.20.0-RC.1"]);
    expect(options).toMatchObject({ waiting: { for: "upgraded=v1.20.0-RC.1" } });
  });

  test("a negative timeout is a week, as kubectl's is", async () => {
    const options = await parseAndCheckOptions(["wait", "--timeout", "-1s"]);
    expect(options).toMatchObject({ waiting: { timeoutMs: 7 * 24 * 3_600_000 } });
  });

  test("a name that does not exist exits with 1 at once, with kubectl's message", async () => {
    const { code, out } = await startWait(webDeployment);
    expect([code, out.stdout, out.stderr]).toEqual([
      1,
      "",
      'Error from server (NotFound): deployments.apps "web" not found\n',
    ]);
  });

  test("--for deleted exits with 0 at once where the name does not exist", async () => {
    const { code, lines } = await startWait([...webDeployment, "--for", "deleted"]);
    expect([code, lines()]).toEqual([0, ["no Deployment web exists"]]);
  });

  test("--for deleted exits with 0 at once where no object of the type exists, as kubectl does", async () => {
    const { code, lines } = await startWait(["deploy", "--for", "deleted"]);
    expect([code, lines()]).toEqual([0, ["no Deployment exists"]]);
  });

  test("--for delete exits with 0 when the object is deleted", async () => {
    const { server, pass, lines } = await startWait([...webDeployment, "--for", "delete"], (server) =>
      putDeployment(server, "web", true),
    );
    expect(lines()).toEqual(["not deleted yet (timeout 30m): web exists and is not being deleted"]);
    await pass(5);
    server.store.remove(deployments, "web", "shop");
    await pass(0.1);
    expect([scene.code, lines()]).toEqual([0, ["Deployment web is deleted, after 5s"]]);
  });

  test("a type without objects exits with 1 at once and names the flags that help", async () => {
    const { code, out } = await startWait(["deploy"]);
    expect([code, out.stdout, out.stderr]).toEqual([
      1,
      "",
      'error: cannot wait for healthy: no Deployment found in namespace "shop". Use -A to look in all namespaces. Use --for create to wait until one exists.\n',
    ]);
  });

  test("a selector that no object matches exits with 1 at once", async () => {
    const { code, out } = await startWait(["deploy", "-l", "app=x"], (server) => putDeployment(server, "web", true));
    expect([code, out.stderr]).toEqual([
      1,
      expect.stringMatching(/^error: cannot wait for healthy: no Deployment matches app=x in namespace "shop"\. /),
    ]);
  });

  test("--for create exits with 0 when the object exists, whatever its state", async () => {
    const { server, pass, lines } = await startWait([...webDeployment, "--for", "create"]);
    await pass(5);
    expect([scene.code, lines()]).toEqual([undefined, ["not created yet (timeout 30m): Deployment web not found"]]);
    putDeployment(server, "web", false);
    await pass(0.1);
    expect([scene.code, lines()]).toEqual([0, ["Deployment web is created, after 5s"]]);
  });

  test("--for create exits with 0 at once where the object exists, though its Pods cannot be read", async () => {
    const { code, lines } = await startWait([...webDeployment, "--for", "create"], (server) => {
      putDeployment(server, "web", false);
      server.fault = ({ resource }) => (resource === "pods" ? { status: 403, message: "not for you" } : undefined);
    });
    expect([code, lines()]).toEqual([0, ["Deployment web is created"]]);
  });

  test("--for create exits with 5 after the timeout, and with --timeout 0 after one read", async () => {
    for (const [time, error] of [
      ["5s", "timed out after 5s waiting for creation: Deployment web not found"],
      ["0", "not created: Deployment web not found"],
    ] as const) {
      const { pass, out, close } = await startWait([...webDeployment, "--for", "create", "--timeout", time]);
      await pass(6);
      expect([scene.code, out.stderr]).toEqual([5, `error: ${error}\n`]);
      await close();
    }
  });

  test("a wait for a type waits for every object of the type, also later ones", async () => {
    const { server, pass, lines, out } = await startWait(["deploy", "--timeout", "1m"], (server) =>
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
    expect([scene.code, lines(), out.stderr]).toEqual([0, ["Deployment a and Deployment b are healthy, after 2s"], ""]);
  });

  test("a wait goes on when its object is deleted, since the object may be created again", async () => {
    const { server, pass, lines } = await startWait(webDeployment, (server) => putDeployment(server, "web", false));
    server.store.remove(deployments, "web", "shop");
    await pass(30);
    expect([scene.code, lines()]).toEqual([undefined, [firstLine, "not healthy yet: Deployment web was deleted"]]);
    putDeployment(server, "web", true);
    await pass(1);
    expect(scene.code).toBe(0);
  });

  test("a wait for two objects goes on when one of them is deleted", async () => {
    const { server, pass } = await startWait(["deploy/web", "deploy/shop"], (server) => {
      putDeployment(server, "web", false);
      putDeployment(server, "shop", true);
    });
    server.store.remove(deployments, "web", "shop");
    await pass(30);
    expect(scene.code).toBe(undefined);
  });

  test("--fail-fast exits with 2 a while after the object is deleted", async () => {
    const { server, pass, out } = await startWait([...webDeployment, "--fail-fast"], (server) =>
      putDeployment(server, "web", false),
    );
    server.store.remove(deployments, "web", "shop");
    await pass(15);
    expect(scene.code).toBe(undefined);
    await pass(8);
    expect([scene.code, out.stderr]).toEqual([
      2,
      "error: will not become healthy without intervention: Deployment web was deleted\n",
    ]);
  });

  test("--fail-fast goes on where a deleted object is created again", async () => {
    const { server, pass } = await startWait([...webDeployment, "--fail-fast"], (server) =>
      putDeployment(server, "web", false),
    );
    server.store.remove(deployments, "web", "shop");
    await pass(5);
    putDeployment(server, "web", false);
    await pass(60);
    expect(scene.code).toBe(undefined);
    putDeployment(server, "web", true);
    await pass(1);
    expect(scene.code).toBe(0);
  });

  test("a server that never responds ends a wait with 5 after the timeout", async () => {
    const { pass, out } = await startWait([...webDeployment, "--timeout", "20s"], (server) => {
      server.fault = () => "silence";
    });
    await pass(19);
    expect(scene.code).toBe(undefined);
    await pass(2);
    expect([scene.code, out.stderr]).toEqual([
      5,
      "error: timed out after 20s waiting for healthy: the server has not responded to all requests\n",
    ]);
  });

  test("Ctrl-C ends a wait for a server that never responds", async () => {
    const { pass, stop } = await startWait(webDeployment, (server) => {
      server.fault = () => "silence";
    });
    await pass(2);
    stop("SIGINT");
    await pass(0);
    expect(scene.code).toBe(130);
  });

  test("a goal that no Deployment has exits with 1 at once", async () => {
    const { code, out } = await startWait([...webDeployment, "--for", "upgraded"], (server) =>
      putDeployment(server, "web", true),
    );
    expect([code, out.stderr]).toEqual([
      1,
      "error: wait --for upgraded requires a HyperConverged, not Deployment shop/web\n",
    ]);
  });

  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    test(`${signal} exits with ${code}, and prints what was still missing`, async () => {
      const { pass, stop, out } = await startWait(webDeployment, (server) => putDeployment(server, "web", false), 80);
      await pass(3);
      stop(signal);
      await pass(0);
      expect([
        scene.code,
        out.stderr.endsWith(`\r\u001b[Kerror: interrupted after 3s waiting for healthy: ${webUnavailable}\n`),
      ]).toEqual([code, true]);
    });
  }
});

describe("a wait for what is forbidden", () => {
  const forbidden = (server: Scene["server"]): void => {
    server.fault = ({ resource }) =>
      resource === "deployments.apps" ? { status: 403, message: "not for you" } : undefined;
  };

  test("a forbidden kind exits with 5 after the timeout, and its status is unknown", async () => {
    const { pass, out } = await startWait([...webDeployment, "--timeout", "10s"], forbidden);
    await pass(9);
    expect(scene.code).toBe(undefined);
    await pass(2);
    expect([scene.code, out.stderr]).toEqual([
      5,
      'error: timed out after 10s waiting for healthy: status unknown (cannot read deployments.apps in namespace shop: forbidden; request "get" permission on deployments.apps in namespace shop)\n',
    ]);
  });

  test("a forbidden kind exits with 4 after the one read of --timeout 0", async () => {
    const { code, out } = await startWait([...webDeployment, "--timeout", "0"], forbidden);
    expect([code, out.stderr]).toEqual([
      4,
      'error: status unknown (cannot read deployments.apps in namespace shop: forbidden; request "get" permission on deployments.apps in namespace shop)\n',
    ]);
  });

  test("a forbidden kind exits with 2 at once with --fail-fast", async () => {
    const { code, out } = await startWait([...webDeployment, "--fail-fast"], forbidden);
    expect([code, out.stderr]).toEqual([
      2,
      'error: cannot be determined without intervention: status unknown (cannot read deployments.apps in namespace shop: forbidden; request "get" permission on deployments.apps in namespace shop)\n',
    ]);
  });

  test("a permission that is revoked exits with 2 with --fail-fast, and the object is not said to be deleted", async () => {
    const { server, pass, out } = await startWait([...webDeployment, "--fail-fast"], (server) =>
      putDeployment(server, "web", false),
    );
    forbidden(server);
    server.end();
    await pass(60);
    expect([scene.code, out.stderr.includes("was deleted")]).toEqual([2, false]);
    expect(out.stderr).not.toContain("not for you");
  });

  test("a permission that is given meanwhile ends the wait with 0", async () => {
    const { server, pass } = await startWait([...webDeployment, "--timeout", "20m"], (server) => {
      putDeployment(server, "web", true);
      forbidden(server);
    });
    server.fault = () => undefined;
    await pass(400);
    expect(scene.code).toBe(0);
  });
});

describe("--stable-for", () => {
  const stable = [...webDeployment, "--stable-for", "2m"];
  const stableFirst = "healthy; checking stability for 2m (timeout 30m)";

  test("the state has to last for the time of --stable-for", async () => {
    const { pass, lines } = await startWait(stable, (server) => putDeployment(server, "web", true));
    await pass(119);
    expect([scene.code, lines()]).toEqual([undefined, [stableFirst]]);
    await pass(1.5);
    expect([scene.code, lines()]).toEqual([0, ["Deployment web is healthy, stable for 2m, after 2m"]]);
  });

  test("an interruption starts the time of --stable-for again", async () => {
    const { server, pass, lines } = await startWait(stable, (server) => putDeployment(server, "web", true));
    await pass(100);
    putDeployment(server, "web", false);
    await pass(1);
    putDeployment(server, "web", true);
    await pass(119);
    expect([scene.code, lines()]).toEqual([
      undefined,
      [stableFirst, `${laterLine} (was healthy for 100s)`, "healthy; checking stability for 2m"],
    ]);
    await pass(2);
    expect(scene.code).toBe(0);
  });

  test("a lost connection starts the time of --stable-for again unless it is back at once", async () => {
    const { server, pass, lines } = await startWait(stable, (server) => putDeployment(server, "web", true));
    await pass(60);
    server.cut();
    await pass(58);
    expect([scene.code, lines()]).toEqual([undefined, [stableFirst]]);
    await server.down();
    await pass(60);
    expect(scene.code).toBe(undefined);
    expect(lines().join()).toMatch(/^connection lost: the server is unreachable: /);
    await server.up();
    await pass(100);
    expect(scene.code).toBe(undefined);
    await pass(90);
    expect(scene.code).toBe(0);
  });

  test("a connection that dies silently is noticed before success, and the time starts again", async () => {
    const { server, pass, lines } = await startWait([...webDeployment, "--stable-for", "8s"], (server) =>
      putDeployment(server, "web", true),
    );
    await pass(4);
    server.mute();
    server.fault = () => "silence";
    // No watch reports this change.
    putDeployment(server, "web", false);
    await pass(40);
    expect([scene.code, lines().join()]).toEqual([
      undefined,
      expect.stringContaining("healthy when last seen, but the server does not respond; checking stability again"),
    ]);
    server.fault = () => undefined;
    await pass(120);
    expect(scene.code).toBe(undefined);
    putDeployment(server, "web", true);
    await pass(30);
    expect(scene.code).toBe(0);
  });

  test("a connection that stays silent exits with 5 after the timeout, and prints the state last seen", async () => {
    const { server, pass, out } = await startWait(
      [...webDeployment, "--stable-for", "8s", "--timeout", "40s"],
      (server) => putDeployment(server, "web", true),
    );
    await pass(4);
    server.mute();
    server.fault = () => "silence";
    await pass(50);
    expect([scene.code, out.stderr]).toEqual([
      5,
      expect.stringMatching(
        /^error: timed out after 40s waiting for healthy: (refreshing|[^;]+); healthy when last seen\n$/,
      ),
    ]);
  });

  test("a watch that died is noticed before success, since the server is read again", async () => {
    const { server, pass } = await startWait([...webDeployment, "--stable-for", "8s"], (server) =>
      putDeployment(server, "web", true),
    );
    await pass(2);
    server.mute();
    putDeployment(server, "web", false);
    await pass(12);
    expect(scene.code).toBe(undefined);
  });

  test("neither a clock that is set nor a machine that sleeps counts as time of --stable-for", async () => {
    const { clock, pass } = await startWait([...stable, "--timeout", "10m"], (server) =>
      putDeployment(server, "web", true),
    );
    await pass(60);
    clock.set(3_600_000);
    await pass(60);
    expect(scene.code).toBe(undefined);
    clock.sleep(3_600_000);
    await pass(60);
    expect(scene.code).toBe(undefined);
    await pass(90);
    expect(scene.code).toBe(0);
  });

  const rows: readonly (readonly [args: readonly string[], error: string])[] = [
    [["--stable-for", "2m", "--timeout", "1m"], "--stable-for 2m is longer than --timeout 1m"],
    [["--stable-for", "2m", "--timeout", "0"], "--stable-for 2m needs time, and --timeout 0 checks only once"],
  ];
  test.for(rows)("%s is reported at once", async ([args, error]) => {
    expect(await parseAndCheckOptions(["wait", ...args])).toEqual({ error });
  });
});

describe("a wait without a connection", () => {
  test("a server that is down at the beginning is reported in one line, and the wait goes on when it is up", async () => {
    const { server, pass, out } = await startWait([...webDeployment, "--timeout", "10m"], (each) => each.down());
    await pass(30);
    expect(out.stdout).toMatch(/^\S+Z {2}waiting for the server: cannot connect to https:\/\/127[^\n]+\n$/);
    expect([scene.code, out.stderr]).toEqual([undefined, ""]);
    putDeployment(server, "web", true);
    await server.up();
    await pass(70);
    expect([scene.code, out.stderr]).toEqual([0, ""]);
  });

  test("a server that stays down exits with 5 after the timeout, and prints the cause", async () => {
    const { pass, out } = await startWait([...webDeployment, "--timeout", "20s"], (each) => each.down());
    await pass(25);
    expect([scene.code, out.stderr]).toEqual([
      5,
      expect.stringMatching(
        /^error: timed out after 20s waiting for healthy: the server is unreachable: cannot connect to [^\n]+\n$/,
      ),
    ]);
  });

  test("a server that is down exits with 1 at once with --timeout 0", async () => {
    const { code, out } = await startWait([...webDeployment, "--timeout", "0"], (server) => server.down());
    expect([code, out.stdout]).toEqual([1, ""]);
    expect(out.stderr).toMatch(/^error: cannot connect to https:\/\/127\.0\.0\.1:\d+: [^\n]+\n$/);
  });

  test("a state that is reached while the connection is lost is no success", async () => {
    const { server, pass, out } = await startWait([...webDeployment, "--timeout", "1m"], (server) =>
      putDeployment(server, "web", false),
    );
    await pass(1);
    await server.down();
    // No watch reports this change.
    putDeployment(server, "web", true);
    await pass(70);
    expect(scene.code).toBe(5);
    expect(out.stderr).toMatch(
      /^error: timed out after 1m waiting for healthy: the server is unreachable: .+; when last seen: web is unavailable/,
    );
    expect(out.stdout.split("\n").length).toBeLessThan(5);
  });

  test("a state that was reached while the connection was lost ends the wait when it is back", async () => {
    const { server, pass } = await startWait([...webDeployment, "--timeout", "10m"], (server) =>
      putDeployment(server, "web", false),
    );
    await pass(1);
    await server.down();
    putDeployment(server, "web", true);
    await pass(30);
    expect(scene.code).toBe(undefined);
    await server.up();
    await pass(70);
    expect(scene.code).toBe(0);
  });

  test("an expired login exits with 5 after the timeout, and with 2 after a minute with --fail-fast", async () => {
    for (const [flags, code] of [
      [["--timeout", "5m"], 5],
      [["--timeout", "5m", "--fail-fast"], 2],
    ] as const) {
      const { server, pass, out, close } = await startWait([...webDeployment, ...flags], (server) =>
        putDeployment(server, "web", false),
      );
      server.manner.tokens = new Set(["second"]);
      server.end();
      await pass(code === 5 ? 310 : 90);
      expect(scene.code).toBe(code);
      expect(out.stderr).toContain("log in again");
      await close();
    }
  });
});

describe("--fail-fast ends a wait that needs an intervention", () => {
  test("an image that cannot be pulled for two minutes exits with 2", async () => {
    const { pass, lines, out } = await startWait(["pod/web-1", "--fail-fast"], (server, clock) => {
      putWaitingPod(server, clock, "web-1", "ImagePullBackOff");
    });
    await pass(110);
    expect([scene.code, lines()]).toEqual([
      undefined,
      ["not healthy yet (timeout 30m): web-1 is degraded: web: ImagePullBackOff: not found"],
    ]);
    await pass(11);
    expect([scene.code, out.stderr]).toEqual([
      2,
      "error: will not become healthy without intervention: web-1, container web of Pod web-1: ImagePullBackOff: not found, for 2m\n",
    ]);
  });

  test("an invalid image name exits with 2 at once, and without --fail-fast the wait goes on", async () => {
    const prepare: Parameters<typeof openScene>[1] = (server, clock) =>
      putWaitingPod(server, clock, "web-1", "InvalidImageName");
    expect((await startWait(["pod/web-1", "--fail-fast"], prepare)).code).toBe(2);
    await scene.close();
    const { pass } = await startWait(["pod/web-1", "--timeout", "10m"], prepare);
    await pass(590);
    expect(scene.code).toBe(undefined);
  });
});

describe("what a wait prints", () => {
  test("it prints a line where something changes, and one line for a status that flaps", async () => {
    const { server, pass, lines } = await startWait([...webDeployment, "--timeout", "10m"], (server) =>
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

  test("it counts the resets of a status that flaps in few lines", async () => {
    const { server, pass, lines } = await startWait(
      [...webDeployment, "--timeout", "10m", "--stable-for", "30s"],
      (server) => putDeployment(server, "web", false, "One"),
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

  test("it prints a JSON document for each change with -o json, the last with the exit status", async () => {
    const { server, pass, out } = await startWait(
      [...webDeployment, "--timeout", "10m", "--stable-for", "5s", "-o", "json"],
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
      text: firstLine.replace("30m", "10m"),
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

  test("it draws one line on a terminal, no wider than the terminal, and erases it at the end", async () => {
    const { server, pass, resize, out } = await startWait(
      webDeployment,
      (server) => putDeployment(server, "web", false),
      40,
    );
    await pass(3);
    expect(out.stderr.split("\r").at(-1)).toBe("3s of 30m\u001b[K");
    resize(6);
    await pass(1);
    expect(out.stderr.split("\r").at(-1)).toBe("4s...\u001b[K");
    putDeployment(server, "web", true);
    await pass(1);
    expect([scene.code, out.stderr.endsWith("\r\u001b[K")]).toEqual([0, true]);
  });

  test("it prints one JSON document with -o json where the wait is refused", async () => {
    const { code, out } = await startWait([...webDeployment, "-o", "json"]);
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

  test("it prints one JSON document with -o json where the server is down", async () => {
    const { code, out } = await startWait([...webDeployment, "-o", "json", "--timeout", "0"], (server) =>
      server.down(),
    );
    expect([code, JSON.parse(out.stdout)]).toEqual([
      1,
      expect.objectContaining({ state: "refused", exitCode: 1, text: expect.stringContaining("cannot connect to") }),
    ]);
  });

  test("it prints a line every five minutes into a pipe", async () => {
    const { pass, lines } = await startWait(webDeployment, (server) => putDeployment(server, "web", false));
    await pass(620);
    expect(lines()).toEqual([firstLine, "still not healthy, after 5m of 30m", "still not healthy, after 10m of 30m"]);
  });

  test("it draws nothing into a pipe", async () => {
    const { pass, out } = await startWait(webDeployment, (server) => putDeployment(server, "web", false));
    await pass(10);
    expect(out.stderr).toBe("");
  });

  test("it prints control characters of a cluster as harmless text", async () => {
    const { lines } = await startWait(webDeployment, (server) =>
      putDeployment(server, "web", false, "\u001b[2J\nevil"),
    );
    expect(lines()).toEqual(["not healthy yet (timeout 30m): web is unavailable: 0/1 ready; ^[[2J evil"]);
  });
});
