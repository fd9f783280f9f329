import { type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import type { Kind } from "../../model/profile.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { at, list, text } from "../../parse/value.ts";
import { hco } from "../../profiles/hco.ts";
import { unrelated, type WorkloadRow, workloadKinds, workloadRows } from "../../profiles/hco-workloads.ts";
import { type Index, isFound } from "../lookup.ts";
import type { Component } from "./components.ts";

/**
 * The workloads of a component, by five ways in this order (facts hco 7): what its messages name, what its status lists,
 * what carries its label, what the table names, its operator's own Deployment. Each once, by the first way that finds it.
 * What only the first two name stands here also where the cluster is certain that it is not there.
 */
export function workloadsOf(component: Component, index: Index, namespaces: readonly string[]): readonly Lookup[] {
  const { row } = component;
  const [home = ""] = namespaces;
  const named = namedBy(component, home).map((ref) => index.find(ref));
  const known = workloadRows.find((each) => each.component === row.component);
  const byName = [...(known?.names ?? []), ...(known === undefined ? [] : [known.operator])];
  const all = [
    ...named.filter(({ outcome }) => outcome === "found" || outcome === "absent"),
    ...namespaces.flatMap((namespace) => found(labelled(row.workloadLabel, index, namespace), known)),
    ...byName.flatMap((name) => refsOf(name, namespaces).map((ref) => index.find(ref))).filter(isFound),
  ];
  const unique = new Map<string, Lookup>();
  for (const lookup of all) if (!unique.has(keyOf(lookup.ref))) unique.set(keyOf(lookup.ref), lookup);
  return [...unique.values()];
}

/** Whether a workload is the operator of any component. */
export function isOperator({ name }: Ref): boolean {
  return workloadRows.some((each) => each.operator === name);
}

/** What a component itself names that lies in none of these namespaces. */
export function elsewhere(component: Component, namespaces: readonly string[]): readonly Ref[] {
  return namedBy(component, namespaces[0] ?? "").filter(({ namespace = "" }) => !namespaces.includes(namespace));
}

/**
 * Where the workloads of a component lie that stands on its own: beside its CR; of a cluster-scoped one where its own
 * manifests put it, and beside every HyperConverged and KubeVirt, for a HyperConverged leaves all of them in one namespace:
 * what has the name that it gives is looked for nowhere else.
 */
export function homesOf({ row, lookup }: Component, index: Index): readonly string[] {
  if (lookup.ref.namespace !== undefined) return [lookup.ref.namespace];
  const home = workloadRows.find((each) => each.component === row.component)?.home;
  const beside = homeKinds.flatMap((kind) => index.all(kind)).map(({ ref }) => ref.namespace ?? "");
  const isLeftBehind = beside.length > 0 && lookup.ref.name === row.objectName && row.objectName !== "cluster";
  return [...new Set([...(home === undefined || isLeftBehind ? [] : [home]), ...beside])].filter((each) => each !== "");
}

/** Kinds whose objects lie where a HyperConverged's components run. */
export const homeKinds: readonly Kind[] = [hco.root, ...hco.components.filter(({ kind }) => kind === "KubeVirt")];

/** Ways 1 and 2: the component says itself which they are. */
function namedBy(component: Component, namespace: string): readonly Ref[] {
  const status = component.lookup.outcome === "found" ? component.lookup.object.status : undefined;
  return [
    ...component.conditions.flatMap(({ message }) => namedIn(message, namespace)),
    ...list(at(status, ["generations"])).flatMap((entry) => generation(entry, namespace)),
    ...list(at(status, ["containers"])).flatMap((entry) =>
      refOf(text(at(entry, ["parentKind"])), namespace, text(at(entry, ["parentName"]))),
    ),
  ];
}

/** CNAO's lines (`DaemonSet "ns/name" is not available ...`) and SSP's (`Deployment ns/name: text`). */
export function namedIn(message: string, namespace: string): readonly Ref[] {
  // The cheap question first: nearly all messages name nothing.
  if (!/Deployment |DaemonSet |StatefulSet /.test(message)) return [];
  const quoted = message.matchAll(/\b(Deployment|DaemonSet|StatefulSet) "([^"/\s]{1,63})\/([^"/\s]{1,253})"/g);
  // SSP pkg status: `<Kind> <namespace>/<name>: <text>`, before it `<Kind> <name>: <text>`.
  const bare = /^(Deployment|DaemonSet|StatefulSet) (?:([^"/\s:]{1,63})\/)?([^"/\s:]{1,253}): /.exec(message);
  return [
    ...[...quoted].flatMap(([, kind = "", place = "", name = ""]) => refOf(kind, place, name)),
    ...(bare === null ? [] : refOf(bare[1] ?? "", bare[2] ?? namespace, bare[3] ?? "")),
  ];
}

/** One entry of KubeVirt's status.generations: `{group, resource, namespace, name}`; of CRDs and webhooks too. */
function generation(entry: unknown, namespace: string): readonly Ref[] {
  const resource = text(at(entry, ["resource"]));
  const kind = workloadKinds.find((each) => each.plural === resource && each.group === text(at(entry, ["group"])));
  const place = text(at(entry, ["namespace"]));
  return kind === undefined ? [] : refOf(kind.kind, place === "" ? namespace : place, text(at(entry, ["name"])));
}

/** A name that no API server would take names nothing. */
function refOf(kind: string, namespace: string, name: string): readonly Ref[] {
  const isKnown = workloadKinds.some((each) => each.kind === kind);
  return isKnown && label.test(namespace) && subdomain.test(name) ? [{ group: "apps", kind, namespace, name }] : [];
}

// apimachinery, util/validation: IsDNS1123Label and IsDNS1123Subdomain.
const label = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const subdomain = /^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/;

/** Way 3; the operator itself comes last, whatever it carries. */
function labelled(value: string, index: Index, namespace: string): readonly KubeObject[] {
  if (value === "") return [];
  return workloadKinds
    .flatMap((kind) => index.all(kind, namespace))
    .filter((object) => object.labels.get("app.kubernetes.io/component") === value && !unrelated.test(object.ref.name));
}

function found(objects: readonly KubeObject[], known: WorkloadRow | undefined): readonly Lookup[] {
  return objects
    .filter(({ ref }) => ref.name !== known?.operator)
    .map((object) => ({ ref: object.ref, outcome: "found", object }));
}

function refsOf(name: string, namespaces: readonly string[]): readonly Ref[] {
  return namespaces.flatMap((namespace) => workloadKinds.map(({ group, kind }) => ({ group, kind, namespace, name })));
}
