import type { AggregateOptions } from "../../../shared/aggregate/options.ts";
import { listQuery } from "../../../shared/aggregate/snapshot/queries.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { ConditionStatus } from "../../../shared/model/condition.ts";
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

/** A condition as an object reports it: its status, or with reason and message. Null: the object does not have the type. */
export type ReportedCondition =
  | ConditionStatus
  | readonly [status: ConditionStatus, reason: string, message?: string]
  | null;

/** Reported conditions by their types. */
export type ReportedConditions = Readonly<Record<string, ReportedCondition>>;

export interface Fields {
  readonly spec?: unknown;
  readonly status?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The list of conditions in a status: `{ Ready: "True" }` -> one entry, which has not changed for two hours. */
export function conditionsOf(reported: ReportedConditions): readonly object[] {
  return Object.entries(reported).flatMap(([type, condition]) => {
    if (condition === null) return [];
    const [status, reason = "", message = ""] = typeof condition === "string" ? [condition] : condition;
    return [{ type, status, reason, message, lastTransitionTime: since }];
  });
}

export const organizationKind: Kind = greenhouseKinds.Organization;

/** The conditions of a Cluster that is Ready. */
export const healthyConditions: ReportedConditions = {
  Ready: "True",
  KubeConfigValid: "True",
  PermissionsVerified: "True",
  ManagedResourcesDeployed: "True",
};

/** The conditions of a Plugin whose Helm release is deployed. */
export const healthyPluginConditions = {
  Ready: ["True", "", "ready"],
  HelmReleaseCreated: "True",
  HelmReleaseDeployed: "True",
} as const;

/** A Greenhouse object named `it` in namespace `acme` with conditions where Greenhouse keeps them. */
export function object(kind: GreenhouseKind, reported: ReportedConditions, fields: Fields = {}): object {
  const { versions, namespaced, group } = greenhouseKinds[kind];
  return {
    apiVersion: `${group}/${versions[0]}`,
    kind,
    metadata: { name: "it", ...(namespaced && { namespace: "acme" }), ...fields.metadata },
    ...definedFields({ spec: fields.spec }),
    status: { ...fields.status, statusConditions: { conditions: conditionsOf(reported) } },
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
