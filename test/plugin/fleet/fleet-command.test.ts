import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseOptions } from "../../../plugin/cli/parse-options.ts";
import { chooseNamedContexts } from "../../../plugin/fleet/choose-contexts.ts";
import { type FleetSetting, readMember } from "../../../plugin/fleet/read-member.ts";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { createSharedLogins } from "../../../shared/io/auth/shared-logins.ts";
import type { Report } from "../../../shared/model/report.ts";
import { createInputBudget } from "../../../shared/parse/input-budget.ts";
import { environmentWith, mustSkip } from "../../environment.ts";
import { makeCertificates } from "../../io/certificates.ts";
import { secretToken } from "../../io/chosen.ts";
import { startTestServer, statusResponse, type TestResponse, type TestServer } from "../../io/server.ts";
import { buildPlugin } from "../../shared-build.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { buildHostEnvironment } from "../host-environment.ts";
import { runInProcess } from "../run-in-process.ts";

const [command, ...own] = buildPlugin().words;
const folder = temporaryFolder();
const certificates = makeCertificates();
const servers = new Map<string, TestServer>();
const root = { apiVersion: "hco.kubevirt.io/v1", kind: "HyperConverged", metadata: { name: "hco", namespace: "cnv" } };
/** What the cluster `slow` waits for before it answers anything. */
let held: Promise<void> = Promise.resolve();

function lists(items: readonly object[]): (url: string) => TestResponse {
  return (url) => ({ body: { kind: "List", metadata: {}, items: url.includes("/hyperconvergeds") ? items : [] } });
}

/** What each cluster answers; its context has its name. */
const answers: Readonly<Record<string, (url: string) => TestResponse | Promise<TestResponse>>> = {
  "new-one": lists([root]),
  "two-of-them": lists([root, { ...root, metadata: { name: "other", namespace: "cnv" } }]),
  empty: lists([]),
  "no-kind": () => ({ status: 404, body: "404 page not found\n" }),
  refusing: () => statusResponse(403, "hyperconvergeds is forbidden: User bob cannot list it"),
  expired: () => statusResponse(401, "Unauthorized"),
  hanging: () => ({ silent: true }),
  // Two such answers take longer than one cluster may; one alone is far from it, however busy the machine is.
  dragging: async (url) => {
    await pause(2_000);
    return lists([])(url);
  },
  slow: async (url) => {
    await held;
    return lists([root])(url);
  },
};

/** Lets the cluster `slow` answer nothing until the result is called. */
function holdSlow(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  return resolve;
}

beforeAll(async () => {
  for (const [name, say] of Object.entries(answers))
    servers.set(name, await startTestServer("h2", certificates.server, ({ url }) => say(url)));
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
});

/** A kubeconfig with a context for each of these clusters; `dead` has no server behind it, `torn` no entry. */
function kubeconfig(names: readonly string[], users: Readonly<Record<string, object>> = {}): string {
  const ca = Buffer.from(certificates.authority).toString("base64");
  const address = (name: string): string => `https://127.0.0.1:${servers.get(name.replace(/#.*/, ""))?.port ?? 1}`;
  const document = {
    clusters: names
      .filter((name) => name !== "torn")
      .map((name) => ({ name, cluster: { server: address(name), "certificate-authority-data": ca } })),
    users: names.map((name) => ({ name, user: users[name] ?? { token: secretToken } })),
    contexts: names.map((name) => ({ name, context: { cluster: name, user: name } })),
  };
  const path = join(folder, "kubeconfig");
  writeFileSync(path, JSON.stringify(document));
  return path;
}

describe("each cluster is a row, whatever becomes of it", () => {
  test("all clusters are one table, the worst first", async () => {
    const path = kubeconfig([...Object.keys(answers).filter((name) => name !== "dragging"), "dead", "torn"]);
    const ran = await runInProcess([
      "--kubeconfig",
      path,
      "--all-contexts",
      "--request-timeout=5s",
      "--width",
      "0",
      "--exit-code",
    ]);
    const [summary, , , head, ...rows] = ran.stdout.split("\n");
    expect(summary).toBe(
      "✗ 10 clusters: 3 unavailable, 2 unreachable, 1 unusable, 1 requires login, 1 forbidden, 2 with no resources found",
    );
    expect(head).toMatch(/^CONTEXT +VERDICT +CAUSE$/);
    const texts = rows.slice(0, 10).map((row) => row.replaceAll(/ {2,}/g, "  "));
    expect(texts).toEqual([
      "✗ new-one  unavailable  no status yet: hyperconverged-cluster-operator: Deployment hyperconverged-cluster-operator does not exist in namespace cnv; apply the operator's manifests again; 1 more cause",
      "✗ slow  unavailable  no status yet: hyperconverged-cluster-operator: Deployment hyperconverged-cluster-operator does not exist in namespace cnv; apply the operator's manifests again; 1 more cause",
      expect.stringMatching(/^✗ two-of-them {2}unavailable \+1 {2}hyperconverged\/hco: no status yet/),
      "? dead  unknown  unreachable: connection refused",
      "? hanging  unknown  timed out: no response within 5 s",
      expect.stringMatching(/^\? torn {2}unknown {2}unusable: context "torn" names cluster "torn", which does not/),
      "? expired  unknown  login required: the server rejected the credentials (401: Unauthorized)",
      "? refusing  unknown  no permission to list hyperconvergeds.hco.kubevirt.io",
      "? empty  unknown  no HyperConverged",
      "? no-kind  unknown  HyperConverged is not installed",
    ]);
    expect(ran.code).toBe(2);
    expect(ran.stdout + ran.stderr).not.toContain(secretToken);
  });

  test("each cluster has a Report in the list of -o json, or the reason why it has none", async () => {
    const path = kubeconfig(["expired", "new-one", "dead"]);
    const { stdout, code } = await runInProcess(["--kubeconfig", path, "--all-contexts", "-o", "json"]);
    const reports = JSON.parse(stdout) as Report[];
    expect(reports.map(({ source, verdict, roots }) => [source.name, verdict, roots.length])).toEqual([
      ["new-one", "unavailable", 1],
      ["dead", "unknown", 0],
      ["expired", "unknown", 0],
    ]);
    expect(reports.map(({ completeness }) => completeness.gaps[0]?.cause ?? "")).toEqual([
      expect.anything(),
      expect.stringMatching(/^cannot connect to https:\/\/127.0.0.1:1: connection refused/),
      expect.stringMatching(/rejected the credentials of this context/),
    ]);
    expect(code).toBe(0);
  });

  test.for([
    {
      format: "openmetrics",
      unavailable: 'hco_status_report_verdict{context="new-one",verdict="unavailable"} 1\n',
      unknown: 'hco_status_report_verdict{context="dead",verdict="unknown"} 1\n',
    },
    {
      format: "junit",
      unavailable: '<testsuite name="new-one: HyperConverged ',
      unknown: '<error type="unknown" message="unknown: unreachable: ',
    },
    {
      format: "github",
      unavailable: "::error title=new-one%3A KubeVirt is unavailable::",
      unknown: "::error title=dead%3A The status is unknown::",
    },
  ])("a cluster without a Report counts as unknown in -o $format", async ({ format, unavailable, unknown }) => {
    const path = kubeconfig(["dead", "new-one"]);
    const { stdout, code } = await runInProcess(["--kubeconfig", path, "--all-contexts", "-o", format]);
    expect(code).toBe(0);
    expect(stdout).toContain(unavailable);
    expect(stdout).toContain(unknown);
  });

  test("-o json of one cluster of several is its own Report", async () => {
    const path = kubeconfig(["new-one", "empty", "two-of-them"]);
    const { stdout } = await runInProcess(["--kubeconfig", path, "--all-contexts", "-o", "json"]);
    for (const report of JSON.parse(stdout) as Report[]) {
      const alone = await runInProcess(["--kubeconfig", path, "--context", report.source.name, "-o", "json"]);
      expect(JSON.parse(alone.stdout)).toEqual(report);
    }
  });

  test.for([1, 3])("%i of them are read at once with as much --parallel", async (parallel) => {
    const path = kubeconfig(Array.from({ length: 12 }, (_, place) => `slow#${place}`));
    const release = holdSlow();
    const before = servers.get("slow")?.connections() ?? 0;
    const connections = (): number => (servers.get("slow")?.connections() ?? 0) - before;
    const running = runInProcess(["--kubeconfig", path, "--all-contexts", "--parallel", `${parallel}`]);
    await expect.poll(connections).toBe(parallel);
    // Time enough for one more to begin, if it may.
    await pause(50);
    expect(connections()).toBe(parallel);
    release();
    expect((await running).code).toBe(0);
    expect(connections()).toBe(12);
  });
});

/** Reads the cluster of one context, as a command for several clusters does, with these settings over the usual ones. */
async function readCluster(name: string, changes: Partial<FleetSetting>) {
  const options = parseOptions(["--kubeconfig", kubeconfig([name]), "--contexts", name]);
  if ("error" in options) throw new Error(options.error);
  const environment = buildHostEnvironment({ home: folder, cwd: folder, cacheHome: folder });
  const [context] = await chooseNamedContexts(options, environment);
  if (context === undefined) throw new Error(`no context ${name}`);
  const setting: FleetSetting = {
    options,
    environment,
    evaluate: ({ snapshot }) => aggregate(snapshot),
    logins: { shared: createSharedLogins(Date.now), isAsking: () => false },
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    budget: createInputBudget("servers"),
    alone: (read) => read(),
    ...changes,
  };
  return await readMember(context, setting, () => {});
}

test("a cluster whose responses together take longer than its time is late", async () => {
  const member = await readCluster("dragging", { timeoutMs: 3_500 });
  expect(member.trouble?.is).toBe("late");
  expect(member.trouble?.cause).toMatch(/^not all responses from .* arrived within 3.5 s;/);
});

test("the time while the user is asked to log in does not count", async () => {
  const logins = { shared: createSharedLogins(Date.now), isAsking: () => true };
  const member = await readCluster("dragging", { timeoutMs: 3_500, logins });
  expect(member.trouble).toBeUndefined();
  expect(member.report).toBeDefined();
});

test("a cluster whose lists find the budget used up by others is read again alone", async () => {
  const budget = createInputBudget("servers");
  budget.take("objects", "other clusters", budget.remaining("objects"));
  let readsAlone = 0;
  const member = await readCluster("new-one", {
    budget,
    alone(read) {
      readsAlone += 1;
      return read();
    },
  });
  expect(member.trouble).toBeUndefined();
  expect(member.report.roots.map(({ ref }) => ref.name)).toEqual(["hco"]);
  expect(readsAlone).toBe(1);
  expect(budget.remaining("objects")).toBe(0);
});

describe("--contexts takes names", () => {
  test.for([
    { title: "between commas", values: ["a,b"], names: ["a", "b"] },
    { title: "of several flags", values: ["a", "b,c"], names: ["a", "b", "c"] },
    { title: "once each", values: ["a,b", "a"], names: ["a", "b"] },
    { title: "with a comma in quotes", values: ['"a,b",c'], names: ["a,b", "c"] },
    { title: "with a quote in quotes", values: ['"a ""b"", c"'], names: ['a "b", c'] },
    { title: "with a quote of their own", values: ['a"b,c'], names: ['a"b', "c"] },
  ])("$title", ({ values, names }) => {
    const options = parseOptions(values.flatMap((value) => ["--contexts", value]));
    expect("error" in options ? options : options.contexts).toEqual(names);
  });
});

describe("the exit status", () => {
  test.for<{ title: string; contexts: string; flags?: readonly string[]; code: number }>([
    { title: "is 0 where a table was made", contexts: "new-one,dead", code: 0 },
    { title: "is 1 where no cluster responded", contexts: "dead,expired", code: 1 },
    {
      title: "is 1 where no cluster responded, with --exit-code too",
      contexts: "dead,expired",
      flags: ["--exit-code"],
      code: 1,
    },
    {
      title: "is that of the worst cluster with --exit-code",
      contexts: "new-one,dead",
      flags: ["--exit-code"],
      code: 2,
    },
    { title: "is 4 with --exit-code where nothing was found", contexts: "empty", flags: ["--exit-code"], code: 4 },
    {
      title: "is 1 where no cluster has an object of the given name",
      contexts: "empty",
      flags: ["nobody-hco"],
      code: 1,
    },
    {
      title: "is 0 where one cluster has an object of the given name",
      contexts: "empty,new-one",
      flags: ["hco"],
      code: 0,
    },
  ])("$title", async ({ contexts, flags = [], code }) => {
    const path = kubeconfig(["new-one", "empty", "dead", "expired"]);
    const ran = await runInProcess(["--kubeconfig", path, "--contexts", contexts, ...flags]);
    expect(ran.code).toBe(code);
    expect(ran.stderr).toBe("");
  });
});

describe("wrong arguments are reported before any cluster is asked:", () => {
  test.for([
    {
      title: "contexts that do not exist, with the nearest one",
      flags: ["--contexts", "new-one,exspired,nothing-like-it"],
      error:
        /^error: contexts "exspired" \(did you mean "expired"\?\), "nothing-like-it" do not exist in .*kubeconfig; its contexts: expired, new-one\n$/,
    },
    {
      title: "a token for all",
      flags: ["--all-contexts", "--token=x"],
      error: /^error: --token requires a single cluster/,
    },
    {
      title: "a user, whose token no other server may see",
      flags: ["--all-contexts", "--user", "x"],
      error: /^error: --user requires a single cluster/,
    },
    {
      title: "a name in the certificate of one server",
      flags: ["--all-contexts", "--tls-server-name=x"],
      error: /^error: --tls-server-name requires a single cluster/,
    },
    { title: "a wrong selector", flags: ["--all-contexts", "-l", "a in"], error: /^error: / },
    {
      title: "a wrong template",
      flags: ["--all-contexts", "-o", "jsonpath={.items[}"],
      error: /^error: error parsing jsonpath/,
    },
  ])("$title", async ({ flags, error }) => {
    const path = kubeconfig(["new-one", "expired"]);
    const countConnections = (): readonly number[] => [...servers.values()].map((server) => server.connections());
    const before = countConnections();
    const ran = await runInProcess(["--kubeconfig", path, ...flags]);
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toMatch(error);
    expect(countConnections()).toEqual(before);
  });

  test("a kubeconfig without contexts", async () => {
    const ran = await runInProcess(["--kubeconfig", kubeconfig([]), "--all-contexts"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/^error: no context in .*kubeconfig; /);
  });
});

function spawnPlugin(args: readonly string[]) {
  const env = environmentWith({ HOME: folder });
  return spawn(command, [...own, ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
}

describe("while clusters are read", () => {
  test("the output of plugins is printed with the context in front, and the table is clean", async () => {
    const answer = {
      apiVersion: "client.authentication.k8s.io/v1",
      kind: "ExecCredential",
      status: { token: secretToken },
    };
    const args = ["-c", `printf 'open \\033[31mthe page\\nand wait' >&2; echo '${JSON.stringify(answer)}'`];
    const exec = { apiVersion: answer.apiVersion, command: "sh", args, interactiveMode: "Never" };
    const path = kubeconfig(["new-one", "empty"], { "new-one": { exec } });
    const ran = await new Promise<{ stdout: string; stderr: string }>((resolve) => {
      const env = environmentWith({ HOME: folder });
      execFile(command, [...own, "--kubeconfig", path, "--all-contexts"], { env }, (_, stdout, stderr) =>
        resolve({ stdout, stderr }),
      );
    });
    expect(ran.stderr).toBe("new-one: open ^[[31mthe page\nnew-one: and wait\n");
    expect(ran.stdout).toMatch(/^✗ 2 clusters: /);
  });

  test("Ctrl-C ends with what is there", async () => {
    const path = kubeconfig(["hanging", "new-one", "empty"]);
    const heard = servers.get("hanging")?.requests.length ?? 0;
    const child = spawnPlugin([
      "--kubeconfig",
      path,
      "--contexts",
      "new-one,hanging,empty",
      "--parallel",
      "1",
      "--width",
      "0",
    ]);
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    const ended = new Promise((resolve) => child.on("close", resolve));
    while ((servers.get("hanging")?.requests.length ?? 0) === heard) await pause(20);
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(stdout).toMatch(/^✗ 3 clusters: 1 unavailable, 2 interrupted\n/);
    expect(stdout.match(/ unknown +interrupted before the response$/gm)).toHaveLength(2);
  });
});

describe("in a terminal", () => {
  const script = "/usr/bin/script";
  const isThere = process.platform === "linux" && existsSync(script);
  const inTerminal = test.skipIf(mustSkip(isThere));

  inTerminal("one log-in asks after the other, and a line says how far it has come", async () => {
    const answer = {
      apiVersion: "client.authentication.k8s.io/v1",
      kind: "ExecCredential",
      status: { token: secretToken },
    };
    const record = join(folder, "asked");
    const loginThatAsks = (user: string): object => {
      const line = `echo "begin ${user}" >> ${record}; printf "word of ${user}: " >&2; read -r word; echo "end $word" >> ${record}`;
      const args = ["-c", `${line}; echo '${JSON.stringify(answer)}'`];
      return { exec: { apiVersion: answer.apiVersion, command: "/bin/sh", args, interactiveMode: "IfAvailable" } };
    };
    const names = ["new-one", "empty", "two-of-them", "slow"];
    const release = holdSlow();
    const path = kubeconfig(names, Object.fromEntries(names.slice(0, 3).map((name) => [name, loginThatAsks(name)])));
    const words = [command, ...own, "--kubeconfig", path, "--all-contexts"];
    const env = environmentWith({ HOME: folder, SHELL: "/bin/sh", TERM: "xterm" });
    const args = ["-qec", words.map((word) => `'${word}'`).join(" "), "/dev/null"];
    const terminal = spawn(script, args, { env, stdio: ["pipe", "pipe", "inherit"] });
    let shown = "";
    const typed: string[] = [];
    for await (const text of terminal.stdout.setEncoding("utf8") as AsyncIterable<string>) {
      shown += text;
      if (/3 of 4 clusters read, \d+s; waiting for slow/.test(shown)) release();
      const [, user = ""] = /word of ([\w-]+): $/.exec(shown) ?? [];
      if (user === "" || typed.includes(user)) continue;
      typed.push(user);
      // Time enough for another to ask too, if it may.
      await pause(150);
      terminal.stdin.write(`${user}\n`);
    }
    expect(readFileSync(record, "utf8").trim().split("\n")).toEqual(
      typed.flatMap((user) => [`begin ${user}`, `end ${user}`]),
    );
    expect(typed.toSorted()).toEqual(names.slice(0, 3).toSorted());
    expect(shown).toMatch(/\r3 of 4 clusters read, \d+s; waiting for slow\u001b\[K/);
    const [, table = ""] = shown.split(/\r\u001b\[K(?!.*\r\u001b\[K)/s);
    expect(table.replaceAll("\u001b[K", "")).toMatch(/^(\u001b\[\d+m)+✗/);
    expect(shown).not.toContain(secretToken);
  });
});
