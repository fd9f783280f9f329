import type { KubeObject, Ref } from "../../model/object.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { toList, toText, valueAt, wholeNumber } from "../../parse/json-value.ts";
import { clusterServiceVersions, operatorDeployments, operatorVersionVariable } from "../../profiles/hco/profile.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** The operator as the snapshot shows it (report.md, "Operator and versions"). */
export interface OperatorState {
  readonly lookup: Lookup;
  readonly ready: number;
  readonly wanted: number;
  /**
   * Computed from replicas, not from its Available condition, which stays True at 0 replicas (facts hco 14.13). Null:
   * unknown.
   */
  readonly running: boolean | null;
  readonly version?: string;
  /** The variables that name the version every component should run. Empty where none is known. */
  readonly variables: ReadonlyMap<string, string>;
  /** `ready` and `wanted` count Pods, because the Deployment could not be read. */
  readonly areItsPods?: true;
  /** Another Deployment of the operator that has ready replicas. */
  readonly beside?: KubeObject;
}

/**
 * The operator's Deployment in the CR's namespace. Of two it is the one with ready replicas. Without a Deployment, the
 * CSV supplies the version.
 */
export function findOperator(index: ObjectIndex, namespace: string): OperatorState {
  const lookups = operatorDeployments.map((name) => index.find(deployment(namespace, name)));
  const found = lookups.flatMap((lookup) => (lookup.outcome === "found" ? [lookup] : []));
  // Where none is ready, one without status may be: the other is no evidence that the operator is down.
  const isSilent = ({ object }: (typeof found)[number]): boolean => object.status === undefined;
  const chosen = found.find((lookup) => readyReplicas(lookup.object) > 0) ?? found.find(isSilent) ?? found[0];
  if (chosen !== undefined) {
    const variables = variablesOf(toList(valueAt(chosen.object.spec, ["template", "spec", "containers"])));
    const beside = found.find((lookup) => lookup !== chosen && readyReplicas(lookup.object) > 0);
    return {
      lookup: chosen,
      ready: readyReplicas(chosen.object),
      wanted: wholeNumber(valueAt(chosen.object.spec, ["replicas"])) ?? 1,
      running: chosen.object.status === undefined ? null : readyReplicas(chosen.object) > 0,
      ...versioned(
        variables.has(operatorVersionVariable) ? variables : withServiceVersion(variables, index, namespace),
      ),
      ...(beside === undefined ? {} : { beside: beside.object }),
    };
  }
  // An unknown outcome is more important than the absence of one of the two names.
  const lookup: Lookup = lookups.find(({ outcome }) => outcome !== "absent") ??
    lookups[0] ?? { ref: deployment(namespace, ""), outcome: "unread" };
  return {
    lookup,
    ready: 0,
    wanted: 1,
    running: lookups.every((each) => each.outcome === "absent") ? false : null,
    ...versioned(variablesOfServiceVersion(index, namespace)),
  };
}

/** The operator where none was looked for in this namespace. */
export function unknownOperator(namespace: string): OperatorState {
  const lookup = { ref: deployment(namespace, ""), outcome: "unread" as const };
  return { lookup, ready: 0, wanted: 0, running: null, variables: new Map() };
}

function versioned(variables: ReadonlyMap<string, string>): Pick<OperatorState, "variables"> & { version?: string } {
  const version = variables.get(operatorVersionVariable);
  return version === undefined || version === "" ? { variables } : { variables, version };
}

function deployment(namespace: string, name: string): Ref {
  return { group: "apps", kind: "Deployment", namespace, name };
}

function readyReplicas(object: KubeObject): number {
  return wholeNumber(valueAt(object.status, ["readyReplicas"])) ?? 0;
}

/**
 * The variables with a literal value. One without `value` is present and empty, one with `valueFrom` is unknown. Only
 * the operator's own container counts (deploy/operator.yaml names it as the Deployment without OLM), else the first.
 */
function variablesOf(containers: readonly unknown[]): ReadonlyMap<string, string> {
  const own = containers.find((each) => operatorDeployments.includes(toText(valueAt(each, ["name"])))) ?? containers[0];
  const variables = new Map<string, string>();
  for (const variable of toList(valueAt(own, ["env"]))) {
    const name = toText(valueAt(variable, ["name"]));
    if (name === "") continue;
    if (valueAt(variable, ["valueFrom"]) === undefined) variables.set(name, toText(valueAt(variable, ["value"])));
    // The container gets the last variable of a name (core/v1 types.go, Container.Env).
    else variables.delete(name);
  }
  return variables;
}

/** The operator version that a Deployment passes to its own container, or "" where it sets none. */
export function deploymentVersion(object: KubeObject): string {
  return (
    variablesOf(toList(valueAt(object.spec, ["template", "spec", "containers"]))).get(operatorVersionVariable) ?? ""
  );
}

/** The variables with the ClusterServiceVersion's version, for an operator that does not set its own. */
function withServiceVersion(
  variables: ReadonlyMap<string, string>,
  index: ObjectIndex,
  namespace: string,
): ReadonlyMap<string, string> {
  const version = toText(valueAt(findServiceVersion(index, namespace)?.spec, ["version"]));
  return version === "" ? variables : new Map([...variables, [operatorVersionVariable, version]]);
}

/** The operator's own ClusterServiceVersion. Of several it is the one created last. */
export function findServiceVersion(index: ObjectIndex, namespace: string): KubeObject | undefined {
  return index
    .all(clusterServiceVersions, namespace)
    .filter((object) => object.ref.name.startsWith("kubevirt-hyperconverged-operator"))
    .toSorted((a, b) => (b.createdAt ?? "").localeCompare(a.createdAt ?? ""))[0];
}

/** The variables from the ClusterServiceVersion, which has a copy of the Deployment. */
function variablesOfServiceVersion(index: ObjectIndex, namespace: string): ReadonlyMap<string, string> {
  const newest = findServiceVersion(index, namespace);
  if (newest === undefined) return new Map();
  const own = toList(valueAt(newest.spec, ["install", "spec", "deployments"])).filter((each) =>
    operatorDeployments.includes(toText(valueAt(each, ["name"]))),
  );
  const variables = new Map(
    own.flatMap((each) => [...variablesOf(toList(valueAt(each, ["spec", "template", "spec", "containers"])))]),
  );
  if (!variables.has(operatorVersionVariable))
    variables.set(operatorVersionVariable, toText(valueAt(newest.spec, ["version"])));
  return variables;
}
