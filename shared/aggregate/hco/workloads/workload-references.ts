import type { Ref } from "../../../model/object.ts";
import { foundObject } from "../../../model/snapshot.ts";
import { listAt, textAt } from "../../../parse/json-value.ts";
import { workloadKinds } from "../../../profiles/hco/workloads.ts";
import type { HcoComponent } from "../components.ts";

// apimachinery, util/validation: IsDNS1123Label and IsDNS1123Subdomain.
const labelPattern = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const subdomainPattern = /^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/;

/**
 * The workloads that a component itself names: in the messages of its conditions, then in its status (`generations` of
 * KubeVirt, `containers` of NetworkAddonsConfig). A name without a namespace lies in `namespace`.
 */
export function listNamedWorkloads({ conditions, lookup }: HcoComponent, namespace: string): readonly Ref[] {
  const status = foundObject(lookup)?.status;
  return [
    ...conditions.flatMap(({ message }) => parseWorkloadRefs(message, namespace)),
    ...listAt(status, "generations").flatMap((entry) => parseGeneration(entry, namespace)),
    ...listAt(status, "containers").flatMap((entry) =>
      makeReference(textAt(entry, "parentKind"), namespace, textAt(entry, "parentName")),
    ),
  ];
}

/** The workloads that a component itself names and that lie in none of these namespaces. */
export function listWorkloadsElsewhere(component: HcoComponent, namespaces: readonly string[]): readonly Ref[] {
  const [home = ""] = namespaces;
  return listNamedWorkloads(component, home).filter(({ namespace = "" }) => !namespaces.includes(namespace));
}

/**
 * The workloads that a message names, in one of these forms. A name without a namespace lies in `namespace`.
 * - of NetworkAddonsConfig, in any line: `DaemonSet "ns/name" is not available ...`
 * - of SSP, at the beginning: `Deployment ns/name: text`, in older releases `Deployment name: text`
 */
function parseWorkloadRefs(message: string, namespace: string): readonly Ref[] {
  // The cheap test comes first: nearly all messages name no workload.
  if (!/Deployment |DaemonSet |StatefulSet /.test(message)) return [];
  const quotedNames = message.matchAll(/\b(Deployment|DaemonSet|StatefulSet) "([^"/\s]{1,63})\/([^"/\s]{1,253})"/g);
  const refs = [...quotedNames].flatMap(([, kind = "", quotedNamespace = "", name = ""]) =>
    makeReference(kind, quotedNamespace, name),
  );
  const bareName = /^(Deployment|DaemonSet|StatefulSet) (?:([^"/\s:]{1,63})\/)?([^"/\s:]{1,253}): /.exec(message);
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
  const workloadKind = workloadKinds.find(
    ({ plural, group }) => plural === resource && group === textAt(entry, "group"),
  );
  if (workloadKind === undefined) return [];
  const entryNamespace = textAt(entry, "namespace");
  return makeReference(workloadKind.kind, entryNamespace === "" ? namespace : entryNamespace, textAt(entry, "name"));
}

/** The reference to a workload. None where the API server would refuse its kind, namespace or name. */
function makeReference(kind: string, namespace: string, name: string): readonly Ref[] {
  const isWorkload = workloadKinds.some((workloadKind) => workloadKind.kind === kind);
  if (!isWorkload || !labelPattern.test(namespace) || !subdomainPattern.test(name)) return [];
  return [{ group: "apps", kind, namespace, name }];
}
