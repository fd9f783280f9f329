import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CommandLineOptions, parseOptions } from "../../../plugin/cli/parse-options.ts";
import { chooseNamedContexts } from "../../../plugin/fleet/choose-contexts.ts";
import { type FollowedMember, followMember } from "../../../plugin/fleet/follow-member.ts";
import { type HostEnvironment, noTerminal } from "../../../plugin/process/host-environment.ts";
import { createSharedLogins } from "../../../shared/io/auth/shared-logins.ts";
import { limitConcurrency } from "../../../shared/io/transport/concurrency-limit.ts";
import { makeCertificates } from "../../io/certificates.ts";
import { secretToken } from "../../io/chosen.ts";
import { startTestServer, type TestServer } from "../../io/server.ts";
import { type DrivenClock, drivenClock } from "../../io/watch/driven-clock.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder();
const certificates = makeCertificates();
const following: FollowedMember[] = [];
const list = { body: { kind: "List", metadata: {}, items: [] } };
let mute: TestServer;
let plain: TestServer;

beforeEach(async () => {
  clock = drivenClock();
  mute = await startTestServer("h2", certificates.server, () => ({ silent: true }));
  plain = await startTestServer("h2", certificates.server, () => list);
});
afterEach(async () => {
  for (const one of following.splice(0)) one.close();
  await mute.close();
  await plain.close();
});

let clock: DrivenClock;

/** So much time passes, and what is due in it happens. */
function pass(milliseconds: number): void {
  for (const until = clock.elapsed() + milliseconds; clock.next(until); );
}

/** The troubles after so much time, for what comes only with it. */
function troublesAfter(milliseconds: number, members: readonly FollowedMember[]): readonly (string | undefined)[] {
  pass(milliseconds);
  return troubles(members);
}

const environment: HostEnvironment = {
  screen: { isTerminal: false, isInputTerminal: true, platform: "linux", environment: { PATH: "/usr/bin:/bin" } },
  stdin: (async function* () {})(),
  print: () => {},
  taken: async () => {},
  settle: () => {},
  printMessage: () => {},
  now: () => "2026-11-21T12:00:00Z",
  milliseconds: Date.now,
  get clock() {
    return clock;
  },
  random: () => 0,
  person: noTerminal,
  home: folder,
  cwd: folder,
  architecture: "x64",
  runtime: { name: "node", version: "24" },
  cacheHome: folder,
  keepCode: () => {},
};

interface Followed {
  readonly members: readonly FollowedMember[];
  readonly logins: ReturnType<typeof createSharedLogins>;
}

/** Begins none of them. `patience`: milliseconds that a plugin has for its answer. */
async function followContexts(
  contexts: Readonly<Record<string, { server: number; user?: object }>>,
  pluginTimeoutMs = 60_000,
): Promise<Followed> {
  const ca = Buffer.from(certificates.authority).toString("base64");
  const entries = Object.entries(contexts);
  const document = {
    clusters: entries.map(([name, { server }]) => ({
      name,
      cluster: { server: `https://127.0.0.1:${server}`, "certificate-authority-data": ca },
    })),
    users: entries.map(([name, { user = { token: secretToken } }]) => ({ name, user })),
    contexts: entries.map(([name]) => ({ name, context: { cluster: name, user: name } })),
  };
  const path = join(folder, "kubeconfig");
  writeFileSync(path, JSON.stringify(document));
  const options: CommandLineOptions | { error: string } = parseOptions(["--kubeconfig", path, "--all-contexts", "-w"]);
  if ("error" in options) throw new Error(options.error);
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
  following.push(...members);
  return { members, logins };
}

function troubles(members: readonly FollowedMember[]): readonly (string | undefined)[] {
  return members.map((one) => one.member().trouble?.is);
}

test("a server that answers nothing is a trouble after its time, with its age, and lets others begin", async () => {
  const { members } = await followContexts({ "a-mute": { server: mute.port }, "b-dead": { server: 1 } });
  for (const one of members) one.begin();
  await expect.poll(() => troublesAfter(31_000, members)).toEqual(["late", "unreached"]);
  expect(members[0]?.member().trouble?.cause).toMatch(/^no response from https:.* within 30 s; /);
  expect(members[0]?.member().silent).toEqual({ since: environment.now(), now: environment.now() });
});

test("a cluster that is closed while it waits for its next try leaves no timer", async () => {
  const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "false", interactiveMode: "Never" };
  const { members } = await followContexts({ refused: { server: plain.port, user: { exec } } });
  for (const one of members) one.begin();
  await expect.poll(() => troubles(members)).toEqual(["login"]);
  // The limit of the opening is forgotten a turn later; what is left then is the next try.
  await expect.poll(() => clock.timers()).toBe(1);
  for (const one of members) one.close();
  expect(clock.timers()).toBe(0);
});

test("a plugin that hangs is one too", async () => {
  const exec = {
    apiVersion: "client.authentication.k8s.io/v1",
    command: "sleep",
    args: ["60"],
    interactiveMode: "Never",
  };
  const { members } = await followContexts({ hanging: { server: plain.port, user: { exec } } }, 200);
  for (const one of members) one.begin();
  await expect.poll(() => members[0]?.member().trouble?.cause).toMatch(/"sleep" timed out/);
});

test("who is asked again while he waits for his turn, or opens, is opened once", async () => {
  const { members } = await followContexts({ "a-mute": { server: mute.port }, "b-plain": { server: plain.port } });
  for (const one of members) one.begin();
  for (let times = 0; times < 5; times += 1) {
    for (const one of members) one.refresh();
    await pause(5);
  }
  await expect.poll(() => troublesAfter(31_000, members)[0]).toBe("late");
  const connections = (): readonly number[] => [mute.connections(), plain.connections()];
  await expect.poll(connections).toEqual([1, 1]);
  await expect.poll(() => troublesAfter(100, members)).toEqual(["late", undefined]);
  for (const one of members) one.refresh();
  // Time enough for one more, if there is one.
  await pause(50);
  expect(connections()).toEqual([1, 1]);
});

const modes: [sentence: string, mode: string, runs: "one" | "more"][] = [
  ["who is never asked is tried again", "Never", "more"],
  ["who may be asked says himself when", "IfAvailable", "one"],
];
test.for(modes)("of those whose login fails %s", async ([, interactiveMode, runs]) => {
  const record = join(folder, `runs-${interactiveMode}`);
  const args = ["-c", `echo run >> ${record}; exit 1`];
  const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "sh", args, interactiveMode };
  const { members, logins } = await followContexts({ failing: { server: plain.port, user: { exec } } });
  for (const one of members) one.begin();
  await expect.poll(() => members[0]?.member().trouble?.cause).toMatch(/exit code 1/);
  expect(troubles(members)).toEqual(["login"]);
  const readLoginRecord = (): string => {
    logins.allowRetry();
    pass(31_000);
    return readFileSync(record, "utf8");
  };
  if (runs === "more") await expect.poll(readLoginRecord).toMatch(/^(run\n){2}/);
  // Time enough for another run, if there is one.
  for (let times = 0; runs === "one" && times < 20; times += 1) {
    expect(readLoginRecord()).toBe("run\n");
    await pause(10);
  }
});

test("while waiting for login that is said", async () => {
  const answered = join(folder, "answered");
  const exec = {
    apiVersion: "client.authentication.k8s.io/v1",
    command: "sh",
    args: ["-c", `while [ ! -e ${answered} ]; do sleep 0.02; done; exit 1`],
    interactiveMode: "IfAvailable",
  };
  const { members } = await followContexts({ asking: { server: plain.port, user: { exec } } });
  for (const one of members) one.begin();
  await expect.poll(() => members[0]?.member().trouble?.cause).toBe("waiting for login");
  writeFileSync(answered, "");
  await expect.poll(() => members[0]?.member().trouble?.cause).toMatch(/exit code 1/);
});
