import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { assets } from "./assets.ts";
import { type Cluster, startCluster } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The API server of this test run; undefined where there is none to start. */
    cluster: Cluster | undefined;
  }
}

let stop: (() => Promise<void>) | undefined;

/** Vitest calls this once, before the first test file of this folder and only if there is one to run. */
export async function setup(project: TestProject): Promise<void> {
  if (assets() === undefined) {
    const sentence =
      "no API server to test against: run `npm run apiserver` once (needs Go), or set KUBEBUILDER_ASSETS";
    if (process.env["CI"]) throw new Error(sentence);
    console.warn(`\n  SKIPPED test/cluster: ${sentence}\n`);
    return;
  }
  // The tests run what people run: the bundles, made from the sources as they are now.
  execFileSync(process.execPath, [fileURLToPath(new URL("../../plugin/build.ts", import.meta.url))], {
    stdio: "inherit",
  });
  const running = await startCluster();
  stop = running.stop;
  project.provide("cluster", running.cluster);
}

/** Vitest calls this when all is done. */
export async function teardown(): Promise<void> {
  await stop?.();
}
