import type { AggregateOptions } from "../../../shared/aggregate/options.ts";
import { listQuery } from "../../../shared/aggregate/snapshot/queries.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import { type GreenhouseKind, greenhouseKinds } from "../../../shared/model/family-roots.ts";
import type { Kind } from "../../../shared/model/kind.ts";
import type { ExpectedCondition } from "../../../shared/model/report.ts";
import type { Reading, Snapshot } from "../../../shared/model/snapshot.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { aggregateAndPrint, type PrintedReport, type PrintedRoot } from "../../printed.ts";
import { clusterSnapshot } from "../cluster-snapshot.ts";

const takenAt = "2026-11-21T12:00:00Z";
const since = "2026-11-21T10:00:00Z";

/** `T`, `F`, `U`, or with reason and message; null leaves the type out. */
export type Said = "T" | "F" | "U" | readonly [status: "T" | "F" | "U", reason: string, message?: string] | null;

export interface Fields {
  readonly spec?: unknown;
  readonly status?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

const words = { T: "True", F: "False", U: "Unknown" };

export function conditionsOf(said: Readonly<Record<string, Said>>): readonly object[] {
  return Object.entries(said).flatMap(([type, each]) => {
    if (each === null) return [];
    const [status, reason = "", message = ""] = typeof each === "string" ? [each] : each;
    return [{ type, status: words[status], reason, message, lastTransitionTime: since }];
  });
}

export const organizationKind: Kind = greenhouseKinds.Organization;

/** A Cluster of which all is known that its Ready asks for. */
export const healthyConditions: Readonly<Record<string, Said>> = {
  Ready: "T",
  KubeConfigValid: "T",
  PermissionsVerified: "T",
  ManagedResourcesDeployed: "T",
};

/** The conditions of a Plugin whose Helm release is deployed. */
export const healthyPluginConditions = {
  Ready: ["T", "", "ready"],
  HelmReleaseCreated: "T",
  HelmReleaseDeployed: "T",
} as const;

/** A Greenhouse object named `it` in namespace `acme` with conditions where Greenhouse keeps them. */
export function object(kind: GreenhouseKind, said: Readonly<Record<string, Said>>, fields: Fields = {}): object {
  const { versions, namespaced, group } = greenhouseKinds[kind];
  return {
    apiVersion: `${group}/${versions[0]}`,
    kind,
    metadata: { name: "it", ...(namespaced && { namespace: "acme" }), ...fields.metadata },
    ...definedFields({ spec: fields.spec }),
    status: { ...fields.status, statusConditions: { conditions: conditionsOf(said) } },
  };
}

/** A Report on objects as from a file. */
export function reportOn(objects: readonly object[], options: AggregateOptions = {}): PrintedReport {
  return aggregateAndPrint(snapshotOf(objects, { takenAt, source: "x" }), options);
}

/** The root of that kind and name among them. */
export function rootOf(kind: GreenhouseKind, objects: readonly object[], options: AggregateOptions = {}): PrintedRoot {
  const { roots } = reportOn(objects, options);
  const found = roots.find(({ ref }) => ref.kind === kind && ref.name === "it");
  if (found === undefined) throw new Error(`no ${kind} among the roots`);
  return found;
}

/** As a cluster answers it: each kind a complete list of the namespace, so that what is not there is absent. */
export function readLive(objects: readonly object[], listed: readonly Kind[]): Snapshot {
  const all = objects.map((each) => toObject(each));
  const readings = listed.map((each): Reading => {
    const { group, kind } = each;
    const query = listQuery(each);
    return {
      query,
      outcome: "found",
      objects: all.filter(({ ref }) => ref.group === group && ref.kind === kind),
    };
  });
  return clusterSnapshot(readings, takenAt);
}

/** `True Reason | message` of what a rule set expects of a type, or nothing. */
export function expectedCondition(
  root: PrintedRoot,
  ruleSet: "controller" | "adr",
  type = "Ready",
): string | undefined {
  const found = root.expected[ruleSet]?.conditions.find((condition: ExpectedCondition) => condition.type === type);
  return found && `${found.status} ${found.reason} | ${found.message}`;
}
