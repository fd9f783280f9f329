import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadAll } from "js-yaml";

/** The folder with the manifests. */
export const deployFolder: string = join(import.meta.dirname, "../../../plugin/deploy");

/** A file of that folder. */
export function deployText(file: string): string {
  return readFileSync(join(deployFolder, file), "utf8");
}

/** A manifest, of whatever kind. */
export interface DeployManifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its kind
  readonly spec: any;
}

/** Every manifest of a folder below, or of the folder itself. */
export function deployManifests(folder = "."): readonly DeployManifest[] {
  return readdirSync(join(deployFolder, folder))
    .filter((file) => file.endsWith(".yaml") && file !== "kustomization.yaml")
    .flatMap((file) => loadAll(deployText(join(folder, file))) as DeployManifest[]);
}
