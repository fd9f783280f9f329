import { apply, applyOne } from "../cluster/apply.ts";
import type { ComponentStatus } from "../cluster/component-status.ts";
import { component, readyStatus } from "../cluster/components.ts";
import { requiredWorkloads } from "../../shared/tables/workloads.ts";
import { event, type EventFields } from "../cluster/events.ts";
import { hyperConverged, servedName, servedStatus } from "../cluster/hyperconverged.ts";
import { componentsOf, operandWorkloads, operatorNames, operatorWorkloads, priorityClass } from "../cluster/inventory.ts";
import { aggregate, type Outcome } from "../cluster/last-writer.ts";
import type { Fields, Manifest, Stored } from "../cluster/manifest.ts";
import { type ComponentName, type Release, versions, versionVariables } from "../cluster/versions.ts";
import { controller, type Workload } from "../cluster/workloads.ts";
import { minutesAgo, type Stage } from "./case.ts";

/**
 * A HyperConverged with everything that its verdict depends on: the CR, the component CRs without their specs, and the
 * operator's Deployment. A field that is absent has the value of a healthy cluster of release 1.20.0.
 */
export interface Situation {
  readonly name?: string;
  readonly namespace?: string;
  readonly apiVersion?: "v1" | "v1beta1";
  readonly annotations?: Readonly<Record<string, string>>;
  readonly spec?: Fields;
  /** The version of the operator that runs. */
  readonly operatorVersion?: string;
  /** The version in the CR's status; that of the operator unless given. */
  readonly reportedVersion?: string;
  /** The version of each component in the operator's environment variables; those of 1.20.0 unless given. */
  readonly expectedVersions?: Partial<Readonly<Record<ComponentName, string>>>;
  /** Replicas of the operator's Deployment, and how many of them are ready; "absent": there is no such Deployment. */
  readonly operator?: { readonly replicas: number; readonly ready: number } | "absent";
  /** The component CRs that the operator has created; unless given, all of the platform but AAQ, which a user enables. */
  readonly createdComponents?: readonly ComponentName[];
  /** Components that are not healthy. "new": its operator has not written a status yet. "absent": it does not exist. */
  readonly components?: Partial<Readonly<Record<ComponentName, ComponentStatus | "new" | "absent">>>;
  /** The specs of component CRs; empty unless given. */
  readonly componentSpecs?: Partial<Readonly<Record<ComponentName, Fields>>>;
  /** What the operator wrote, where it differs from what it computes of the components. "nothing": no status. */
  readonly writtenOutcome?: Outcome | "nothing";
  /** Since when healthy conditions have their status; 90 minutes ago unless given. */
  readonly healthySince?: string;
  /** Since when unhealthy conditions have their status; 14 minutes ago unless given. */
  readonly unhealthySince?: string;
  /** Whether the status has the condition of the network resources injector, as it has since 1.19; true unless given. */
  readonly hasInjectorCondition?: boolean;
  /** Changes the status before it is written. */
  readonly editStatus?: (editStatus: Fields) => Fields;
  readonly workloads?: readonly (Workload & { readonly managedBy?: string })[];
  /** Names of workloads that a component always has, and that do not exist here. */
  readonly absentWorkloads?: readonly string[];
  readonly events?: readonly EventFields[];
}

/** The objects as the server stored them. */
export interface AppliedSituation {
  readonly hyperConverged: Stored;
  readonly components: ReadonlyMap<ComponentName, Stored>;
}

/** Creates the objects of a situation. The HyperConverged's status is written last: it follows from the components'. */
export async function applySituation(stage: Stage, situation: Situation = {}): Promise<AppliedSituation> {
  const { cluster } = stage;
  const { namespace = servedName.namespace } = situation;
  await applyOne(cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  await apply(cluster, buildWorkloads(stage, situation));
  const parent = await applyOne(cluster, hyperConvergedWithoutStatus(situation));
  const created = situation.createdComponents ?? componentsOf(stage.platform).filter((name) => name !== "AAQ");
  const components = new Map<ComponentName, Stored>();
  for (const name of created) {
    const componentStatus = situation.components?.[name] ?? readyStatus(name, "1.20.0", minutesAgo(stage, 90));
    if (componentStatus === "absent") continue;
    const spec = situation.componentSpecs?.[name] ?? {};
    components.set(name, await applyOne(cluster, { ...minimalComponent(name, parent, componentStatus), spec }));
  }
  const status = await buildStatus(stage, situation, created, components);
  const manifest = hyperConvergedWithoutStatus(situation);
  const stored = await applyOne(cluster, status === undefined ? manifest : { ...manifest, status });
  await apply(
    cluster,
    (situation.events ?? []).map((fields) => event(stored, "kubevirt-hyperconverged", fields)),
  );
  return { hyperConverged: stored, components };
}

/** The HyperConverged as a user creates it. */
function hyperConvergedWithoutStatus({ name, namespace, apiVersion, annotations, spec }: Situation): Manifest {
  const manifest = hyperConverged(apiVersion, namespace);
  const metadata = {
    ...manifest.metadata,
    ...(name === undefined ? {} : { name }),
    ...(annotations === undefined ? {} : { annotations }),
  };
  return {
    ...manifest,
    metadata,
    spec: spec ?? { deployment: { uninstallStrategy: "BlockUninstallIfWorkloadsExist" } },
  };
}

/** A component CR without spec, owner, and the lists in its status that name its workloads. */
export function minimalComponent(name: ComponentName, parent: Stored, status: ComponentStatus | "new"): Manifest {
  const { spec: _spec, metadata, ...rest } = component(name, "1.20.0", parent);
  const { ownerReferences: _owners, labels: _labels, ...named } = metadata;
  const manifest = { ...rest, metadata: { ...named, labels: { app: servedName.name } }, spec: {} };
  if (status === "new") return manifest;
  const { generations: _generations, containers: _containers, ...shortStatus } = status;
  return { ...manifest, status: shortStatus };
}

async function buildStatus(
  stage: Stage,
  situation: Situation,
  created: readonly ComponentName[],
  components: ReadonlyMap<ComponentName, Stored>,
): Promise<Fields | undefined> {
  const { operatorVersion = "1.20.0", reportedVersion = operatorVersion, writtenOutcome, hasInjectorCondition = true } = situation;
  if (writtenOutcome === "nothing") return undefined;
  const reporters = created.map((name) => ({ name, conditions: readConditions(stage, situation, name) }));
  const outcome = writtenOutcome ?? aggregate(reporters, operatorVersion === reportedVersion ? undefined : operatorVersion);
  const {
    dataImportSchedule: _schedule,
    nodeInfo: _nodes,
    infrastructureHighlyAvailable: _available,
    ...operatorStatus
  } = servedStatus(outcome, {
    relatedObjects: [await applyOne(stage.cluster, priorityClass), ...components.values()],
    version: "1.20.0",
    goodSince: situation.healthySince ?? minutesAgo(stage, 90),
    badSince: situation.unhealthySince ?? minutesAgo(stage, 14),
    injectorReady: hasInjectorCondition,
  });
  const status = { ...operatorStatus, versions: [{ name: "operator", version: reportedVersion }] };
  return situation.editStatus === undefined ? status : situation.editStatus(status);
}

function readConditions(stage: Stage, { components }: Situation, name: ComponentName): ComponentStatus["conditions"] {
  const status = components?.[name] ?? readyStatus(name, "1.20.0", minutesAgo(stage, 90));
  return typeof status === "string" ? [] : status.conditions;
}

type WorkloadWithManager = Workload & { readonly managedBy?: string };

function buildWorkloads(stage: Stage, situation: Situation): Manifest[] {
  const { namespace = servedName.namespace, operatorVersion = "1.20.0", operator = { replicas: 1, ready: 1 } } = situation;
  const workloads: WorkloadWithManager[] = [];
  if (operator !== "absent") {
    const { replicas } = operator;
    workloads.push({ ...buildOperator(stage, situation), replicas, ...crashLoopTrouble(stage, operator) });
  }
  workloads.push(...listRequiredWorkloads(stage, situation), ...(situation.workloads ?? []));
  const surroundings = { namespace, release: operatorVersion, since: minutesAgo(stage, 90) };
  return workloads.map((workload) => withManagedByLabel(controller(workload, surroundings), workload.managedBy));
}

/**
 * The operators of the components, and the workloads that the components always have, all of them ready: without those a
 * cluster that is read live has a fault. A workload that the situation has itself, or has not, is omitted.
 */
function listRequiredWorkloads({ isLive, platform }: Stage, situation: Situation): readonly Workload[] {
  const { createdComponents, components, absentWorkloads = [], operatorVersion = "1.20.0", workloads = [] } = situation;
  if (!isLive) return [];
  const created: readonly string[] = (createdComponents ?? componentsOf(platform)).filter(
    (name) => components?.[name] !== "absent",
  );
  const required = requiredWorkloads
    .filter(({ component, name }) => created.includes(component) && !absentWorkloads.includes(name))
    .map(({ name }) => name);
  const omitted = [operatorNames[platform].operator, ...absentWorkloads, ...workloads.map(({ name }) => name)];
  return [
    ...operatorWorkloads(platform, operatorVersion as Release).filter(({ name }) => !omitted.includes(name)),
    ...operandWorkloads(platform).filter(({ name }) => required.includes(name)),
  ];
}

function buildOperator({ platform }: Stage, { operatorVersion = "1.20.0", expectedVersions }: Situation): Workload {
  const expected = Object.entries(expectedVersions ?? versions["1.20.0"]) as [ComponentName, string][];
  return {
    name: operatorNames[platform].operator,
    component: "deployment",
    replicas: 1,
    selector: { name: "hyperconverged-cluster-operator" },
    environment: [
      { name: "HCO_KV_IO_VERSION", value: operatorVersion },
      ...expected.map(([name, value]) => ({ name: versionVariables[name], value })),
    ],
  };
}

function crashLoopTrouble(
  stage: Stage,
  { replicas, ready }: { readonly replicas: number; readonly ready: number },
): Pick<Workload, "trouble"> {
  if (ready === replicas) return {};
  return { trouble: { since: minutesAgo(stage, 20), ready, waiting: { reason: "CrashLoopBackOff", message: "" } } };
}

function withManagedByLabel(manifest: Manifest, managedBy: string | undefined): Manifest {
  if (managedBy === undefined) return manifest;
  const labels = { ...manifest.metadata.labels, "app.kubernetes.io/managed-by": managedBy };
  return { ...manifest, metadata: { ...manifest.metadata, labels } };
}
