import type { TestProject } from "vitest/node";
import { isBuildMachine } from "../environment.ts";
import { buildPlugin } from "../shared-build.ts";
import { assets } from "./assets.ts";
import { type Cluster, type RunningCluster, startCluster } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** An API server for each worker; undefined where there is none to start. */
    clusters: readonly Cluster[] | undefined;
  }
}

/** The servers of all projects with this set-up: they run at the same time, and each worker has one server. */
interface Shared {
  projects: number;
  running?: Promise<readonly RunningCluster[]>;
}

// Vitest loads this file once more for each project.
const key = Symbol.for("hco-status test servers");
const holder = globalThis as { [key]?: Shared };
holder[key] ??= { projects: 0 };
const shared = holder[key];

/** Vitest calls this once a project, before the first test file and only if there is one to run. */
export async function setup(project: TestProject): Promise<void> {
  if (assets() === undefined) {
    const sentence =
      "no API server to test against: run `npm run apiserver` once (needs Go), or set KUBEBUILDER_ASSETS";
    if (isBuildMachine) throw new Error(sentence);
    console.warn(`\n  SKIPPED test/${project.name}: ${sentence}\n`);
    return;
  }
  shared.projects += 1;
  shared.running ??= startAll(project.config.maxWorkers);
  const running = await shared.running;
  project.provide(
    "clusters",
    running.map(({ cluster }) => cluster),
  );
}

/** The tests run what people run, made from the sources as they are now. */
async function startAll(count: number): Promise<readonly RunningCluster[]> {
  buildPlugin();
  return await Promise.all(Array.from({ length: count }, () => startCluster()));
}

/** Vitest calls this once a project, when all is done; the last one ends the servers. */
export async function teardown(): Promise<void> {
  shared.projects -= 1;
  if (shared.projects > 0) return;
  const running = (await shared.running) ?? [];
  await Promise.all(running.map(({ stop }) => stop()));
}
