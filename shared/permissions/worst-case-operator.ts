import { definedFields } from "../model/defined-fields.ts";
import type { KubeObject } from "../model/object.ts";
import type { ComponentRow } from "../model/profile.ts";
import { nodeKind, replicaSets } from "../profiles/core-kinds.ts";
import { clusterServiceVersions, deploymentKind, hcoProfile } from "../profiles/hco/profile.ts";
import { webhookConfigurations } from "../profiles/hco/surroundings.ts";
import { workloadKinds } from "../profiles/hco/workloads.ts";
import { machineConfigPools } from "../profiles/openshift.ts";
import { machineInstances } from "../profiles/virtual-machines.ts";
import { operatorDeployments } from "../tables/operator.ts";
import { createdKinds, relatedKinds } from "../tables/related-kinds.ts";
import { workloadRows } from "../tables/workloads.ts";
import {
  badConditions,
  waitingClaim,
  waitingPod,
  worstCaseElsewhere,
  worstCaseName,
  worstCaseObject,
} from "./worst-case-objects.ts";

/**
 * HyperConvergeds that fail, one a cluster. The first records an object of every kind that the operator of any release
 * creates, and OLM and webhooks fail beside it. The second has no operator, and components that name workloads
 * elsewhere. The third has no webhook elsewhere, which may have been left behind. They are apart, because a plan for
 * all of it would exceed its limit of requests and drop queries.
 */
export function failedHyperConvergeds(home: string): readonly (readonly KubeObject[])[] {
  const removed = hcoProfile.components.filter(({ until }) => until !== undefined);
  const current = hcoProfile.components.filter(({ until }) => until === undefined);
  const [old, components, away] = [
    failedComponents(removed, home),
    failedComponents(current, home),
    failedComponents(current, home, namedElsewhere),
  ];
  const created = [...relatedKinds, ...createdKinds].map((kind) => worstCaseObject(kind, home));
  return [
    [
      hyperConverged(home, [...old, ...components, ...created]),
      ...old,
      ...components,
      ...surroundings(home, [home, worstCaseElsewhere]),
    ],
    [hyperConverged(home, away), ...away],
    // Endpoints of webhooks at home alone need no list of all namespaces.
    [hyperConverged(home, components), ...components, ...surroundings(home, [home])],
  ];
}

/** Failed components without a HyperConverged. */
export function componentsAlone(home: string): readonly KubeObject[] {
  return [...failedComponents(hcoProfile.components, home, namedElsewhere), ...operatorWorkloads(home)];
}

/** Clusters with a cordoned node, alone or beside a component or a pool, so that a plan asks for what runs there and does not leave. */
export function cordonedClusters(home: string): readonly (readonly KubeObject[])[] {
  const cordoned = worstCaseObject(nodeKind, home, { spec: { unschedulable: true } });
  const instances = [
    machineOn(home, { evacuationNodeName: worstCaseName }),
    machineOn(worstCaseElsewhere, { conditions: [{ type: "LiveMigratable", status: "False" }] }),
  ];
  const nodeSelector = { matchExpressions: [{ key: worstCaseName, operator: "DoesNotExist" }] };
  const pool = worstCaseObject(machineConfigPools, home, {
    spec: { nodeSelector },
    status: { conditions: badConditions("") },
  });
  const roots = [pool, ...[hcoProfile.root, ...hcoProfile.components].map((kind) => worstCaseObject(kind, home))];
  return [[], ...roots.map((root) => [root])].map((beside) => [...beside, cordoned, ...instances]);
}

/** An instance on the cordoned node. */
function machineOn(namespace: string, status: object): KubeObject {
  return worstCaseObject(machineInstances, namespace, { status: { nodeName: worstCaseName, ...status } });
}

function hyperConverged(home: string, recorded: readonly KubeObject[]): KubeObject {
  return worstCaseObject(hcoProfile.root, home, {
    status: {
      // A webhook that does not respond stands in the message of ReconcileComplete.
      conditions: badConditions("failed calling webhook"),
      versions: [{ name: "operator", version: "1.0.0" }],
      relatedObjects: recorded.map(({ apiVersion, ref: { kind, namespace, name } }) => ({
        apiVersion,
        kind,
        name,
        ...definedFields({ namespace }),
      })),
    },
  });
}

/** The failed CRs of components. */
function failedComponents(rows: readonly ComponentRow[], home: string, message: string = ""): readonly KubeObject[] {
  const status = { conditions: badConditions(message) };
  return rows.map((row) => worstCaseObject(row, home, { name: row.objectName, status }));
}

/** A message that names workloads in another namespace, as that of NetworkAddonsConfig may. */
const namedElsewhere: string = workloadKinds
  .map(({ kind }) => `${kind} "${worstCaseElsewhere}/${worstCaseName}"`)
  .join("\n");

/** The operator's Deployment, its version in OLM, and a webhook with a Service in each of the `places`. */
function surroundings(home: string, places: readonly string[]): readonly KubeObject[] {
  const webhooks = places.map((namespace) => ({
    clientConfig: { service: { name: worstCaseName, namespace } },
    rules: [{ apiGroups: [hcoProfile.root.group] }],
  }));
  return [
    ...operatorWorkloads(home),
    worstCaseObject(clusterServiceVersions, home, {
      name: "kubevirt-hyperconverged-operator.v2.0.0",
      status: { phase: "Pending" },
    }),
    ...webhookConfigurations.map((kind) => worstCaseObject(kind, home, { webhooks })),
  ];
}

/** The Deployments of the operator and of each component's operator. Their Pods wait. */
function operatorWorkloads(home: string): readonly KubeObject[] {
  const names = [...operatorDeployments.slice(0, 1), ...workloadRows.map(({ operator }) => operator)];
  const replicas = { spec: { replicas: 1 }, status: { replicas: 1, unavailableReplicas: 1 } };
  const workloads = names.flatMap((name) => {
    const deployment = worstCaseObject(deploymentKind, home, { name, ...replicas });
    const replicaSet = worstCaseObject(replicaSets, home, { name, owner: deployment, ...replicas });
    return [deployment, replicaSet, waitingPod(home, replicaSet)];
  });
  return [...workloads, waitingClaim(home)];
}
