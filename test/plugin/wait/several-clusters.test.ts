import { afterEach, describe, expect, test } from "vitest";
import type { WaitDocument } from "../../../shared/model/wait.ts";
import { openScene, putDeployment, type Scene } from "../wait-scene.ts";

let one: Scene;
let isOpen = false;
afterEach(async () => {
  if (isOpen) await one.close();
  isOpen = false;
});

/** Clusters a and b, in which the Deployment web is well where `well` names the cluster. */
async function startWait(args: readonly string[], well: string, contexts = "a,b"): Promise<Scene> {
  const prepare: Parameters<typeof openScene>[1] = (server, _clock, name) =>
    putDeployment(server, "web", well.includes(name));
  one = await openScene(["deploy/web", "--contexts", contexts, ...args], prepare, undefined, ["a", "b"]);
  isOpen = true;
  return one;
}

function lines(): readonly string[] {
  return one.lines().map((line) => line.replace(/ \d{4}-\S+Z /, ""));
}

const missing = "web is unavailable: 0/1 ready; MinimumReplicasUnavailable";

describe("wait for several clusters", () => {
  test("prints a line as each is done, and ends with 0 when all are", async () => {
    const { servers, pass } = await startWait([], "a");
    await pass(30);
    expect([one.code, lines()]).toEqual([undefined, ["a Deployment web is healthy"]]);
    putDeployment(servers[1] as never, "web", true);
    await pass(1);
    expect([one.code, lines(), one.out.stderr]).toEqual([
      0,
      ["b Deployment web is healthy, after 30s", "* 2 clusters: 2 healthy, after 30s"],
      "",
    ]);
  });

  test("one that loses the goal while others are waited for is waited for again", async () => {
    const { servers, pass } = await startWait([], "a");
    await pass(20);
    putDeployment(servers[0] as never, "web", false);
    await pass(5);
    putDeployment(servers[1] as never, "web", true);
    await pass(5);
    expect([one.code, lines()]).toEqual([
      undefined,
      ["a Deployment web is healthy", `a no longer healthy: ${missing}`, "b Deployment web is healthy, after 25s"],
    ]);
    putDeployment(servers[0] as never, "web", true);
    await pass(1);
    expect([one.code, lines().at(-1)]).toEqual([0, "* 2 clusters: 2 healthy, after 30s"]);
  });

  test("names those that are left when the time is over: 5", async () => {
    const { pass, out } = await startWait(["--timeout", "2m"], "a");
    await pass(121);
    expect([one.code, lines().at(-1), out.stderr]).toEqual([
      5,
      `b timed out after 2m waiting for healthy: ${missing}`,
      "error: 2 clusters: 1 healthy, 1 timed out (b), after 2m\n",
    ]);
  });

  test("a context that leads nowhere fails, and the others are waited for", async () => {
    const { out } = await startWait([], "ab", "a,b,torn");
    await one.pass(1);
    expect([one.code, lines()[0]]).toEqual([
      1,
      expect.stringMatching(/^torn error: context "torn" names cluster "gone"/),
    ]);
    expect(out.stderr).toBe("error: 3 clusters: 2 healthy, 1 failed (torn)\n");
  });

  test("--fail-fast ends with the first that cannot succeed", async () => {
    const { out } = await startWait(["--fail-fast"], "", "a,b,torn");
    expect([one.code, out.stderr]).toEqual([
      1,
      "error: 3 clusters: 0 healthy, 1 failed (torn), 2 not reached (a, b)\n",
    ]);
  });

  test("--timeout 0 looks once at each", async () => {
    const { out } = await startWait(["--timeout", "0"], "b");
    await one.pass(1);
    expect([one.code, out.stderr]).toEqual([5, "error: 2 clusters: 1 healthy, 1 not healthy (a)\n"]);
  });

  test("a server that is down is waited for, and never counts", async () => {
    const { servers, pass, out } = await startWait(["--timeout", "1m"], "a");
    await (servers[1] as Scene["server"]).down();
    await pass(61);
    expect([one.code, out.stderr]).toEqual([5, "error: 2 clusters: 1 healthy, 1 timed out (b), after 60s\n"]);
  });

  test("one that has the goal and does not respond any more when all have it is no success", async () => {
    const { servers, pass, out } = await startWait(["--timeout", "1m"], "a");
    await pass(20);
    (servers[0] as Scene["server"]).fault = () => "silence";
    putDeployment(servers[1] as never, "web", true);
    await pass(5);
    expect([one.code, lines().at(-1)]).toEqual([undefined, "b Deployment web is healthy, after 20s"]);
    await pass(60);
    expect([one.code, out.stderr]).toEqual([5, "error: 2 clusters: 1 healthy, 1 timed out (a), after 60s\n"]);
  });

  test("an interrupt says where each stood", async () => {
    const { stop } = await startWait([], "a");
    stop("SIGINT");
    await one.pass(1);
    expect([one.code, lines().at(-1), one.out.stderr]).toEqual([
      130,
      `b interrupted waiting for healthy: ${missing}`,
      "error: 2 clusters: 1 healthy, 1 interrupted (b)\n",
    ]);
  });

  test("-o json has a document for each line, with its context", async () => {
    const { pass, out } = await startWait(["-o", "json", "--timeout", "5s"], "a");
    await pass(6);
    const documents = out.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as WaitDocument);
    expect(documents.map(({ context, state, exitCode }) => [context, state, exitCode])).toEqual([
      ["a", "reached", undefined],
      ["b", "timed-out", 5],
    ]);
  });
});
