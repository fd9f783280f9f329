import { apply, applyOne } from "../cluster/apply.ts";
import type { ComponentStatus } from "../cluster/component-status.ts";
import { component, readyStatus } from "../cluster/components.ts";
import { requiredWorkloads } from "../../shared/tables/workloads.ts";
import { event, type Saying } from "../cluster/events.ts";
import { hyperConverged, servedName, servedStatus } from "../cluster/hyperconverged.ts";
import { componentsOf, operandWorkloads, operatorNames, operatorWorkloads, priorityClass } from "../cluster/inventory.ts";
import { aggregate, type Outcome } from "../cluster/last-writer.ts";
import type { Fields, Manifest, Stored } from "../cluster/manifest.ts";
import { type ComponentName, type Release, versions, versionVariables } from "../cluster/versions.ts";
import { controller, type Workload } from "../cluster/workloads.ts";
import { ago, type Stage } from "./case.ts";

/**
 * One HCO, cut to what its verdict hangs on: the CR, the component CRs without their specs, the operator's Deployment.
 * What a case does not say is as it is when all is well in 1.20.0.
 */
export interface Situation {
  readonly name?: string;
  readonly namespace?: string;
  readonly apiVersion?: "v1" | "v1beta1";
  readonly annotations?: Readonly<Record<string, string>>;
  readonly spec?: Fields;
  /** The running operator's own version, and the one that the status names as installed. */
  readonly running?: string;
  readonly recorded?: string;
  /** What the operator's variables want of each component; those of 1.20.0. */
  readonly wanted?: Partial<Readonly<Record<ComponentName, string>>>;
  /** Replicas of the operator's Deployment, and how many of them are ready; "absent": there is no such Deployment. */
  readonly operator?: { readonly replicas: number; readonly ready: number } | "absent";
  /** The component CRs that HCO of this release makes; all of the platform's but AAQ, which must be asked for. */
  readonly made?: readonly ComponentName[];
  /** Components that are not well; "new": made a moment ago, its own operator has not looked; "absent": not there. */
  readonly components?: Partial<Readonly<Record<ComponentName, ComponentStatus | "new" | "absent">>>;
  /** Specs of component CRs that matter; the others are empty. */
  readonly specs?: Partial<Readonly<Record<ComponentName, Fields>>>;
  /** What the operator wrote, where that is not what it would make of the components; "nothing": no status at all. */
  readonly wrote?: Outcome | "nothing";
  /** Since when conditions are good, and since when bad; 90 and 14 minutes ago. */
  readonly goodSince?: string;
  readonly badSince?: string;
  /** The condition of the network resources injector, which came with 1.19; there. */
  readonly injector?: boolean;
  /** The last word on the status of the HyperConverged. */
  readonly status?: (status: Fields) => Fields;
  readonly workloads?: readonly (Workload & { readonly managedBy?: string })[];
  /** Names of workloads that a component always has and that are not there. */
  readonly lacks?: readonly string[];
  readonly sayings?: readonly Saying[];
}

/** What stands on the server. */
export interface Standing {
  readonly hyperConverged: Stored;
  readonly components: ReadonlyMap<ComponentName, Stored>;
}

/** Puts it on the server; the HyperConverged's status comes last, as the operator's word on components it has seen. */
export async function put(stage: Stage, situation: Situation = {}): Promise<Standing> {
  const { cluster } = stage;
  const { namespace = servedName.namespace } = situation;
  await applyOne(cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  await apply(cluster, deployments(stage, situation));
  const bare = await applyOne(cluster, bareOf(situation));
  const made = situation.made ?? componentsOf(stage.platform).filter((name) => name !== "AAQ");
  const components = new Map<ComponentName, Stored>();
  for (const name of made) {
    const seen = situation.components?.[name] ?? readyStatus(name, "1.20.0", ago(stage, 90));
    if (seen !== "absent") components.set(name, await applyOne(cluster, { ...small(name, bare, seen), spec: situation.specs?.[name] ?? {} }));
  }
  const status = await statusOf(stage, situation, made, components);
  const served = await applyOne(cluster, { ...bareOf(situation), ...(status === undefined ? {} : { status }) });
  await apply(
    cluster,
    (situation.sayings ?? []).map((saying) => event(served, "kubevirt-hyperconverged", saying)),
  );
  return { hyperConverged: served, components };
}

/** The HyperConverged as somebody would write it. */
function bareOf({ name, namespace, apiVersion, annotations, spec }: Situation): Manifest {
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

/** A component CR without spec, owner and the lists by which one finds its workloads. */
export function small(name: ComponentName, parent: Stored, status: ComponentStatus | "new"): Manifest {
  const { spec: _spec, metadata, ...rest } = component(name, "1.20.0", parent);
  const { ownerReferences: _owners, labels: _labels, ...named } = metadata;
  const manifest = { ...rest, metadata: { ...named, labels: { app: servedName.name } }, spec: {} };
  if (status === "new") return manifest;
  const { generations: _generations, containers: _containers, ...said } = status;
  return { ...manifest, status: said };
}

async function statusOf(
  stage: Stage,
  situation: Situation,
  made: readonly ComponentName[],
  components: ReadonlyMap<ComponentName, Stored>,
): Promise<Fields | undefined> {
  const { running = "1.20.0", recorded = running, wrote, injector = true, status = (same) => same } = situation;
  if (wrote === "nothing") return undefined;
  const reporters = made.map((name) => ({ name, conditions: conditionsOf(stage, situation, name) }));
  const outcome = wrote ?? aggregate(reporters, running === recorded ? undefined : running);
  const {
    dataImportSchedule: _schedule,
    nodeInfo: _nodes,
    infrastructureHighlyAvailable: _available,
    ...served
  } = servedStatus(outcome, {
    relatedObjects: [await applyOne(stage.cluster, priorityClass), ...components.values()],
    version: "1.20.0",
    goodSince: situation.goodSince ?? ago(stage, 90),
    badSince: situation.badSince ?? ago(stage, 14),
    injectorReady: injector,
  });
  return status({ ...served, versions: [{ name: "operator", version: recorded }] });
}

function conditionsOf(stage: Stage, { components }: Situation, name: ComponentName): ComponentStatus["conditions"] {
  const seen = components?.[name] ?? readyStatus(name, "1.20.0", ago(stage, 90));
  return typeof seen === "string" ? [] : seen.conditions;
}

function deployments(stage: Stage, situation: Situation): Manifest[] {
  const { namespace = servedName.namespace, running = "1.20.0", operator = { replicas: 1, ready: 1 } } = situation;
  const own =
    operator === "absent"
      ? []
      : [{ ...operatorOf(stage, situation), replicas: operator.replicas, ...crashing(stage, operator) }];
  const surroundings = { namespace, release: running, since: ago(stage, 90) };
  return [...own, ...requiredBelow(stage, situation), ...(situation.workloads ?? [])].map((workload: Workload & { readonly managedBy?: string }) =>
    labelled(controller(workload, surroundings), workload.managedBy),
  );
}

/** The operators of the components, and the workloads that these always have. They run, unless a case has them otherwise. */
function requiredBelow(stage: Stage, situation: Situation): readonly Workload[] {
  const { isLive, platform } = stage;
  const { made, components, lacks = [], running = "1.20.0", workloads = [] } = situation;
  if (!isLive) return [];
  const wanted = made ?? componentsOf(platform);
  const isThere = (name: string): boolean => wanted.some((each) => each === name && components?.[each] !== "absent");
  const names = requiredWorkloads.filter(({ component, name }) => isThere(component) && !lacks.includes(name));
  const { operator } = operatorNames[platform];
  const given = [operator, ...lacks, ...workloads.map(({ name }) => name)];
  return [
    ...operatorWorkloads(platform, running as Release).filter(({ name }) => !given.includes(name)),
    ...operandWorkloads(platform).filter(({ name }) => names.some((each) => each.name === name)),
  ];
}

function operatorOf({ platform }: Stage, { running = "1.20.0", wanted }: Situation): Workload {
  const expected = Object.entries(wanted ?? versions["1.20.0"]) as [ComponentName, string][];
  return {
    name: operatorNames[platform].operator,
    component: "deployment",
    replicas: 1,
    selector: { name: "hyperconverged-cluster-operator" },
    environment: [
      { name: "HCO_KV_IO_VERSION", value: running },
      ...expected.map(([name, value]) => ({ name: versionVariables[name], value })),
    ],
  };
}

function crashing(
  stage: Stage,
  { replicas, ready }: { readonly replicas: number; readonly ready: number },
): Pick<Workload, "trouble"> {
  if (ready === replicas) return {};
  return { trouble: { since: ago(stage, 20), ready, waiting: { reason: "CrashLoopBackOff", message: "" } } };
}

function labelled(manifest: Manifest, managedBy: string | undefined): Manifest {
  if (managedBy === undefined) return manifest;
  const labels = { ...manifest.metadata.labels, "app.kubernetes.io/managed-by": managedBy };
  return { ...manifest, metadata: { ...manifest.metadata, labels } };
}
