import { planReads } from "../../../shared/aggregate/read-plan.ts";
import type { ReadScope } from "../../../shared/aggregate/snapshot/queries.ts";
import type { KubeObject } from "../../../shared/model/object.ts";
import type { Query, Reading, Snapshot } from "../../../shared/model/snapshot.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { parseLabelSelector } from "../../../shared/parse/label-selector.ts";
import {
  dataVolumes,
  machineInstances,
  migrations,
  virtualMachines,
} from "../../../shared/profiles/virtual-machines.ts";
import { aggregateAndPrint, type PrintedReport } from "../../printed.ts";
import { clusterSnapshot } from "../cluster-snapshot.ts";
import { type Manifest, takenAt } from "./objects.ts";

/** What a cluster with these objects answers to the plan, and the requests of each wave, also as words. */
export function readAsCluster(
  objects: readonly Manifest[],
  scope: ReadScope,
): {
  readonly snapshot: Snapshot;
  readonly queries: readonly (readonly Query[])[];
  readonly waves: readonly (readonly string[])[];
} {
  const all = objects.map(toObject);
  const readings: Reading[] = [];
  const queries: (readonly Query[])[] = [];
  for (let wave = 0; wave < 8; wave++) {
    const snapshot = clusterSnapshot([...readings], takenAt);
    const asked = planReads(snapshot, scope).filter(
      (query) => !readings.some((reading) => queryText(reading.query) === queryText(query)),
    );
    if (asked.length === 0) return { snapshot, queries, waves: queries.map((some) => some.map(queryText)) };
    queries.push(asked);
    for (const query of asked) {
      const found = all.filter((object) => isSelected(object, query));
      const isAbsent = query.verb === "get" && found.length === 0;
      readings.push(isAbsent ? { query, outcome: "absent" } : { query, outcome: "found", objects: found });
    }
  }
  throw new Error("the plan does not end");
}

/**
 * The Report on the first object of a cluster that has all of them. It is a VirtualMachine, instance, migration or
 * DataVolume `web` in the namespace `shop`. @throws where it is of another kind
 */
export function reportOnMachine(objects: readonly Manifest[]): PrintedReport {
  const kinds = [virtualMachines, machineInstances, migrations, dataVolumes];
  const kind = kinds.find((candidate) => candidate.kind === objects[0]?.["kind"]);
  if (kind === undefined) throw new Error("the first object is of another kind");
  const scope = { namespace: "shop", wanted: [{ kind, name: "web" }] };
  return aggregateAndPrint(readAsCluster(objects, scope).snapshot, scope);
}

function isSelected(object: KubeObject, query: Query): boolean {
  const { ref } = object;
  const selects = parseLabelSelector(query.labelSelector ?? "");
  return (
    ref.group === query.group &&
    ref.kind === query.kind &&
    (query.namespace === undefined || ref.namespace === query.namespace) &&
    (query.name === undefined || ref.name === query.name) &&
    typeof selects === "function" &&
    selects(object)
  );
}

function queryText({ verb, kind, namespace, name, metadataOnly, labelSelector }: Query): string {
  const selected = labelSelector === undefined ? "" : ` with ${labelSelector}`;
  const place = `${namespace === undefined ? "" : ` in ${namespace}`}${selected}`;
  return `${verb} ${kind}${name === undefined ? "" : ` ${name}`}${place}${metadataOnly === undefined ? "" : ", metadata"}`;
}
