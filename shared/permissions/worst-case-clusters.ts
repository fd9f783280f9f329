import { hasRule } from "../aggregate/core/kind-rules.ts";
import { applicationRoot, greenhouseKinds } from "../model/family-roots.ts";
import type { Kind } from "../model/kind.ts";
import type { KubeObject } from "../model/object.ts";
import { coreKinds, jobKind, replicaSets } from "../profiles/core-kinds.ts";
import { fluxKinds } from "../profiles/greenhouse/flux.ts";
import { ownedKindRowsOf } from "../profiles/owned-kinds.ts";
import { waitingPod, worstCaseName, worstCaseObject } from "./worst-case-objects.ts";
import { componentsAlone, failedHyperConvergeds } from "./worst-case-operator.ts";

/** The objects of one cluster. */
export type WorstCaseCluster = readonly KubeObject[];

/**
 * Clusters on which the plans of all families name every query that they may name. In each, another fault leads to
 * another part of a plan. `home` is the namespace of their objects. Each of the `wanted` kinds is the root of a cluster.
 */
export function worstCaseClusters(home: string, wanted: readonly Kind[]): readonly WorstCaseCluster[] {
  return [
    [],
    ...failedHyperConvergeds(home),
    componentsAlone(home),
    ...failedApplications(home),
    ...failedGreenhouses(home),
    ...wanted.map((kind) => failedWorkload(kind, home)),
  ];
}

/** Applications that each select the objects of one kind. A plan requests what lies below them by itself. */
function failedApplications(home: string): readonly WorstCaseCluster[] {
  return coreKinds.filter(hasRule).map((row) => {
    const { group, kind } = row;
    const spec = { selector: {}, componentKinds: [{ group, kind }] };
    return [worstCaseObject(applicationRoot, home, { spec }), ...failedWorkload(row, home)];
  });
}

/** One object of each kind of Greenhouse for each kind of definition, since a plan follows the one that it names. */
function failedGreenhouses(home: string): readonly WorstCaseCluster[] {
  const { PluginDefinition, ClusterPluginDefinition } = greenhouseKinds;
  const inventory = Object.values(fluxKinds).map(({ kind }) => ({ kind }));
  return [PluginDefinition, ClusterPluginDefinition].flatMap(({ kind: definition }) => {
    const plugin = { pluginDefinitionRef: { kind: definition } };
    const fields = { spec: { ...plugin, plugin, helmChart: {} }, status: { inventory: { all: inventory } } };
    return Object.values(greenhouseKinds).map((kind) => [worstCaseObject(kind, home, fields)]);
  });
}

/** An object of a kind, and a waiting Pod below it on every way by which a workload owns Pods. */
function failedWorkload(kind: Kind, home: string): WorstCaseCluster {
  const root = worstCaseObject(kind, home);
  const name = `${worstCaseName}-${kind.plural}`;
  const between = [replicaSets, jobKind].map((each) => worstCaseObject(each, home, { name, owner: root }));
  return [root, ...[root, ...between].map((owner) => waitingPod(home, owner)), ...ownedBelow(root, home)];
}

/** An object of each kind that explains the owner, down to the last. None reports a status. */
function ownedBelow(owner: KubeObject, home: string): WorstCaseCluster {
  return ownedKindRowsOf(owner.ref)
    .map(({ owned }) => worstCaseObject(owned, home, { owner }))
    .flatMap((object) => [object, ...ownedBelow(object, home)]);
}
