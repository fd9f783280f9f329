import type { KeptBy } from "../../../model/cause/cause-evidence.ts";
import { compareTexts } from "../../../model/compare-texts.ts";
import { lastConditionOfType } from "../../../model/condition.ts";
import { kindKey } from "../../../model/kind.ts";
import { namespacedName } from "../../../model/object.ts";
import type { Query } from "../../../model/snapshot.ts";
import { eventKind } from "../../../profiles/hco/profile.ts";
import { keepingKinds } from "../../../profiles/virtual-machines.ts";
import { deletionRefusals } from "../../../tables/deletion.ts";
import { type EventMessage, mergeRepeatedEvents, readEventMessages } from "../../root-cause/warning-events.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { listQuery } from "../../snapshot/queries.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";

/** How many objects a finding names. */
const maxNamedObjects = 3;

/** An event or condition that may report that a component refuses its deletion. */
type RefusalReport = Pick<EventMessage, "reason" | "message">;

/** The component that an event or a condition reports as refusing its deletion. */
export function findRefusingComponent({ reason }: Pick<RefusalReport, "reason">): string | undefined {
  return deletionRefusals.find(({ event }) => event === reason)?.component;
}

/** What may report that a component refuses its deletion: the events, and the operator's own condition without its event. */
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
 * The requests for the objects that keep a component, only while it refuses its deletion: their metadata says enough. No
 * role of `permissions` has them, and without them the finding stands without names.
 */
export function planKeepingReads(state: HyperConvergedState, index: ObjectIndex): readonly Query[] {
  if (!state.isDeleting) return [];
  const reports = listRefusalReports(state, index);
  const components = new Set(reports.flatMap((report) => findRefusingComponent(report) ?? []));
  const kinds = [...components].flatMap((component) => keepingKinds[component] ?? []);
  return kinds.map((kind): Query => ({ ...listQuery(kind), metadataOnly: true }));
}

/**
 * The objects that keep a component; undefined where none was read. The kinds of a component stand in an order, and an
 * object with the name of one of the first kind is omitted: the instance of a virtual machine adds nothing to the machine.
 */
export function findKeepingObjects(component: string, index: ObjectIndex): KeptBy | undefined {
  const kinds = keepingKinds[component] ?? [];
  const [ofFirstKind = [], ...ofOtherKinds] = kinds.map((kind) =>
    index.everything().filter(({ ref }) => kindKey(ref) === kindKey(kind)),
  );
  const namesOfFirstKind = new Set(ofFirstKind.map(({ ref }) => namespacedName(ref)));
  const others = ofOtherKinds.flat().filter(({ ref }) => !namesOfFirstKind.has(namespacedName(ref)));
  const objects = [...ofFirstKind, ...others];
  if (objects.length === 0) return undefined;
  const names = objects.map(({ ref }) => `${ref.kind} ${namespacedName(ref)}`).toSorted(compareTexts);
  return { count: names.length, names: names.slice(0, maxNamedObjects) };
}
