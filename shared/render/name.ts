import type { Report } from "../model/report.ts";
import { harmless } from "./safe.ts";

/** One line per root as `kubectl get -o name` prints it: `hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged`. */
export function renderName(report: Report): string {
  return report.roots.map(({ ref }) => `${harmless(typeName(ref.kind, ref.group))}/${harmless(ref.name)}\n`).join("");
}

function typeName(kind: string, group: string): string {
  return group === "" ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
}
