import { isOwnKind } from "../../../model/kind.ts";
import { groupVersion, type KubeObject } from "../../../model/object.ts";
import { type Fields, toText } from "../../json-value.ts";

/**
 * Groups and kinds of the families that are evaluated with their components, where what is absent is a fact: the roots,
 * and the components of HyperConverged (profiles/hco/components.ts).
 */
const wholeGroups: ReadonlySet<string> = new Set(["hco.kubevirt.io", "app.k8s.io", "greenhouse.sap"]);
const wholeKinds: ReadonlySet<string> = new Set([
  ...["KubeVirt", "CDI", "NetworkAddonsConfig", "VMImportConfig", "MTQ", "AAQ", "MigController"],
  ...["FileRestoreOperator", "TektonTasks", "SSP"],
]);

/**
 * Whether an object may be read where a part of it is missing, because missing evidence never makes it healthy. The rules
 * of Kubernetes' own kinds need all of it.
 */
export function mayBeCut(object: Fields): boolean {
  const { group } = groupVersion(toText(object["apiVersion"]));
  return !isOwnKind({ group }) && !wholeGroups.has(group) && !wholeKinds.has(toText(object["kind"]));
}

/** The objects, each marked as cut where a part of their text is missing. */
export function asCut(objects: readonly KubeObject[], isCut: boolean): readonly KubeObject[] {
  return isCut ? objects.map((object) => ({ ...object, cut: true as const })) : objects;
}
