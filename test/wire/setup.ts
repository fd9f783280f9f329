import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { assets } from "../cluster/assets.ts";
import { isBuildMachine } from "../environment.ts";
import { buildPlugin } from "../shared-build.ts";
import { makeMaterials } from "./materials.ts";

/** What every file of this folder shares. */
export interface Bench {
  readonly kubectl: string;
  /** The words that start our program, made from the sources as they are now. */
  readonly ours: readonly string[];
  /** Certificates and keys: see materials.ts. */
  readonly materials: string;
  /** XDG_CACHE_HOME of our program. */
  readonly cache: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** Undefined where there is no kubectl to compare with. */
    bench: Bench | undefined;
  }
}

let folder: string | undefined;

/** Vitest calls this once, before the first test file of this folder and only if there is one to run. */
export function setup(project: TestProject): void {
  const programs = assets();
  if (programs === undefined) {
    const sentence = "no kubectl to compare with: run `npm run apiserver` once (needs Go), or set KUBEBUILDER_ASSETS";
    if (isBuildMachine) throw new Error(sentence);
    console.warn(`\n  SKIPPED test/wire: ${sentence}\n`);
    return;
  }
  folder = mkdtempSync(join(tmpdir(), "hco-status-wire-"));
  const materials = join(folder, "materials");
  const cache = join(folder, "cache");
  for (const each of [materials, cache]) mkdirSync(each);
  const { words } = buildPlugin();
  makeMaterials(materials);
  project.provide("bench", { kubectl: join(programs, "kubectl"), ours: words, materials, cache });
}

/** Vitest calls this when all is over. */
export function teardown(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
