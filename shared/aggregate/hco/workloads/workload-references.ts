import type { Ref } from "../../../model/object.ts";
import { foundObject } from "../../../model/snapshot.ts";
import { listAt, textAt } from "../../../parse/json-value.ts";
import { workloadKinds } from "../../../profiles/hco/workloads.ts";
import type { HcoComponent } from "../components.ts";

/** The workloads that the condition messages of a component name. A name without a namespace lies in `namespace`. */
export function listReferencesInMessages({ conditions }: HcoComponent, namespace: string): readonly Ref[] {
  return conditions.flatMap(({ message }) => parseWorkloadRefs(message, namespace));
}

/** The workloads that the status of a component lists: `generations` of KubeVirt, `containers` of NetworkAddonsConfig. */
export function listReferencesInStatus({ lookup }: HcoComponent, namespace: string): readonly Ref[] {
  const status = foundObject(lookup)?.status;
  return [
    ...listAt(status, "generations").flatMap((entry) => parseGeneration(entry, namespace)),
    ...listAt(status, "containers").flatMap((entry) =>
      makeReference(textAt(entry, "parentKind"), namespace, textAt(entry, "parentName")),
    ),
  ];
}

/** The workloads that a component itself names and that lie in none of these namespaces. */
export function listWorkloadsElsewhere(component: HcoComponent, namespaces: readonly string[]): readonly Ref[] {
  const [home = ""] = namespaces;
  const refs = [...listReferencesInMessages(component, home), ...listReferencesInStatus(component, home)];
  return refs.filter(({ namespace = "" }) => !namespaces.includes(namespace));
}

/**
 * The workloads in CNAO's lines (`DaemonSet "ns/name" is not available ...`) and SSP's (`Deployment ns/name: text`).
 */
export function parseWorkloadRefs(message: string, namespace: string): readonly Ref[] {
  // The cheap test comes first: nearly all messages name no workload.
  if (!/Deployment |DaemonSet |StatefulSet /.test(message)) return [];
  const quotedNames = message.matchAll(/\b(Deployment|DaemonSet|StatefulSet) "([^"/\s]{1,63})\/([^"/\s]{1,253})"/g);
  // SSP writes `<Kind> <namespace>/<name>: <text>`, and in older releases `<Kind> <name>: <text>`.
  const bareName = /^(Deployment|DaemonSet|StatefulSet) (?:([^"/\s:]{1,63})\/)?([^"/\s:]{1,253}): /.exec(message);
  const refs = [...quotedNames].flatMap(([, kind = "", quotedNamespace = "", name = ""]) =>
    makeReference(kind, quotedNamespace, name),
  );
  if (bareName === null) return refs;
  const [, kind = "", bareNamespace = namespace, name = ""] = bareName;
  return [...refs, ...makeReference(kind, bareNamespace, name)];
}

/**
 * The workload of one entry of KubeVirt's status.generations: `{group, resource, namespace, name}`. CRDs and webhooks
 * have entries too.
 */
function parseGeneration(entry: unknown, namespace: string): readonly Ref[] {
  const resource = textAt(entry, "resource");
  const kind = workloadKinds.find((each) => each.plural === resource && each.group === textAt(entry, "group"));
  if (kind === undefined) return [];
  const ownNamespace = textAt(entry, "namespace");
  return makeReference(kind.kind, ownNamespace === "" ? namespace : ownNamespace, textAt(entry, "name"));
}

/** The reference to a workload. None where the API server would refuse its kind, namespace or name. */
function makeReference(kind: string, namespace: string, name: string): readonly Ref[] {
  const isWorkload = workloadKinds.some((each) => each.kind === kind);
  return isWorkload && labelPattern.test(namespace) && subdomainPattern.test(name)
    ? [{ group: "apps", kind, namespace, name }]
    : [];
}

// apimachinery, util/validation: IsDNS1123Label and IsDNS1123Subdomain.
const labelPattern = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const subdomainPattern = /^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/;
