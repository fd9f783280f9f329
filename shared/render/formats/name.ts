import { sanitizeLine } from "../../characters/sanitize.ts";
import type { Report } from "../../model/report.ts";

/** One line per root as `kubectl get -o name` prints it: `hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged`. */
export function renderName(report: Report): string {
  return report.roots
    .map(({ ref }) => `${sanitizeLine(typeName(ref.kind, ref.group))}/${sanitizeLine(ref.name)}\n`)
    .join("");
}

function typeName(kind: string, group: string): string {
  return group === "" ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
}
