import { join } from "node:path";
import { test } from "vitest";
import { assets } from "../cluster/assets.ts";
import { mustSkip } from "../environment.ts";

const folder = assets();

/** `test` for what is compared with kubectl; without the kubectl that the tests build it skips, on a build machine it fails. */
export const testWithKubectl: ReturnType<typeof test.skipIf> = test.skipIf(mustSkip(folder !== undefined));

/** What the titles of these tests end with where they are skipped. */
export const withoutKubectl: string = folder === undefined ? " (needs kubectl: npm run apiserver)" : "";

/**
 * The kubectl that is built with the API server, or lies in KUBEBUILDER_ASSETS. Never that of the PATH: each release
 * words its errors and completions in its own way, and reads kubeconfigs by its own rules.
 * @throws where there is none.
 */
export function builtKubectl(): string {
  if (folder === undefined) throw new Error("no kubectl: run `npm run apiserver` once, or set KUBEBUILDER_ASSETS");
  return join(folder, "kubectl");
}
