import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import { type GroupKind, isSameKind } from "../../model/kind.ts";
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
  type ListedKind,
  reportKey,
} from "./composition.ts";
import type { ApplicationTree } from "./owner-tree.ts";
import { limitNames } from "./state-findings.ts";

/**
 * Findings about surprising ways in which an Application selects components: the controller reports none of them (1.2,
 * 1.6).
 */
export function listCompositionFindings({ composition, cycles, cut }: ApplicationTree): readonly Finding[] {
  const { object, components } = composition;
  const about = object.ref;
  return [
    ...reportSelector(composition),
    ...reportKinds(composition),
    ...reportClusterWideKinds(composition),
    ...reportUnreadSecrets(composition),
    ...(components.some(({ key }) => key === keyOf(about)) ? [makeFinding(about, { code: "selects-itself" })] : []),
    ...cycles.map(({ ref }) => makeFinding(about, { code: "selects-in-a-circle", through: `${ref.kind} ${ref.name}` })),
    ...(cut === 0 ? [] : [makeFinding(about, { code: "nested-too-many", count: cut })]),
  ];
}

function reportSelector(composition: ApplicationComposition): readonly Finding[] {
  const about = composition.object.ref;
  const { selects, hasExpressions } = composition.selection;
  const why = explainEmptySelection(composition);
  return [
    ...(why === undefined ? [] : [makeFinding(about, { code: "nothing-selected", why })]),
    ...(selects === "everything" ? [makeFinding(about, { code: "selects-everything", hasExpressions })] : []),
    ...(selects === "labels" && hasExpressions ? [makeFinding(about, { code: "expressions-ignored" })] : []),
  ];
}

/** Why an Application has no components; undefined where it has some, or where their lists could not be read. */
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

/** Findings for each kind once, however the spec spells it. */
function reportKinds({ object, selection, kinds }: ApplicationComposition): readonly Finding[] {
  const about = object.ref;
  const byKind = Map.groupBy(selection.kinds, formatKind);
  const taken = selection.kinds.filter(isTakenForVersion);
  const twice = [...byKind].filter(([, entries]) => entries.length > 1);
  const asked = [...new Map(kinds.map((each) => [formatKind(each.kind), each])).values()];
  return [
    ...taken.map(({ kind, written }) => makeFinding(about, { code: "group-taken-for-version", kind, group: written })),
    ...twice.map(([kind, { length: times }]) => makeFinding(about, { code: "component-kind-twice", kind, times })),
    ...asked.flatMap((each) => reportUnlistedKind(each, about)),
  ];
}

function reportUnlistedKind({ kind: asked, outcome, cause }: ListedKind, about: Finding["about"]): readonly Finding[] {
  const { group } = asked;
  const kind = formatKind(asked);
  if (outcome === "noSuchKind") return [makeFinding(about, { code: "component-kind-missing", kind, group })];
  if (outcome === "found") return [];
  return [makeFinding(about, { code: "component-kind-unread", kind, group, outcome, cause })];
}

/** Findings about kinds without namespaces: they are matched by label in the whole cluster (1.2, "namespace"). */
function reportClusterWideKinds({ object, components }: ApplicationComposition): readonly Finding[] {
  // A manifest may leave the namespace to kubectl.
  if (object.ref.namespace === undefined) return [];
  const outside = components
    .map((each) => each.object.ref)
    .filter((ref) => ref.namespace === undefined && !isNamespaced(ref));
  return [...Map.groupBy(outside, formatKind)].map(([kind, { length: count }]) =>
    makeFinding(object.ref, { code: "selected-cluster-wide", kind, count }),
  );
}

function isNamespaced(ref: GroupKind): boolean {
  return coreKinds.some((kind) => kind.namespaced && isSameKind(kind, ref));
}

function formatKind({ group, kind }: GroupKind): string {
  return group === "" ? kind : `${kind}.${group}`;
}

/**
 * Findings where the controller's readiness of a part differs from its health. The controller counts some unhealthy
 * parts as ready, and never counts some healthy ones (1.3, 1.6).
 */
export function listPartFindings({ composition, parts }: ApplicationTree): readonly Finding[] {
  const { object: root, components } = composition;
  const nodes = new Map(parts.map((part) => [keyOf(part.ref), part]));
  const ofParts = components.flatMap((component): readonly Finding[] => {
    const { key, object, code } = component;
    const part = nodes.get(key);
    return [
      ...(code.error === undefined
        ? []
        : [makeFinding(object.ref, { code: "component-unreadable", cause: code.error })]),
      ...(part === undefined ? [] : reportCountedReady(component, part)),
      ...reportNeverReady(object),
    ];
  });
  return [...ofParts, ...reportMissingOwners(root, components)];
}

/** Components without an owner reference to the Application, although addOwnerRef asks the controller to add one. */
function reportMissingOwners(root: KubeObject, components: readonly ApplicationComponent[]): readonly Finding[] {
  if (valueAt(root.spec, "addOwnerRef") !== true) return [];
  const without = components
    .filter(({ object }) => !isOwnedBy(object, root))
    .map(({ object }) => reportKey(object.ref));
  if (without.length === 0) return [];
  return [makeFinding(root.ref, { code: "owner-reference-missing", ...limitNames(without) })];
}

/** Why a component that counts as ready is not ready: the most telling reason only. */
function reportCountedReady({ object, code }: ApplicationComponent, { verdict }: ReportNode): readonly Finding[] {
  if (code.status !== "Ready") return [];
  const { conditions } = conditionsAt(object);
  const words = ({ reason, message }: Condition): Pick<Condition, "reason" | "message"> => ({ reason, message });
  const is = (type: string, status: string): Condition | undefined =>
    conditions.find((condition) => condition.type === type && condition.status === status);
  const failed = object.ref.kind === "Job" && object.ref.group === "batch" ? is("Failed", "True") : undefined;
  if (failed !== undefined) return [makeFinding(object.ref, { code: "failed-job-ready", ...words(failed) })];
  const unknown = lastConditionOfType(conditions, "Ready");
  if (unknown?.status === "Unknown")
    return [makeFinding(object.ref, { code: "unknown-counted-ready", ...words(unknown) })];
  const error = is("Error", "True");
  if (error !== undefined) return [makeFinding(object.ref, { code: "error-counted-ready", ...words(error) })];
  if (verdict !== "unavailable" && verdict !== "degraded") return [];
  const elsewhere = !Array.isArray(valueAt(object.status, "conditions")) && conditions.length > 0;
  return [makeFinding(object.ref, { code: "unhealthy-counted-ready", evaluated: verdict, elsewhere })];
}

/** Findings about components that stay in progress permanently, however long the user waits. */
function reportNeverReady(object: KubeObject): readonly Finding[] {
  const { ref, spec, status } = object;
  if (ref.group === "" && ref.kind === "Service" && textAt(spec, "type") === "LoadBalancer") {
    const ingress = listAt(status, "loadBalancer", "ingress");
    const nameless = ingress.filter((one) => textAt(one, "ip").trim() === "");
    const hosts = nameless.map((one) => textAt(one, "hostname")).filter((host) => host !== "");
    return hosts.length === 0
      ? []
      : [makeFinding(object.ref, { code: "hostname-only", hosts: hosts.slice(0, maxHosts) })];
  }
  if (ref.group !== "apps" || ref.kind !== "Deployment") return [];
  const progressing = conditionOf({ status }, "Progressing");
  return progressing?.reason === "ProgressDeadlineExceeded"
    ? [makeFinding(object.ref, { code: "deadline-exceeded", message: progressing.message })]
    : [];
}

const maxHosts = 3;

/**
 * Whether the Application owns the object. addOwnerRef appends a reference to each object, or refreshes its uid (APP
 * application_controller.go:78-84, 151-179).
 */
function isOwnedBy({ ref, raw }: KubeObject, root: KubeObject): boolean {
  if (isSameObject(ref, root.ref)) return true;
  // The reader keeps only the metadata of a Secret, without owners.
  if (ref.group === "" && ref.kind === "Secret") return true;
  return listAt(raw, "metadata", "ownerReferences").some(
    (owner) =>
      textAt(owner, "kind") === root.ref.kind &&
      textAt(owner, "name") === root.ref.name &&
      (root.uid === "" || textAt(owner, "uid") === root.uid),
  );
}
