import type { KeptBy } from "../../../model/cause/cause-evidence.ts";
import { compareTexts } from "../../../model/compare-texts.ts";
import { lastConditionOfType } from "../../../model/condition.ts";
import { isSameKind } from "../../../model/kind.ts";
import { namespacedName } from "../../../model/object.ts";
import type { Query } from "../../../model/snapshot.ts";
import { eventKind } from "../../../profiles/hco/profile.ts";
import { keepingKinds } from "../../../profiles/virtual-machines.ts";
import { hcoComponents } from "../../../tables/components.ts";
import { deletionRefusals } from "../../../tables/deletion.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { listQuery } from "../../snapshot/queries.ts";
import { type EventMessage, mergeRepeatedEvents, readEventMessages } from "../../snapshot/warning-events.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { isDeniedWrite, isRefusedWrite, isWebhookOfGroup } from "../stuck-component.ts";

/** The most objects that a finding names. */
const maxNamedObjects = 3;

/** An event or condition that may report that a component refuses its deletion. */
type RefusalReport = Pick<EventMessage, "reason" | "message">;

/** The component that an event or a condition reports as refusing its deletion. */
export function findRefusingComponent({ reason }: Pick<RefusalReport, "reason">): string | undefined {
  return deletionRefusals.find(({ event }) => event === reason)?.component;
}

/**
 * Errors of a deletion that no object of a user explains: a permission that the operator lacks (apiserver,
 * endpoints/handlers/responsewriters/errors.go: `User "x" cannot delete resource "kubevirts"`), no response in time, and a
 * write of another client at once.
 */
const unrelatedErrors: readonly RegExp[] = [
  /\bcannot \w+ resource "/,
  /\b(?:deadline exceeded|timed out|[Tt]imeout)\b/,
  /\bOperation cannot be fulfilled\b|the object has been modified/,
];

/**
 * Whether a component refuses its deletion because of objects that exist: its own webhook denies the deletion, or the report
 * names no webhook. False where another webhook or a policy denies it, where a webhook cannot be called, and where the error
 * has another cause (`unrelatedErrors`).
 */
export function isKeptByObjects(report: RefusalReport): boolean {
  const { message } = report;
  if (!isRefusedWrite(message)) return !unrelatedErrors.some((pattern) => pattern.test(message));
  const component = findRefusingComponent(report);
  const group = hcoComponents.find((row) => row.component === component)?.group;
  return group !== undefined && isDeniedWrite(message) && isWebhookOfGroup(message, group);
}

/** What may report that a component refuses its deletion: the events, and ReconcileComplete if no event has its reason. */
export function listRefusalReports(
  { object, conditions }: Pick<HyperConvergedState, "object" | "conditions">,
  index: ObjectIndex,
): readonly RefusalReport[] {
  const events = mergeRepeatedEvents(readEventMessages(index.all(eventKind, object.ref.namespace)));
  const reconcile = lastConditionOfType(conditions, "ReconcileComplete");
  if (reconcile?.status !== "False" || events.some(({ reason }) => reason === reconcile.reason)) return events;
  return [...events, reconcile];
}

/**
 * The requests for the objects that keep a component, while the component refuses its deletion. Their metadata says enough.
 * The roles of `permissions` do not include these requests, and without them the finding has no names.
 */
export function planKeepingReads(state: HyperConvergedState, index: ObjectIndex): readonly Query[] {
  if (!state.isDeleting) return [];
  const reports = listRefusalReports(state, index);
  const keptReports = reports.filter(isKeptByObjects);
  const components = new Set(keptReports.flatMap((report) => findRefusingComponent(report) ?? []));
  const kinds = [...components].flatMap((component) => keepingKinds[component] ?? []);
  return kinds.map((kind): Query => ({ ...listQuery(kind), metadataOnly: true }));
}

/**
 * The objects that keep a component. Undefined where none was read. The first kind of a component is the most important one:
 * an object of another kind with the same name is omitted, as the running instance of a virtual machine is.
 */
export function findKeepingObjects(component: string, index: ObjectIndex): KeptBy | undefined {
  const kinds = keepingKinds[component] ?? [];
  const objectsByKind = kinds.map((kind) => index.everything().filter(({ ref }) => isSameKind(ref, kind)));
  const [objectsOfFirstKind = [], ...otherObjects] = objectsByKind;
  const firstNames = new Set(objectsOfFirstKind.map(({ ref }) => namespacedName(ref)));
  const others = otherObjects.flat().filter(({ ref }) => !firstNames.has(namespacedName(ref)));
  const objects = [...objectsOfFirstKind, ...others];
  if (objects.length === 0) return undefined;
  const names = objects.map(({ ref }) => `${ref.kind} ${namespacedName(ref)}`).toSorted(compareTexts);
  return { count: names.length, names: names.slice(0, maxNamedObjects) };
}
