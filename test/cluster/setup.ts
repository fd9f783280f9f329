import type { TestProject } from "vitest/node";
import { isBuildMachine } from "../environment.ts";
import { buildProgram } from "../program.ts";
import { assets } from "./assets.ts";
import { programFolder } from "./plugin.ts";
import { type Cluster, type RunningCluster, startCluster } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** An API server for each worker; undefined where there is none to start. */
    clusters: readonly Cluster[] | undefined;
  }
}

const running: RunningCluster[] = [];

/** Vitest calls this once, before the first test file of this folder and only if there is one to run. */
export async function setup(project: TestProject): Promise<void> {
  if (assets() === undefined) {
    const sentence =
      "no API server to test against: run `npm run apiserver` once (needs Go), or set KUBEBUILDER_ASSETS";
    if (isBuildMachine) throw new Error(sentence);
    console.warn(`\n  SKIPPED test/cluster: ${sentence}\n`);
    return;
  }
  // The tests run what people run, made from the sources as they are now.
  buildProgram(programFolder);
  for (let worker = 0; worker < project.config.maxWorkers; worker++) running.push(await startCluster());
  project.provide(
    "clusters",
    running.map(({ cluster }) => cluster),
  );
}

/** Vitest calls this when all is done. */
export async function teardown(): Promise<void> {
  await Promise.all(running.map(({ stop }) => stop()));
}
