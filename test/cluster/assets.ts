import { createHash } from "node:crypto";
import { accessSync, constants, readFileSync } from "node:fs";
import { join } from "node:path";
import { machineCache } from "../environment.ts";

const programs = ["etcd", "kube-apiserver", "kubectl"];

/**
 * The folder with etcd, kube-apiserver and kubectl: KUBEBUILDER_ASSETS where it is set (setup-envtest's variable), else
 * what test/cluster/build-apiserver has built; undefined when neither has all three.
 */
export function assets(): string | undefined {
  const folder = process.env["KUBEBUILDER_ASSETS"] || builtFolder();
  return programs.every((program) => isExecutable(join(folder, program))) ? folder : undefined;
}

/** Where build-apiserver puts them; both sides name the folder after the same two files. */
function builtFolder(): string {
  const hash = createHash("sha256");
  for (const file of ["go.mod", "go.sum"]) hash.update(readFileSync(join(import.meta.dirname, "apiserver", file)));
  return join(machineCache(), `kube-${hash.digest("hex").slice(0, 12)}`);
}

/** There, and may be run. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
