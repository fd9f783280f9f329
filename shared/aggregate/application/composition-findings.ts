import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import { formatGroupKind, type GroupKind, isSameKind } from "../../model/kind.ts";
import { isSameObject, type KubeObject, keyOf } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { conditionOf, conditionsAt } from "../../parse/conditions.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { coreKinds } from "../../tables/core-kinds.ts";
import { isTakenForVersion } from "./component-selection.ts";
import {
  type ApplicationComponent,
  type ApplicationComposition,
  areComponentsSkipped,
  reportKey,
} from "./composition.ts";
import type { ApplicationTree } from "./owner-tree.ts";
import { limitNames } from "./state-findings.ts";

/** The findings about surprising ways in which an Application selects components. Its controller reports none of them. */
export function listCompositionFindings({ composition, cycles, cut }: ApplicationTree): readonly Finding[] {
  const { object, components } = composition;
  const root = object.ref;
  const findings = [
    ...reportSelector(composition),
    ...reportGroupsTakenForVersions(composition),
    ...reportRepeatedKinds(composition),
    ...reportUnlistedKinds(composition),
    ...reportClusterWideKinds(composition),
    ...reportUnreadSecrets(composition),
  ];
  if (components.some(({ key }) => key === keyOf(root))) findings.push(makeFinding(root, { code: "selects-itself" }));
  for (const { ref } of cycles) {
    findings.push(makeFinding(root, { code: "selects-in-a-circle", through: `${ref.kind} ${ref.name}` }));
  }
  if (cut > 0) findings.push(makeFinding(root, { code: "nested-too-many", count: cut }));
  return findings;
}

/** The findings about a selector that selects nothing or everything, or that has expressions, which no controller reads. */
function reportSelector(composition: ApplicationComposition): readonly Finding[] {
  const root = composition.object.ref;
  const { selects, hasExpressions } = composition.selection;
  const why = explainEmptySelection(composition);
  const findings: Finding[] = [];
  if (why !== undefined) findings.push(makeFinding(root, { code: "nothing-selected", why }));
  if (selects === "everything") findings.push(makeFinding(root, { code: "selects-everything", hasExpressions }));
  if (selects === "labels" && hasExpressions) findings.push(makeFinding(root, { code: "expressions-ignored" }));
  return findings;
}

/** Why an Application has no components. Undefined if it has some, or if their lists could not be read. */
export function explainEmptySelection(
  composition: ApplicationComposition,
): "no-selector" | "no-kinds" | "no-match" | "unread" | undefined {
  const { selection, components, listingErrors } = composition;
  if (components.length > 0 || listingErrors.length > 0) return undefined;
  if (selection.selects === "nothing") return "no-selector";
  if (selection.kinds.length === 0) return "no-kinds";
  return areComponentsSkipped(composition) ? "unread" : "no-match";
}

/** The finding about Secrets that count although they were not read. */
function reportUnreadSecrets({ object, components }: ApplicationComposition): readonly Finding[] {
  const count = components.filter(({ isUnread }) => isUnread === true).length;
  return count === 0 ? [] : [makeFinding(object.ref, { code: "secrets-not-read", count })];
}

/** The findings about entries of spec.componentKinds whose group the controller takes for a version. */
function reportGroupsTakenForVersions({ object, selection }: ApplicationComposition): readonly Finding[] {
  const entries = selection.kinds.filter(isTakenForVersion);
  return entries.map(({ kind, written }) =>
    makeFinding(object.ref, { code: "group-taken-for-version", kind, group: written }),
  );
}

/** The findings about kinds that spec.componentKinds names several times, so that their objects count several times. */
function reportRepeatedKinds({ object, selection }: ApplicationComposition): readonly Finding[] {
  const entriesByKind = Map.groupBy(selection.kinds, formatGroupKind);
  const repeatedKinds = [...entriesByKind].filter(([, entries]) => entries.length > 1);
  return repeatedKinds.map(([kind, entries]) =>
    makeFinding(object.ref, { code: "component-kind-twice", kind, times: entries.length }),
  );
}

/** The findings about kinds that could not be listed. A kind that the spec writes in several ways is reported once. */
function reportUnlistedKinds({ object, kinds }: ApplicationComposition): readonly Finding[] {
  const listedByKind = new Map(kinds.map((listed) => [formatGroupKind(listed.kind), listed]));
  return [...listedByKind].flatMap(([kind, listed]) => {
    const { outcome, cause } = listed;
    const { group } = listed.kind;
    if (outcome === "found") return [];
    if (outcome === "noSuchKind") return [makeFinding(object.ref, { code: "component-kind-missing", kind, group })];
    return [makeFinding(object.ref, { code: "component-kind-unread", kind, group, outcome, cause })];
  });
}

/** The findings about cluster-scoped kinds, whose objects are selected by label in the whole cluster. */
function reportClusterWideKinds({ object, components }: ApplicationComposition): readonly Finding[] {
  // An Application without a namespace comes from a manifest, to which kubectl adds one.
  if (object.ref.namespace === undefined) return [];
  const clusterScopedRefs = components
    .map((component) => component.object.ref)
    .filter((ref) => ref.namespace === undefined && !isNamespacedKind(ref));
  return [...Map.groupBy(clusterScopedRefs, formatGroupKind)].map(([kind, refs]) =>
    makeFinding(object.ref, { code: "selected-cluster-wide", kind, count: refs.length }),
  );
}

/** Whether this is a namespaced kind of Kubernetes. An object of such a kind in a manifest may lack a namespace. */
function isNamespacedKind(ref: GroupKind): boolean {
  return coreKinds.some((kind) => kind.namespaced && isSameKind(kind, ref));
}

/**
 * The findings about parts whose readiness by the controller differs from their health: the controller counts some unhealthy
 * parts as ready, and never counts some healthy parts.
 */
export function listPartFindings({ composition, parts }: ApplicationTree): readonly Finding[] {
  const { object: root, components } = composition;
  const partsByKey = new Map(parts.map((part) => [keyOf(part.ref), part]));
  const findings: Finding[] = [];
  for (const component of components) {
    const { key, object, code } = component;
    const part = partsByKey.get(key);
    if (code.error !== undefined) {
      findings.push(makeFinding(object.ref, { code: "component-unreadable", cause: code.error }));
    }
    if (part !== undefined) findings.push(...reportCountedReady(component, part));
    findings.push(...reportNeverReady(object));
  }
  return [...findings, ...reportMissingOwners(root, components)];
}

/** The finding about components without an owner reference, although addOwnerRef tells the controller to add one. */
function reportMissingOwners(root: KubeObject, components: readonly ApplicationComponent[]): readonly Finding[] {
  if (valueAt(root.spec, "addOwnerRef") !== true) return [];
  const unowned = components.filter(({ object }) => !isOwnedBy(object, root));
  if (unowned.length === 0) return [];
  const names = unowned.map(({ object }) => reportKey(object.ref));
  return [makeFinding(root.ref, { code: "owner-reference-missing", ...limitNames(names) })];
}

/**
 * The finding about a component that the controller counts as ready and that is not healthy. Only the first of these is
 * reported:
 * 1. a Job that failed,
 * 2. Ready=Unknown,
 * 3. Error=True,
 * 4. an unavailable or degraded verdict.
 */
function reportCountedReady({ object, code }: ApplicationComponent, { verdict }: ReportNode): readonly Finding[] {
  if (code.status !== "Ready") return [];
  const { ref } = object;
  const { conditions } = conditionsAt(object);
  const findTrue = (type: string): Condition | undefined =>
    conditions.find((condition) => condition.type === type && condition.status === "True");
  const failed = ref.kind === "Job" && ref.group === "batch" ? findTrue("Failed") : undefined;
  if (failed !== undefined) return [makeFinding(ref, { code: "failed-job-ready", ...pickWords(failed) })];
  const ready = lastConditionOfType(conditions, "Ready");
  if (ready?.status === "Unknown") return [makeFinding(ref, { code: "unknown-counted-ready", ...pickWords(ready) })];
  const error = findTrue("Error");
  if (error !== undefined) return [makeFinding(ref, { code: "error-counted-ready", ...pickWords(error) })];
  if (verdict !== "unavailable" && verdict !== "degraded") return [];
  const hasStatusConditions = Array.isArray(valueAt(object.status, "conditions"));
  // The controller reads only status.conditions, and not conditions in other fields.
  const elsewhere = !hasStatusConditions && conditions.length > 0;
  return [makeFinding(ref, { code: "unhealthy-counted-ready", evaluated: verdict, elsewhere })];
}

function pickWords({ reason, message }: Condition): Pick<Condition, "reason" | "message"> {
  return { reason, message };
}

/** The finding about a Service or Deployment that the controller never counts as ready, however long the user waits. */
function reportNeverReady(object: KubeObject): readonly Finding[] {
  const { ref } = object;
  if (ref.group === "" && ref.kind === "Service") return reportHostnameOnly(object);
  if (ref.group !== "apps" || ref.kind !== "Deployment") return [];
  const progressing = conditionOf({ status: object.status }, "Progressing");
  if (progressing?.reason !== "ProgressDeadlineExceeded") return [];
  return [makeFinding(ref, { code: "deadline-exceeded", message: progressing.message })];
}

/** The most host names that a finding lists. */
const maxHosts = 3;

/** The finding about a LoadBalancer that has host names and no IP address, which the controller requires. */
function reportHostnameOnly({ ref, spec, status }: KubeObject): readonly Finding[] {
  if (textAt(spec, "type") !== "LoadBalancer") return [];
  const hosts = listAt(status, "loadBalancer", "ingress")
    .filter((ingress) => textAt(ingress, "ip").trim() === "")
    .map((ingress) => textAt(ingress, "hostname"))
    .filter((hostname) => hostname !== "");
  if (hosts.length === 0) return [];
  return [makeFinding(ref, { code: "hostname-only", hosts: hosts.slice(0, maxHosts) })];
}

/**
 * Whether an object has an owner reference to the Application `root`. addOwnerRef appends a reference to each object, or
 * refreshes its uid (kubernetes-sigs/application controllers/application_controller.go:78-84, 151-179).
 */
function isOwnedBy({ ref, raw }: KubeObject, root: KubeObject): boolean {
  if (isSameObject(ref, root.ref)) return true;
  // The reader drops the owners of a Secret, so every Secret is taken to be owned.
  if (ref.group === "" && ref.kind === "Secret") return true;
  return listAt(raw, "metadata", "ownerReferences").some(
    (owner) =>
      textAt(owner, "kind") === root.ref.kind &&
      textAt(owner, "name") === root.ref.name &&
      (root.uid === "" || textAt(owner, "uid") === root.uid),
  );
}
