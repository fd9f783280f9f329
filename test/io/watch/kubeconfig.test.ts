import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAndCheckOptions } from "../../../plugin/cli/parse-options.ts";
import { followSource } from "../../../plugin/follow/follow-source.ts";
import type { SeenReport } from "../../../shared/io/watch/follow-report.ts";
import { connectionPolicies } from "../../../shared/io/watch/follower-transitions.ts";
import { buildHostEnvironment } from "../../plugin/host-environment.ts";
import { closeAfterEach } from "../closed-after-each.ts";
import { type DrivenClock, drivenClock } from "./driven-clock.ts";
import { type ApiServer, apiServer, certificates } from "./scripted-server.ts";
import type { Served } from "./store.ts";

const root: Served = {
  plural: "hyperconvergeds.hco.kubevirt.io",
  kind: "HyperConverged",
  version: "v1beta1",
  namespaced: true,
};

const closing = closeAfterEach();
interface Following {
  readonly server: ApiServer;
  readonly path: string;
  readonly reported: readonly SeenReport[];
  readonly text: (user: object, current?: string) => string;
  last(): SeenReport;
  /** So much time of the clock goes by. */
  go(milliseconds: number): Promise<void>;
}

/** The plugin's own way: a kubeconfig with a token, followed. */
async function startFollowing(): Promise<Following> {
  const clock: DrivenClock = drivenClock();
  const server = await apiServer(clock, [root]);
  closing.push(() => server.down().catch(() => {}));
  server.manner.tokens = new Set(["first"]);
  server.store.put(root, { name: "kubevirt-hyperconverged", namespace: "kubevirt-hyperconverged", status: {} });
  const folder = mkdtempSync(join(tmpdir(), "hco-status-following-"));
  closing.push(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "config");
  const authority = Buffer.from(certificates.authority).toString("base64");
  const text = (user: object, current = "mine"): string =>
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      "current-context": current,
      clusters: [
        { name: "here", cluster: { server: server.address(), "certificate-authority-data": authority } },
        { name: "nowhere", cluster: { server: "https://127.0.0.1:1" } },
      ],
      users: [{ name: "me", user }],
      contexts: [
        { name: "mine", context: { cluster: "here", user: "me" } },
        { name: "other", context: { cluster: "nowhere", user: "me" } },
      ],
    });
  writeFileSync(path, text({ token: "first" }));
  const reported: SeenReport[] = [];
  const bugs: unknown[] = [];
  const options = await parseAndCheckOptions(["--kubeconfig", path]);
  if ("error" in options) throw new Error(options.error);
  const environment = buildHostEnvironment({
    now: () => new Date(clock.now()).toISOString(),
    clock,
    home: folder,
    cwd: folder,
    cacheHome: folder,
  });
  const follower = followSource(options, environment, {
    policy: connectionPolicies.once,
    terminal: () => ({ printMessage: () => {} }),
    seen: (seen) => reported.push(seen),
    failed: (error) => bugs.push(error),
    bug: (bug) => bugs.push(bug),
  });
  follower.begin();
  closing.push(() => {
    follower.end();
    expect(bugs).toEqual([]);
  });

  async function go(milliseconds: number): Promise<void> {
    const until = clock.elapsed() + milliseconds;
    do {
      await new Promise((resolve) => setTimeout(resolve, 8));
      // On a busy machine that is one turn; an answer takes some.
      for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    } while (clock.next(until));
  }
  const last = (): SeenReport => follower.followed()?.current() ?? { link: { state: "connecting" } };
  await expect.poll(() => go(100).then(() => last().report?.roots.length)).toBe(1);
  return { server, path, reported, text, last, go };
}

/** The old token is worth nothing any more. */
async function expireToken({ server, go, last }: Following, token: string): Promise<void> {
  server.manner.tokens = new Set([token]);
  server.end();
  await expect.poll(() => go(2_000).then(() => last().link.state)).toBe("authRequired");
  expect(last().report?.roots.length).toBe(1);
}

async function expectBack({ server, go, last }: Following, token: string): Promise<void> {
  await go(301_000);
  await expect.poll(() => go(2_000).then(() => last().link.state)).toBe("live");
  expect(server.asked.at(-1)?.token).toBe(token);
  server.store.put(root, { name: "another", namespace: "kubevirt-hyperconverged", status: {} });
  await expect.poll(() => go(100).then(() => last().report?.roots.length)).toBe(2);
}

test("a token that was renewed in the kubeconfig is used silently, whatever the current context is", async () => {
  const one = await startFollowing();
  writeFileSync(`${one.path}.new`, one.text({ token: "second" }, "other"));
  renameSync(`${one.path}.new`, one.path);
  one.server.manner.tokens = new Set(["second"]);
  one.server.end();
  await expectBack(one, "second");
  expect(one.reported.map(({ link }) => link.state)).not.toContain("authRequired");
  expect(one.reported.map(({ link }) => link.state)).not.toContain("unreachable");
});

test("a kubeconfig that is half written for a moment is read when it is whole", async () => {
  const one = await startFollowing();
  const whole = one.text({ token: "second" });
  writeFileSync(one.path, whole.slice(0, whole.length / 2));
  await expireToken(one, "second");
  await one.go(20_000);
  expect(one.last().link.state).toBe("authRequired");
  writeFileSync(one.path, whole);
  await expectBack(one, "second");
});

test("a kubeconfig that is gone is not missed until it is needed, and taken up when it is back", async () => {
  const one = await startFollowing();
  rmSync(one.path);
  one.server.end();
  await one.go(10_000);
  expect(one.last().link.state).toBe("live");
  await expireToken(one, "second");
  writeFileSync(one.path, one.text({ token: "second" }));
  await expectBack(one, "second");
});

test("a new kubeconfig whose plugin fails at first is tried again", async () => {
  const one = await startFollowing();
  const answer = `${one.path}.answer`;
  const exec = { apiVersion: "client.authentication.k8s.io/v1", interactiveMode: "Never", command: "/bin/cat" };
  writeFileSync(one.path, one.text({ exec: { ...exec, args: [answer] } }));
  await expireToken(one, "third");
  const status = { token: "third" };
  writeFileSync(answer, JSON.stringify({ apiVersion: exec.apiVersion, kind: "ExecCredential", status }));
  await expectBack(one, "third");
});

test("a server that moved is found where the kubeconfig says it is now", async () => {
  const one = await startFollowing();
  const moved = await apiServer(drivenClock(), [root]);
  closing.push(() => moved.down());
  moved.store.put(root, { name: "moved", namespace: "kubevirt-hyperconverged", status: {} });
  const text = one.text({ token: "first" }).replace(one.server.address(), moved.address());
  await one.server.down();
  writeFileSync(one.path, text);
  await one.go(70_000);
  await expect.poll(() => one.go(2_000).then(() => one.last().link.state)).toBe("live");
  expect(one.last().report?.roots.map(({ ref }) => ref.name)).toContain("moved");
});
