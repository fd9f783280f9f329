import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lookUpChoices } from "../../../plugin/completion/values.ts";
import type { HostEnvironment } from "../../../plugin/process/host-environment.ts";
import { driveTimers } from "../../io/driven-timers.ts";
import { buildHostEnvironment } from "../host-environment.ts";

const rows: readonly [whose: string, words: readonly string[]][] = [
  ["of the cluster", []],
  ["of the hub that names the cluster", ["--inventory-cluster", "spoke"]],
];

test.for(rows)(
  "a credential plugin %s that began late ends with the completion, with its children",
  async ([, words]) => {
    const timers = driveTimers();
    const folder = mkdtempSync(join(tmpdir(), "hco-status-deadline-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const config = join(folder, "config");
    const started = join(folder, "started");
    const args = ["-c", `sleep 600 & echo "$$ $!" > ${started}; wait`];
    const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "/bin/sh", args, interactiveMode: "Never" };
    writeFileSync(
      config,
      JSON.stringify({
        "current-context": "prod",
        contexts: [{ name: "prod", context: { cluster: "near", user: "me" } }],
        clusters: [{ name: "near", cluster: { server: "https://127.0.0.1:1" } }],
        users: [{ name: "me", user: { exec } }],
      }),
    );
    const completing = lookUpChoices("namespace", ["--kubeconfig", config, ...words], environmentIn(folder));
    // The kubeconfig took its time, so that the plugin's own limit of 1.6 s comes after that of the completion.
    timers.pass(300);
    const processes = (): readonly number[] =>
      existsSync(started) ? readFileSync(started, "utf8").trim().split(" ").filter(Boolean).map(Number) : [];
    await timers.until(() => processes().length === 2);
    timers.pass(1_500);
    expect(await completing).toEqual([]);
    // The process that adopts the child takes a moment to see that it has ended.
    await timers.until(() => !processes().some(isRunning));
  },
);

/** A pipe on this machine, where process groups take signals. */
function environmentIn(folder: string): HostEnvironment {
  return buildHostEnvironment({
    screen: { isTerminal: false, isInputTerminal: false, platform: "linux", environment: process.env },
    home: folder,
    cwd: folder,
    cacheHome: folder,
    signalGroup: (leader, signal) => process.kill(-leader, signal),
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
