import { execFile } from "node:child_process";
import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentWith, pathWith } from "../environment.ts";
import { buildPlugin } from "../shared-build.ts";
import type { Cluster } from "./server.ts";

/** What a program left behind. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const { words, files } = buildPlugin();

/** The words that start the built plugin, before its arguments. */
export const pluginWords: readonly [command: string, ...args: string[]] = words;

/**
 * Runs `kubectl <args>` with the built plugin on PATH under all its names, as a user who installed it would. Standard
 * output is no terminal; ages count from `at` where given.
 */
export async function kubectl(
  cluster: Cluster,
  args: readonly string[],
  kubeconfig: string = cluster.kubeconfig,
): Promise<Ended> {
  const env = environmentOf(cluster, kubeconfig);
  return new Promise((resolve) => {
    execFile(cluster.kubectl, args, { env, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
    });
  });
}

/** The environment of a user who has installed the plugin. */
export function environmentOf(
  { directory, kubeconfig: own }: Cluster,
  kubeconfig: string = own,
): Readonly<Record<string, string>> {
  return environmentWith({ PATH: pathWith([binaries()]), HOME: directory, KUBECONFIG: kubeconfig });
}

let folder: string | undefined;

function binaries(): string {
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), "hco-status-bin-"));
    for (const [name, file] of Object.entries(files)) symlinkSync(file, join(folder, name));
  }
  return folder;
}
