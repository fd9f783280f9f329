import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { makeCertificates } from "../io/certificates.ts";
import type { TestedRuntime } from "../program.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import {
  type Assault,
  denseResponses,
  type HostileServer,
  healthyNodes,
  http1Assaults,
  http2Assaults,
  manyInstances,
  startHttp1Assault,
  startHttp2Assault,
} from "./hostile-servers.ts";
import { maxMegabytes, runtimes, runWatched } from "./watched-run.ts";

const certificates = makeCertificates();
const folder = temporaryFolder();
const authority = join(folder, "ca.crt");
writeFileSync(authority, certificates.authority);
const servers: HostileServer[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

/** As for other runs, and the pages that a busy machine reads before garbage of the last ones is collected. */
const mostOfPages = maxMegabytes + 60;

/** As for other runs, and a whole response of 30 MB, which is there as bytes and as characters. */
const mostOfWhole = maxMegabytes + 100;

/** The sentences of a command that could not read its lists, and of one that may not. */
const sentenceStarts =
  /^(error: cannot (connect to|use)|Cannot list|Also forbidden:|Next:|No permission to list|The server reports:|Request the permissions) /;

async function attack(
  runtime: TestedRuntime,
  starting: Promise<HostileServer>,
  trust: readonly string[] = [],
  most = mostOfPages,
): Promise<string> {
  const server = await starting;
  servers.push(server);
  const run = await runWatched(runtime, ["-s", server.url, "--token", "x", ...trust]);
  await server.close();
  expect(run.megabytes).toBeLessThan(most);
  expect(run.status).toBe(1);
  expect(run.stdout).toBe("");
  const lines = run.stderr.trimEnd().split("\n");
  expect(lines.filter((line) => !sentenceStarts.test(line))).toEqual([]);
  // One sentence for each reason, however many lists failed for it.
  const reasons = lines.map((line) => /\((.*)\)/.exec(line)?.[1] ?? line);
  expect(reasons).toEqual([...new Set(reasons)]);
  expect(run.stderr).not.toMatch(/^\s+at /m);
  return run.stderr;
}

function inEachRuntime<T>(rows: readonly (readonly [what: string, assault: T])[]): [string, TestedRuntime, T][] {
  return rows.flatMap(([what, assault]) =>
    runtimes.map((runtime): [string, TestedRuntime, T] => [what, runtime, assault]),
  );
}

describe("a report ends with a sentence and little memory, whatever a server sends without end over HTTP/2:", () => {
  test.for(inEachRuntime<(stream: number) => Assault>(http2Assaults))("%s, by %s", async ([, runtime, assault]) => {
    await attack(runtime, startHttp2Assault(certificates, assault), ["--certificate-authority", authority]);
  });

  // Bun has other sockets where it verifies nothing.
  test.for(http2Assaults)("%s, by bun, unverified", async ([, assault]) => {
    await attack("bun", startHttp2Assault(certificates, assault), ["--insecure-skip-tls-verify"]);
  });
});

describe("a hostile server over HTTP/1.1 is bounded in memory and time", () => {
  test.for(inEachRuntime<() => Assault>(http1Assaults))("%s, by %s", async ([, runtime, assault]) => {
    await attack(runtime, startHttp1Assault(assault));
  });
});

describe("a small response that becomes large when it is parsed is bounded in memory", () => {
  const rows = denseResponses.flatMap((row) => runtimes.map((runtime) => [row[0], runtime, row] as const));
  test.for(rows)("%s, by %s", async ([, runtime, [, response, reason]]) => {
    expect(await attack(runtime, startHttp1Assault(response()), [], mostOfWhole)).toMatch(reason);
  });

  test.for(runtimes)("5,000 Nodes of 30 MB are reported, by %s", async (runtime) => {
    const server = await startHttp1Assault(healthyNodes());
    servers.push(server);
    const run = await runWatched(runtime, ["nodes", "-s", server.url, "--token", "x"]);
    await server.close();
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).toMatch(/^✓ 5000 objects healthy: /);
    expect(run.megabytes).toBeLessThan(mostOfWhole);
  });

  test.for(runtimes)(
    "10,000 virtual machine instances of 40 MB, of which one is paused, are reported, by %s",
    async (runtime) => {
      const server = await startHttp1Assault(manyInstances());
      servers.push(server);
      const run = await runWatched(runtime, ["vmi", "-A", "-s", server.url, "--token", "x"]);
      await server.close();
      expect(run.stderr).toBe("");
      expect(run.stdout).toContain("PausedIOError: VMI was paused, low-level IO error");
      expect(run.stdout).toContain("✓ 9999 of 10000 healthy: ");
      expect(run.megabytes).toBeLessThan(mostOfPages);
    },
  );
});
