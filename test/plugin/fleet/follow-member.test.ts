import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseOptions } from "../../../plugin/cli/parse-options.ts";
import { chooseNamedContexts } from "../../../plugin/fleet/choose-contexts.ts";
import { type FollowedMember, followMember } from "../../../plugin/fleet/follow-member.ts";
import { createSharedLogins } from "../../../shared/io/auth/shared-logins.ts";
import { limitConcurrency } from "../../../shared/io/transport/concurrency-limit.ts";
import { makeCertificates } from "../../io/certificates.ts";
import { secretToken } from "../../io/chosen.ts";
import { startTestServer, type TestServer } from "../../io/server.ts";
import { type DrivenClock, drivenClock } from "../../io/watch/driven-clock.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { buildHostEnvironment } from "../host-environment.ts";

const folder = temporaryFolder();
const certificates = makeCertificates();

let clock: DrivenClock;
let silentServer: TestServer;
/** Responds to each request with an empty list. */
let emptyServer: TestServer;
let followedMembers: FollowedMember[] = [];

beforeEach(async () => {
  clock = drivenClock();
  silentServer = await startTestServer("h2", certificates.server, () => ({ silent: true }));
  emptyServer = await startTestServer("h2", certificates.server, () => ({
    body: { kind: "List", metadata: {}, items: [] },
  }));
});
afterEach(async () => {
  for (const member of followedMembers) member.close();
  followedMembers = [];
  await silentServer.close();
  await emptyServer.close();
});

interface TestContext {
  /** The port of its server. */
  readonly port: number;
  /** The command that obtains the credentials. Absent: the user has a token. */
  readonly plugin?: readonly string[];
  /** Whether the plugin may ask the user. Absent: it never does. */
  readonly interactiveMode?: "Never" | "IfAvailable";
}

interface FollowOptions {
  /** How long a plugin that never asks the user may run. Absent: a minute. */
  readonly pluginTimeoutMs?: number;
}

/** Begins to follow the clusters of these contexts, of which one is connected at a time. */
async function followContexts(
  contexts: Readonly<Record<string, TestContext>>,
  { pluginTimeoutMs = 60_000 }: FollowOptions = {},
) {
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, JSON.stringify(buildKubeconfig(contexts)));
  const options = parseOptions(["--kubeconfig", kubeconfig, "--all-contexts", "-w"]);
  if ("error" in options) throw new Error(options.error);
  const environment = buildHostEnvironment({
    screen: { isTerminal: false, isInputTerminal: true, platform: "linux", environment: { PATH: "/usr/bin:/bin" } },
    clock,
    random: () => 0,
    cwd: folder,
  });
  const logins = createSharedLogins(Date.now, { pluginTimeoutMs });
  const inTurn = limitConcurrency(1);
  const members = (await chooseNamedContexts(options, environment)).map((context) =>
    followMember(context, {
      options,
      environment,
      logins: { shared: logins, isAsking: () => false },
      printMessage: () => {},
      inTurn,
      changed: () => {},
      respondsAgain: () => {},
      failed: (bug) => {
        throw bug;
      },
    }),
  );
  followedMembers = members;
  for (const member of members) member.begin();
  return { members, logins };
}

/** A kubeconfig in which each context has a cluster and a user of its own name. */
function buildKubeconfig(contexts: Readonly<Record<string, TestContext>>): object {
  const authority = Buffer.from(certificates.authority).toString("base64");
  const entries = Object.entries(contexts);
  return {
    contexts: entries.map(([name]) => ({ name, context: { cluster: name, user: name } })),
    clusters: entries.map(([name, { port }]) => ({
      name,
      cluster: { server: `https://127.0.0.1:${port}`, "certificate-authority-data": authority },
    })),
    users: entries.map(([name, { plugin, interactiveMode = "Never" }]) => {
      if (plugin === undefined) return { name, user: { token: secretToken } };
      const [command, ...args] = plugin;
      const apiVersion = "client.authentication.k8s.io/v1";
      return { name, user: { exec: { apiVersion, command, args, interactiveMode } } };
    }),
  };
}

/** What keeps a cluster from being reported, as one line. */
function troubleOf(member: FollowedMember | undefined): string | undefined {
  const trouble = member?.member().trouble;
  return trouble && `${trouble.is}: ${trouble.cause}`;
}

/** The trouble of a cluster after one more second. What changes is shown only when it has lasted for a moment. */
function troubleAfterOneSecond(member: FollowedMember | undefined): string | undefined {
  clock.advance(1_000);
  return troubleOf(member);
}

describe("clusters are connected one after the other", () => {
  test("a server that does not respond within 30 s is late, and the next cluster is connected", async () => {
    const { members } = await followContexts({
      "a-silent": { port: silentServer.port },
      // No server listens on port 1.
      "b-dead": { port: 1 },
    });
    const [silent, dead] = members;
    await expect.poll(() => silentServer.requests).not.toEqual([]);
    clock.advance(31_000);
    expect(troubleOf(silent)).toBe(
      `late: no response from https://127.0.0.1:${silentServer.port} within 30 s; still waiting`,
    );
    expect(silent?.member().silent).toEqual({ since: "2026-11-21T12:00:00Z", now: "2026-11-21T12:00:00Z" });
    await expect.poll(() => troubleAfterOneSecond(dead)).toMatch(/^unreached: .*connection refused/);
  });

  test("clusters that are refreshed while one waits for its server, and one for its turn, are connected once", async () => {
    const { members } = await followContexts({
      "a-silent": { port: silentServer.port },
      "b-empty": { port: emptyServer.port },
    });
    const [silent, empty] = members;
    const refreshAll = (): void => {
      for (const member of members) member.refresh();
    };
    refreshAll();
    await expect.poll(() => silentServer.requests).not.toEqual([]);
    refreshAll();
    clock.advance(31_000);
    expect(troubleOf(silent)).toMatch(/^late: /);
    await expect.poll(() => troubleAfterOneSecond(empty)).toBeUndefined();
    refreshAll();
    // Time enough for one more connection, if there is one.
    await pause(50);
    expect(silentServer.connections()).toBe(1);
    expect(emptyServer.connections()).toBe(1);
  });
});

test("a cluster that is closed while it waits for its next try leaves no timer", async () => {
  const { members } = await followContexts({ refused: { port: emptyServer.port, plugin: ["false"] } });
  const [refused] = members;
  await expect.poll(() => troubleOf(refused)).toMatch(/^login: /);
  // The time limit of the connection ends a turn later. The timer that is left is that of the next try.
  await expect.poll(() => clock.timers()).toBe(1);
  refused?.close();
  expect(clock.timers()).toBe(0);
});

describe("a cluster whose credential plugin", () => {
  test("hangs is shown with its time-out", async () => {
    const { members } = await followContexts(
      { hanging: { port: emptyServer.port, plugin: ["sleep", "60"] } },
      { pluginTimeoutMs: 200 },
    );
    await expect.poll(() => troubleOf(members[0])).toMatch(/"sleep" timed out/);
  });

  test("fails and never asks the user is tried again", async () => {
    const runs = join(folder, "runs-that-never-ask");
    const plugin = ["sh", "-c", `echo run >> ${runs}; exit 1`];
    const { members, logins } = await followContexts({ failing: { port: emptyServer.port, plugin } });
    await expect.poll(() => troubleOf(members[0])).toMatch(/^login: .*exit code 1/);
    const waitAndReadRuns = (): string => {
      logins.allowRetry();
      clock.advance(31_000);
      return readFileSync(runs, "utf8");
    };
    await expect.poll(waitAndReadRuns).toMatch(/^run\nrun\n/);
  });

  test("fails and may have asked the user is not tried again", async () => {
    const runs = join(folder, "runs-that-may-ask");
    const plugin = ["sh", "-c", `echo run >> ${runs}; exit 1`];
    const { members, logins } = await followContexts({
      failing: { port: emptyServer.port, plugin, interactiveMode: "IfAvailable" },
    });
    await expect.poll(() => troubleOf(members[0])).toMatch(/^login: .*exit code 1/);
    // Time enough for another run, if there is one.
    for (let attempt = 0; attempt < 20; attempt += 1) {
      logins.allowRetry();
      clock.advance(31_000);
      await pause(10);
    }
    expect(readFileSync(runs, "utf8")).toBe("run\n");
  });

  test("asks the user is shown as waiting for login until the plugin ends", async () => {
    const answered = join(folder, "answered");
    const plugin = ["sh", "-c", `while [ ! -e ${answered} ]; do sleep 0.02; done; exit 1`];
    const { members } = await followContexts({
      asking: { port: emptyServer.port, plugin, interactiveMode: "IfAvailable" },
    });
    await expect.poll(() => troubleOf(members[0])).toBe("login: waiting for login");
    writeFileSync(answered, "");
    await expect.poll(() => troubleOf(members[0])).toMatch(/exit code 1/);
  });
});
