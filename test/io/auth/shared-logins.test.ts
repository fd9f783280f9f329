import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { CredentialEnvironment } from "../../../shared/io/auth/credential-environment.ts";
import { createSharedLogins, type SharedLogins } from "../../../shared/io/auth/shared-logins.ts";
import type { ServerConnection } from "../../../shared/io/connection/connection.ts";
import { connectTo } from "../../../shared/io/reader/connect-cluster.ts";
import { randomIntegersFrom } from "../../random.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { makeCertificates } from "../certificates.ts";
import { buildContext, inline } from "../chosen.ts";
import { type DrivenTimers, driveTimers } from "../driven-timers.ts";
import { startTestServer, statusResponse, type TestRequest, type TestResponse, type TestServer } from "../server.ts";

const folder = temporaryFolder();
const record = join(folder, "record");
const script = join(folder, "login");
const certificates = makeCertificates();
const connections: ServerConnection[] = [];
let server: TestServer;
let say: (heard: TestRequest) => TestResponse;

// Says when it begins and ends, and for whom; its token counts the runs of all. A login "together" waits for nine others.
const login = `#!/bin/sh
echo "begin $1" >> ${record}
echo "who is $1?" >&2
sleep 0.05
while [ "$2" = together ] && [ $(grep -c begin ${record}) -lt 10 ]; do sleep 0.05; done
echo "end $1" >> ${record}
[ "$2" = fails ] && exit 3
if [ "$2" = hangs ]; then sleep 1000 & echo $! > ${record}.child; wait; fi
[ "$2" = once ] && [ $(grep -c begin ${record}) -gt 1 ] && exit 4
run=$(grep -c begin ${record})
echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"'$1-$run'"}}'
`;

beforeAll(async () => {
  writeFileSync(script, login, { mode: 0o755 });
  server = await startTestServer("h2", certificates.server, (heard) => say(heard));
});
afterEach(() => {
  for (const one of connections.splice(0)) one.close();
  rmSync(record, { force: true });
});
afterAll(async () => {
  await server.close();
});

function listRuns(): readonly string[] {
  return existsSync(record) ? readFileSync(record, "utf8").trim().split("\n") : [];
}

/** The runs one after the other: each ends before the next begins. */
function isOneByOne(lines: readonly string[]): boolean {
  return lines.every((line, place) => place % 2 === 0 || line === lines[place - 1]?.replace("begin", "end"));
}

interface Cluster {
  readonly user: string;
  readonly mode?: "Never" | "IfAvailable" | "Always";
  readonly isInteractive?: boolean;
  readonly more?: object;
  readonly args?: readonly string[];
  readonly server?: string;
}

function isRunning(id: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${id}/stat`, "utf8"));
  } catch {
    return false;
  }
}

async function open(
  logins: SharedLogins,
  cluster: Cluster,
  printMessage: CredentialEnvironment["printMessage"] = () => {},
  userAgent = "test",
  now = Date.now,
): Promise<ServerConnection> {
  const { user, mode = "IfAvailable", isInteractive = true, more, args = [] } = cluster;
  const exec = {
    apiVersion: "client.authentication.k8s.io/v1",
    command: script,
    args: [user, ...args],
    interactiveMode: mode,
    ...more,
  };
  const authority = { certificateAuthority: inline(certificates.authority) };
  const choice = buildContext(cluster.server ?? `https://127.0.0.1:${server.port}`, authority, { name: user, exec });
  const connection = await connectTo(choice, {
    userAgent,
    credentialEnvironment: {
      now,
      env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
      home: folder,
      cwd: folder,
      platform: process.platform,
      isInteractive,
      printMessage,
      logins,
    },
  });
  connections.push(connection);
  return connection;
}

const ten: readonly number[] = Array.from({ length: 10 }, (_, place) => place);

describe("logins to several clusters", () => {
  const args = ["together"];
  const rows: [sentence: string, cluster: (place: number) => Cluster, count: number, oneByOne: boolean][] = [
    ["that may ask come one by one", (place) => ({ user: `u${place}` }), 10, true],
    ["that must ask too", (place) => ({ user: `u${place}`, mode: "Always" }), 10, true],
    ["of one user are one", () => ({ user: "same" }), 1, true],
    ["of three users are three", (place) => ({ user: `u${place % 3}` }), 3, true],
    ["that do not ask the user go on at once", (place) => ({ user: `u${place}`, mode: "Never", args }), 10, false],
    ["without a terminal go on at once", (place) => ({ user: `u${place}`, isInteractive: false, args }), 10, false],
    ["of one user that do not ask are one too", () => ({ user: "same", mode: "Never" }), 1, true],
    [
      "of one user get the information of one cluster each where they require it",
      (place) => ({
        user: "same",
        more: { provideClusterInfo: true },
        server: `https://${place % 2 === 0 ? "127.0.0.1" : "localhost"}:${server.port}`,
      }),
      2,
      true,
    ],
    [
      "of users that are told other things are others",
      (place) => ({ user: "same", more: { env: [{ name: "PROFILE", value: `${place % 2}` }] } }),
      2,
      true,
    ],
  ];
  test.for(rows)("%s", async ([, clusterAt, count, oneByOne]) => {
    say = () => ({ body: "{}" });
    const logins = createSharedLogins(Date.now);
    const opened = await Promise.all(ten.map((place) => open(logins, clusterAt(place))));
    const answers = await Promise.all(opened.map((one) => one.get("/")));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(listRuns()).toHaveLength(count * 2);
    expect(isOneByOne(listRuns())).toBe(oneByOne);
  });

  test("are shared with later connections too", async () => {
    say = () => ({ body: "{}" });
    const logins = createSharedLogins(Date.now);
    for (const _ of ten.slice(0, 3)) await open(logins, { user: "same" });
    expect(listRuns()).toEqual(["begin same", "end same"]);
  });

  test("are repeated once for all connections that the server refuses, after a minute or on request", async () => {
    say = ({ headers }) =>
      headers.authorization === "Bearer same-2" ? { body: "{}" } : statusResponse(401, "Unauthorized");
    const logins = createSharedLogins(Date.now);
    const opened = await Promise.all(ten.map(() => open(logins, { user: "same" })));
    for (const _ of ten.slice(0, 3)) {
      const refusals = await Promise.all(opened.map((one) => one.get("/")));
      expect(refusals.every((answer) => answer.status === 401)).toBe(true);
    }
    expect(listRuns(), "it is as fresh as it can be").toEqual(["begin same", "end same"]);
    logins.allowRetry();
    const answers = await Promise.all(opened.map((one) => one.get("/")));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(listRuns()).toEqual(["begin same", "end same", "begin same", "end same"]);
  });

  const minutes: [sentence: string, later: number, count: number][] = [
    ["is the answer for a minute", 59_999, 1],
    ["is renewed after it", 60_000, 2],
    ["is renewed where the clock was set back meanwhile", -3_600_000, 2],
  ];
  test.for(minutes)("one that is refused %s", async ([, later, count]) => {
    let now = 10_000_000;
    say = () => statusResponse(401, "Unauthorized");
    const logins = createSharedLogins(() => now);
    const opened = await Promise.all(ten.map(() => open(logins, { user: "same" })));
    now += later;
    for (const one of opened) expect((await one.get("/")).status).toBe(401);
    expect(listRuns().filter((line) => line === "begin same")).toHaveLength(count);
  });

  const refusers: [sentence: string, renewal: string, runs: number, statuses: readonly [number, number]][] = [
    ["keeps it, though another one gets a new one", "", 2, [200, 200]],
    ["keeps it where no other is to be had", "once", 2, [200, 0]],
  ];
  test.for(refusers)("a server that accepts what another refuses %s", async ([, renewal, count, statuses]) => {
    const heard: string[] = [];
    say = ({ headers }) => {
      const token = String(headers.authorization);
      heard.push(`${headers["user-agent"]} ${token}`);
      return headers["user-agent"] === "strict" && token.endsWith("same-1")
        ? statusResponse(401, "no")
        : { body: "{}" };
    };
    let now = 10_000_000;
    const logins = createSharedLogins(() => now);
    const openConnectionFor = (userAgent: string): Promise<ServerConnection> =>
      open(
        logins,
        { user: "same", args: [renewal] },
        () => {},
        userAgent,
        () => now,
      );
    const easy = await openConnectionFor("easy");
    const strict = await openConnectionFor("strict");
    now += 60_000;
    const refusedStatus = await strict.get("/").then(
      (answer) => answer.status,
      () => 0,
    );
    expect([(await easy.get("/")).status, refusedStatus]).toEqual(statuses);
    expect(heard.filter((line) => line.startsWith("easy"))).toEqual(["easy Bearer same-1"]);
    expect(listRuns().filter((line) => line === "begin same")).toHaveLength(count);
  });

  const ends: [
    sentence: string,
    end: (logins: ReturnType<typeof createSharedLogins>, timers: DrivenTimers) => unknown,
  ][] = [
    ["when its time is over", (_, timers) => timers.pass(1_001)],
    ["when no cluster waits for it any more", (logins) => logins.close()],
  ];
  test.for(ends)("a plugin ends with its own children %s", async ([, end]) => {
    const timers = driveTimers();
    const signalGroup = (leader: number, signal: NodeJS.Signals): void => {
      try {
        process.kill(-leader, signal);
      } catch {
        // All of it has ended, as for the last signal, which comes seconds later.
      }
    };
    const logins = createSharedLogins(Date.now, { pluginTimeoutMs: 1_000, signalGroup });
    const opening = open(logins, { user: "stuck", mode: "Never", args: ["hangs"] });
    const failing = expect(opening).rejects.toThrow(/the exec plugin "[^ ]+" (timed out|was stopped)/);
    const child = (): string => (existsSync(`${record}.child`) ? readFileSync(`${record}.child`, "utf8").trim() : "");
    await timers.until(() => child() !== "");
    await end(logins, timers);
    await failing;
    // A zombie still takes signals, until the process that inherits it looks.
    await expect.poll(() => isRunning(Number(child()))).toBe(false);
    rmSync(`${record}.child`);
  });

  test("that fail are not tried again for a minute, and keep no other waiting", async () => {
    let now = 0;
    const logins = createSharedLogins(() => now);
    const failing = { user: "bad", args: ["fails"] };
    const tried = await Promise.allSettled([...ten.map(() => open(logins, failing)), open(logins, { user: "good" })]);
    expect(tried.map((each) => each.status)).toEqual([...ten.map(() => "rejected"), "fulfilled"]);
    now = 59_999;
    await expect(open(logins, failing)).rejects.toThrow("exit code 3");
    expect(listRuns().filter((line) => line === "begin bad")).toHaveLength(1);
    now = 60_000;
    await expect(open(logins, failing)).rejects.toThrow("exit code 3");
    expect(listRuns().filter((line) => line === "begin bad")).toHaveLength(2);
    logins.allowRetry();
    await expect(open(logins, failing)).rejects.toThrow("exit code 3");
    expect(
      listRuns().filter((line) => line === "begin bad"),
      "after a retry was allowed",
    ).toHaveLength(3);
  });

  test("say through us what they say where it is not their turn to have the terminal", async () => {
    let reported = "";
    await open(createSharedLogins(Date.now), { user: "quiet", mode: "Never" }, (text) => {
      reported += text;
    });
    expect(reported).toBe("who is quiet?\n");
  });
});

describe("turns are taken in the order of asking, one at a time, whatever becomes of each", () => {
  test.for(Array.from({ length: 10 }, (_, seed) => seed))("seed %i", async (seed) => {
    const below = randomIntegersFrom(seed);
    const { runInTurn } = createSharedLogins(Date.now);
    const order: number[] = [];
    let atOnce = 0;
    const plans = Array.from({ length: 20 }, (_, place) => ({ place, wait: below(4), fails: below(3) === 0 }));
    const ended = await Promise.allSettled(
      plans.map(({ place, wait, fails }) =>
        runInTurn(async () => {
          atOnce += 1;
          expect(atOnce).toBe(1);
          order.push(place);
          await pause(wait);
          atOnce -= 1;
          if (fails) throw new Error(`${place}`);
          return place;
        }),
      ),
    );
    expect(order).toEqual(plans.map(({ place }) => place));
    expect(ended.map((each) => each.status)).toEqual(plans.map(({ fails }) => (fails ? "rejected" : "fulfilled")));
  });
});
