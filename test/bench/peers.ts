import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { isExecutable } from "../cluster/assets.ts";
import type { Program } from "./measure.ts";

/**
 * The plugins that BENCH_PEERS names, between semicolons: commands with their arguments, programs, or folders of programs. A
 * program without arguments is asked for the HyperConverged, as kubectl-tree, kubectl-status and kubectl-cond are.
 */
export function peers(listed: string, kubeconfig: string, namespace: string): readonly Program[] {
  const asked = ["hyperconverged", "kubevirt-hyperconverged", "-n", namespace];
  return listed
    .split(";")
    .map((entry) => entry.trim().split(/\s+/))
    .flatMap(([command = "", ...args]) =>
      (isFolder(command) ? programsIn(command) : command === "" ? [] : [command]).map((program) => ({
        name: basename(program),
        command: program,
        args: args.length === 0 ? asked : args,
        environment: { KUBECONFIG: kubeconfig },
      })),
    );
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function programsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => !isFolder(path) && isExecutable(path));
}
