import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { fleetContexts } from "../../plugin/fleet-contexts.ts";
import { type FollowedMember, followMember } from "../../plugin/fleet-follow.ts";
import { atMost } from "../../plugin/fleet-pool.ts";
import { type Options, parseOptions } from "../../plugin/options.ts";
import { nobody, type World } from "../../plugin/world.ts";
import { loginsOf } from "../../shared/io/logins.ts";
import { makeCertificates } from "../io/certificates.ts";
import { secretToken } from "../io/chosen.ts";
import { serve, type TestServer } from "../io/server.ts";

const folder = mkdtempSync(join(tmpdir(), "hco-status-follow-"));
const certificates = makeCertificates();
const following: FollowedMember[] = [];
const list = { body: { kind: "List", metadata: {}, items: [] } };
let mute: TestServer;
let plain: TestServer;

beforeEach(async () => {
  mute = await serve("h2", certificates.server, () => ({ silent: true }));
  plain = await serve("h2", certificates.server, () => list);
});
afterEach(async () => {
  for (const one of following.splice(0)) one.close();
  await mute.close();
  await plain.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The clock of the test: a minute passes in 120 milliseconds. */
const speed = 500;
const world: World = {
  screen: { isTerminal: false, isInputTerminal: true, platform: "linux", environment: { PATH: "/usr/bin:/bin" } },
  stdin: (async function* () {})(),
  print: () => {},
  taken: async () => {},
  settle: () => {},
  tell: () => {},
  now: () => "2026-11-21T12:00:00Z",
  milliseconds: Date.now,
  clock: {
    now: Date.now,
    after(milliseconds, call) {
      const timer = setTimeout(call, milliseconds / speed);
      return () => clearTimeout(timer);
    },
  },
  random: () => 0,
  person: nobody,
  ...{ home: folder, cwd: folder, architecture: "x64", runtime: "24", cacheHome: folder, keepCode: () => {} },
};

interface Followed {
  readonly members: readonly FollowedMember[];
  readonly logins: ReturnType<typeof loginsOf>;
}

async function followed(contexts: Readonly<Record<string, { server: number; user?: object }>>): Promise<Followed> {
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
  const options: Options | { error: string } = parseOptions(["--kubeconfig", path, "--all-contexts", "-w"]);
  if ("error" in options) throw new Error(options.error);
  const logins = loginsOf(Date.now, { patience: 200 });
  const inTurn = atMost(1);
  const terminal = { tell: (): void => {}, logins };
  const members = (await fleetContexts(options, world)).map((context) =>
    followMember(context, {
      ...{ options, world, terminal, inTurn },
      isAsking: () => false,
      changed: () => {},
      up: () => {},
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
  const { members } = await followed({ "a-mute": { server: mute.port }, "b-dead": { server: 1 } });
  for (const one of members) one.begin();
  await expect.poll(() => troubles(members), { timeout: 5000 }).toEqual(["late", "unreached"]);
  expect(members[0]?.member().trouble?.cause).toMatch(/^no answer from https:.* within 30 s; /);
  expect(members[0]?.member().silent).toEqual({ since: world.now(), now: world.now() });
});

test("a plugin that hangs is one too", async () => {
  const exec = {
    apiVersion: "client.authentication.k8s.io/v1",
    command: "sleep",
    args: ["60"],
    interactiveMode: "Never",
  };
  const { members } = await followed({ hanging: { server: plain.port, user: { exec } } });
  for (const one of members) one.begin();
  await expect.poll(() => members[0]?.member().trouble?.cause, { timeout: 5000 }).toMatch(/"sleep" gave no answer/);
});

test("who is asked again while he waits for his turn, or opens, is opened once", async () => {
  const { members } = await followed({ "a-mute": { server: mute.port }, "b-plain": { server: plain.port } });
  for (const one of members) one.begin();
  for (let times = 0; times < 5; times += 1) {
    for (const one of members) one.refresh();
    await pause(5);
  }
  await expect.poll(() => troubles(members), { timeout: 5000 }).toEqual(["late", undefined]);
  for (const one of members) one.refresh();
  await pause(50);
  expect([mute.connections(), plain.connections()]).toEqual([1, 1]);
});

const modes: [sentence: string, mode: string, runs: "one" | "more"][] = [
  ["who is never asked is tried again", "Never", "more"],
  ["who may be asked says himself when", "IfAvailable", "one"],
];
test.for(modes)("of those whose log-in fails %s", async ([, interactiveMode, runs]) => {
  const record = join(folder, `runs-${interactiveMode}`);
  const args = ["-c", `echo run >> ${record}; exit 1`];
  const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "sh", args, interactiveMode };
  const { members, logins } = await followed({ failing: { server: plain.port, user: { exec } } });
  let asked = "";
  for (const one of members) one.begin();
  const began = Date.now();
  while (Date.now() < began + 1500) {
    logins.again();
    asked = existsSync(record) ? readFileSync(record, "utf8") : "";
    if (asked.split("\n").length > 2) break;
    await pause(10);
  }
  expect(troubles(members)).toEqual(["login"]);
  if (runs === "one") expect(asked).toBe("run\n");
  else expect(asked).toMatch(/^(run\n){2}/);
});

test("while somebody is asked to log in that is said", async () => {
  const exec = {
    apiVersion: "client.authentication.k8s.io/v1",
    command: "sh",
    args: ["-c", "sleep 0.3; exit 1"],
    interactiveMode: "IfAvailable",
  };
  const { members } = await followed({ asking: { server: plain.port, user: { exec } } });
  for (const one of members) one.begin();
  await expect.poll(() => members[0]?.member().trouble?.cause, { interval: 5 }).toBe("somebody is asked to log in");
  await expect.poll(() => members[0]?.member().trouble?.cause, { timeout: 5000 }).toMatch(/exit code 1/);
});
