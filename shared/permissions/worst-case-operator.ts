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
  makeBadConditions,
  makeUnboundClaim,
  makeUnscheduledPod,
  makeWorstCaseObject,
  worstCaseElsewhere,
  worstCaseName,
} from "./worst-case-objects.ts";

/**
 * HyperConvergeds that fail, one a cluster. The first records an object of every kind that the operator of any release
 * creates, and OLM and webhooks fail beside it. The second has no operator, and components that name workloads
 * elsewhere. The third has no webhook elsewhere, which may have been left behind. They are apart, because a plan for
 * all of it would exceed its limit of requests and drop queries.
 */
export function makeFailedHyperConvergeds(home: string): readonly (readonly KubeObject[])[] {
  const removed = hcoProfile.components.filter(({ until }) => until !== undefined);
  const current = hcoProfile.components.filter(({ until }) => until === undefined);
  const oldComponents = makeFailedComponents(removed, home);
  const components = makeFailedComponents(current, home);
  const componentsElsewhere = makeFailedComponents(current, home, namedElsewhere);
  const created = [...relatedKinds, ...createdKinds].map((kind) => makeWorstCaseObject(kind, home));
  return [
    [
      makeHyperConverged(home, [...oldComponents, ...components, ...created]),
      ...oldComponents,
      ...components,
      ...makeSurroundings(home, [home, worstCaseElsewhere]),
    ],
    [makeHyperConverged(home, componentsElsewhere), ...componentsElsewhere],
    // Endpoints of webhooks at home alone need no list of all namespaces.
    [makeHyperConverged(home, components), ...components, ...makeSurroundings(home, [home])],
  ];
}

/** Failed components without a HyperConverged. */
export function makeStandaloneComponents(home: string): readonly KubeObject[] {
  const message = `${namedElsewhere}\n${uncalledWebhook}`;
  return [...makeFailedComponents(hcoProfile.components, home, message), ...makeSurroundings(home, [home])];
}

/**
 * Clusters with a cordoned node, alone or beside a component or a pool. A plan then requests what runs there and does not
 * leave.
 */
export function makeCordonedClusters(home: string): readonly (readonly KubeObject[])[] {
  const cordoned = makeWorstCaseObject(nodeKind, home, { spec: { unschedulable: true } });
  const instances = [
    makeMachineOn(home, { evacuationNodeName: worstCaseName }),
    makeMachineOn(worstCaseElsewhere, { conditions: [{ type: "LiveMigratable", status: "False" }] }),
  ];
  const nodeSelector = { matchExpressions: [{ key: worstCaseName, operator: "DoesNotExist" }] };
  const pool = makeWorstCaseObject(machineConfigPools, home, {
    spec: { nodeSelector },
    status: { conditions: makeBadConditions("") },
  });
  const roots = [pool, ...[hcoProfile.root, ...hcoProfile.components].map((kind) => makeWorstCaseObject(kind, home))];
  return [[], ...roots.map((root) => [root])].map((beside) => [...beside, cordoned, ...instances]);
}

/** An instance on the cordoned node. */
function makeMachineOn(namespace: string, status: object): KubeObject {
  return makeWorstCaseObject(machineInstances, namespace, { status: { nodeName: worstCaseName, ...status } });
}

const uncalledWebhook = "failed calling webhook";

function makeHyperConverged(home: string, recorded: readonly KubeObject[]): KubeObject {
  return makeWorstCaseObject(hcoProfile.root, home, {
    status: {
      // A webhook that does not respond stands in the message of ReconcileComplete.
      conditions: makeBadConditions(uncalledWebhook),
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
function makeFailedComponents(
  rows: readonly ComponentRow[],
  home: string,
  message: string = "",
): readonly KubeObject[] {
  const status = { conditions: makeBadConditions(message) };
  return rows.map((row) => makeWorstCaseObject(row, home, { name: row.objectName, status }));
}

/** A message that names workloads in another namespace, as that of NetworkAddonsConfig may. */
const namedElsewhere: string = workloadKinds
  .map(({ kind }) => `${kind} "${worstCaseElsewhere}/${worstCaseName}"`)
  .join("\n");

/** The operator's Deployment, its version in OLM, and a webhook with a Service in each of the `places`. */
function makeSurroundings(home: string, namespaces: readonly string[]): readonly KubeObject[] {
  const webhooks = namespaces.map((namespace) => ({
    clientConfig: { service: { name: worstCaseName, namespace } },
    rules: [{ apiGroups: [hcoProfile.root.group] }],
  }));
  return [
    ...makeOperatorWorkloads(home),
    makeWorstCaseObject(clusterServiceVersions, home, {
      name: "kubevirt-hyperconverged-operator.v2.0.0",
      status: { phase: "Pending" },
    }),
    ...webhookConfigurations.map((kind) => makeWorstCaseObject(kind, home, { webhooks })),
  ];
}

/** The Deployments of the operator and of each component's operator. Their Pods wait. */
function makeOperatorWorkloads(home: string): readonly KubeObject[] {
  const names = [...operatorDeployments.slice(0, 1), ...workloadRows.map(({ operator }) => operator)];
  const replicas = { spec: { replicas: 1 }, status: { replicas: 1, unavailableReplicas: 1 } };
  const workloads = names.flatMap((name) => {
    const deployment = makeWorstCaseObject(deploymentKind, home, { name, ...replicas });
    const replicaSet = makeWorstCaseObject(replicaSets, home, { name, owner: deployment, ...replicas });
    return [deployment, replicaSet, makeUnscheduledPod(home, replicaSet)];
  });
  return [...workloads, makeUnboundClaim(home)];
}
