import type { Kind } from "../model/profile.ts";
import type { Resource } from "../model/resource.ts";
import { coreKinds } from "./core-kinds.ts";
import { hco } from "./hco.ts";
import { knownRoots } from "./roots.ts";

/** From the CRDs that the operators ship (HyperConverged 1.20; app.k8s.io; greenhouse.sap charts/manager/crds). */
const shortNamesOf: ReadonlyMap<string, readonly string[]> = new Map([
  ["hyperconvergeds.hco.kubevirt.io", ["hco", "hcos"]],
  ["kubevirts.kubevirt.io", ["kv", "kvs"]],
  ["cdis.cdi.kubevirt.io", ["cdi", "cdis"]],
  ["aaqs.aaq.kubevirt.io", ["aaq", "aaqs"]],
  ["applications.app.k8s.io", ["app"]],
  ["organizations.greenhouse.sap", ["org"]],
  ["clusterkubeconfigs.greenhouse.sap", ["ckc", "cluster-kubeconfigs"]],
  ["pluginpresets.greenhouse.sap", ["pp"]],
  ["plugindefinitions.greenhouse.sap", ["pd"]],
  ["clusterplugindefinitions.greenhouse.sap", ["cpd"]],
  ["catalogs.greenhouse.sap", ["cat"]],
  ["teamrolebindings.greenhouse.sap", ["trb"]],
  ["teamroles.greenhouse.sap", ["tr"]],
]);

/** The kinds that are roots without being asked for, and HyperConverged's components. */
export const rootResources: readonly Resource[] = [hco.root, ...knownRoots, ...firstOfEach(hco.components)].map(
  withNames,
);

/** Every name that is known without a cluster: the roots before all others, then Kubernetes' own kinds. */
export const knownResources: readonly Resource[] = [...rootResources, ...coreKinds];

/** A component that moved in a release has two rows. */
function firstOfEach(kinds: readonly Kind[]): readonly Kind[] {
  return [...new Map(kinds.toReversed().map((kind) => [`${kind.plural}.${kind.group}`, kind])).values()].toReversed();
}

function withNames(kind: Kind): Resource {
  const { group, plural, versions, namespaced } = kind;
  const shortNames = shortNamesOf.get(`${plural}.${group}`) ?? [];
  return { group, kind: kind.kind, plural, versions, namespaced, singular: kind.kind.toLowerCase(), shortNames };
}
