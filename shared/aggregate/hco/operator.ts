import type { KubeObject, Ref } from "../../model/object.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { at, list, text, wholeNumber } from "../../parse/value.ts";
import { clusterServiceVersions, operatorDeployments, operatorVersionVariable } from "../../profiles/hco.ts";
import type { Index } from "../lookup.ts";

/** The operator as the snapshot shows it (report.md, "Operator and versions"). */
export interface Operator {
  readonly lookup: Lookup;
  readonly ready: number;
  readonly wanted: number;
  /** By replicas, not by its Available condition, which stays True at 0 replicas (facts hco 14.13); null: not known. */
  readonly running: boolean | null;
  readonly version?: string;
  /** The variables that say which version every component should run; empty where nothing is known. */
  readonly variables: ReadonlyMap<string, string>;
  /** Another Deployment of the operator that has ready replicas. */
  readonly beside?: KubeObject;
}

/** The operator's Deployment in the CR's namespace: of two the one with ready replicas; without any, the CSV's words. */
export function operatorOf(index: Index, namespace: string): Operator {
  const lookups = operatorDeployments.map((name) => index.find(deployment(namespace, name)));
  const found = lookups.flatMap((lookup) => (lookup.outcome === "found" ? [lookup] : []));
  const chosen = found.find((lookup) => readyReplicas(lookup.object) > 0) ?? found[0];
  if (chosen !== undefined) {
    const variables = variablesOf(list(at(chosen.object.spec, ["template", "spec", "containers"])));
    const beside = found.find((lookup) => lookup !== chosen && readyReplicas(lookup.object) > 0);
    return {
      lookup: chosen,
      ready: readyReplicas(chosen.object),
      wanted: wholeNumber(at(chosen.object.spec, ["replicas"])) ?? 1,
      running: chosen.object.status === undefined ? null : readyReplicas(chosen.object) > 0,
      ...versioned(
        variables.has(operatorVersionVariable) ? variables : withServiceVersion(variables, index, namespace),
      ),
      ...(beside === undefined ? {} : { beside: beside.object }),
    };
  }
  const [first] = lookups;
  const lookup: Lookup = first ?? { ref: deployment(namespace, ""), outcome: "unread" };
  return {
    lookup,
    ready: 0,
    wanted: 1,
    running: lookups.every((each) => each.outcome === "absent") ? false : null,
    ...versioned(variablesOfServiceVersion(index, namespace)),
  };
}

/** No operator that was looked for in this namespace. */
export function nobody(namespace: string): Operator {
  const lookup = { ref: deployment(namespace, ""), outcome: "unread" as const };
  return { lookup, ready: 0, wanted: 0, running: null, variables: new Map() };
}

function versioned(variables: ReadonlyMap<string, string>): Pick<Operator, "variables"> & { version?: string } {
  const version = variables.get(operatorVersionVariable);
  return version === undefined || version === "" ? { variables } : { variables, version };
}

function deployment(namespace: string, name: string): Ref {
  return { group: "apps", kind: "Deployment", namespace, name };
}

function readyReplicas(object: KubeObject): number {
  return wholeNumber(at(object.status, ["readyReplicas"])) ?? 0;
}

/**
 * Variables with a literal value; one without `value` is there and empty, one with `valueFrom` is not known. Only the
 * operator's own container speaks for it (deploy/operator.yaml names it as the Deployment without OLM), else the first.
 */
function variablesOf(containers: readonly unknown[]): ReadonlyMap<string, string> {
  const own = containers.find((each) => operatorDeployments.includes(text(at(each, ["name"])))) ?? containers[0];
  const variables = new Map<string, string>();
  for (const variable of list(at(own, ["env"]))) {
    const name = text(at(variable, ["name"]));
    if (name === "") continue;
    if (at(variable, ["valueFrom"]) === undefined) variables.set(name, text(at(variable, ["value"])));
    // The last of a name is the one that the container gets (core/v1 types.go, Container.Env).
    else variables.delete(name);
  }
  return variables;
}

/** The version that a Deployment sees of itself: its own variable, else what it was given. */
export function operatorVersionOf(object: KubeObject): string {
  return variablesOf(list(at(object.spec, ["template", "spec", "containers"]))).get(operatorVersionVariable) ?? "";
}

/** Of an operator that does not say which version it is, OLM's word. */
function withServiceVersion(
  variables: ReadonlyMap<string, string>,
  index: Index,
  namespace: string,
): ReadonlyMap<string, string> {
  const version = text(at(serviceVersionOf(index, namespace)?.spec, ["version"]));
  return version === "" ? variables : new Map([...variables, [operatorVersionVariable, version]]);
}

/** The operator's own ClusterServiceVersion; of several the one created last. */
export function serviceVersionOf(index: Index, namespace: string): KubeObject | undefined {
  return index
    .all(clusterServiceVersions, namespace)
    .filter((object) => object.ref.name.startsWith("kubevirt-hyperconverged-operator"))
    .toSorted((a, b) => (b.createdAt ?? "").localeCompare(a.createdAt ?? ""))[0];
}

/** The ClusterServiceVersion carries the same Deployment. */
function variablesOfServiceVersion(index: Index, namespace: string): ReadonlyMap<string, string> {
  const newest = serviceVersionOf(index, namespace);
  if (newest === undefined) return new Map();
  const own = list(at(newest.spec, ["install", "spec", "deployments"])).filter((each) =>
    operatorDeployments.includes(text(at(each, ["name"]))),
  );
  const variables = new Map(
    own.flatMap((each) => [...variablesOf(list(at(each, ["spec", "template", "spec", "containers"])))]),
  );
  if (!variables.has(operatorVersionVariable))
    variables.set(operatorVersionVariable, text(at(newest.spec, ["version"])));
  return variables;
}
