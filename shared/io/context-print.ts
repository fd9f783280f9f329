import { readFileSync } from "node:fs";
import type { ChosenContext } from "./context.ts";
import type { Material } from "./kubeconfig-entries.ts";

/**
 * One text for everything by which a context reaches its cluster, the files that it names included: where it is the same,
 * connecting anew changes nothing. It holds secrets and is for comparing only.
 */
export function contextPrint(chosen: ChosenContext): string {
  const { cluster, user } = chosen;
  const materials = [cluster.certificateAuthority, user?.clientCertificate, user?.clientKey];
  const files = [...materials.map(pathOf), user?.tokenFile].map((path) => (path === undefined ? "" : contentOf(path)));
  return JSON.stringify([chosen, files]);
}

function pathOf(material: Material | undefined): string | undefined {
  return material !== undefined && !("data" in material) ? material.path : undefined;
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "base64");
  } catch {
    return "";
  }
}
