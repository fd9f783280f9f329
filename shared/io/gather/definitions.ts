import type { KubeObject } from "../../model/object.ts";
import type { Resource } from "../../model/resource.ts";
import { at, list, text } from "../../parse/value.ts";

/** `customresourcedefinitions` themselves. */
export const definitionKind = {
  group: "apiextensions.k8s.io",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  versions: ["v1"],
  namespaced: false,
} as const;

/** The kind that a CustomResourceDefinition defines, in the versions it serves, the stored one first. */
export function resourceOf({ spec }: KubeObject): Resource | undefined {
  const [group, kind, plural] = [["group"], ["names", "kind"], ["names", "plural"]].map((path) => text(at(spec, path)));
  if (!group || !kind || !plural) return undefined;
  const served = list(at(spec, ["versions"])).filter((version) => at(version, ["served"]) === true);
  const ordered = served.toSorted((a, b) => Number(isStored(b)) - Number(isStored(a)));
  return {
    group,
    kind,
    plural,
    versions: ordered.map((version) => text(at(version, ["name"]))),
    namespaced: text(at(spec, ["scope"])) !== "Cluster",
    singular: text(at(spec, ["names", "singular"])),
    shortNames: list(at(spec, ["names", "shortNames"])).filter((name) => typeof name === "string"),
  };
}

function isStored(version: unknown): boolean {
  return at(version, ["storage"]) === true;
}

/**
 * Whether a kind that has no CRD in a gather is therefore none of the cluster: where CRDs of its domain were gathered,
 * all of them were. CNV's image takes those that match kubevirt.io and no others (gather_crds), the default image all.
 */
export function isSurelyUndefined(group: string, definitions: readonly Resource[]): boolean {
  const domain = domainOf(group);
  return definitions.some((definition) => domainOf(definition.group) === domain);
}

/** The last two labels: `kubevirt.io` of `cdi.kubevirt.io`. */
function domainOf(group: string): string {
  return group.split(".").slice(-2).join(".");
}

/** Groups of custom resources carry a domain of their own; Kubernetes' own have none or end in k8s.io. */
export function isCustom(group: string): boolean {
  return group.includes(".") && !/(^|\.)k8s\.io$/.test(group);
}
