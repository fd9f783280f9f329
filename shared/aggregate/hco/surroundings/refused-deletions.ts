import type { KeptBy } from "../../../model/cause/cause-evidence.ts";
import { lastConditionOfType } from "../../../model/condition.ts";
import type { ReportNode } from "../../../model/report.ts";
import type { Query } from "../../../model/snapshot.ts";
import { eventKind } from "../../../profiles/hco/profile.ts";
import { keepingKinds } from "../../../profiles/virtual-machines.ts";
import { deletionRefusals } from "../../../tables/deletion.ts";
import { compareTexts } from "../../evaluation/compare.ts";
import { type EventMessage, mergeRepeatedEvents, readEventMessages } from "../../root-cause/warning-events.ts";
import { kindKey, type ObjectIndex } from "../../snapshot/object-index.ts";
import { listQuery } from "../../snapshot/queries.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";

/** The component that an event or a condition reports as refusing its deletion. */
export function refusingComponent({ reason }: Pick<EventMessage, "reason">): string | undefined {
  return deletionRefusals.find(({ event }) => event === reason)?.component;
}

/** What reports that a component refuses its deletion: events, and without one the condition of the operator itself. */
export function refusalMessages(
  { object, conditions }: Pick<HyperConvergedState, "object" | "conditions">,
  index: ObjectIndex,
): readonly Pick<EventMessage, "reason" | "message">[] {
  const events = mergeRepeatedEvents(readEventMessages(index.all(eventKind, object.ref.namespace)));
  const reconcile = lastConditionOfType(conditions, "ReconcileComplete");
  if (reconcile?.status !== "False" || events.some(({ reason }) => reason === reconcile.reason)) return events;
  return [...events, reconcile];
}

/**
 * The requests for the objects that keep a component, only while it refuses its deletion: their metadata says enough. No
 * role of `permissions` has them, and without them the finding stands without names.
 */
export function keepingQueries(state: HyperConvergedState, index: ObjectIndex): readonly Query[] {
  if (!state.isDeleting) return [];
  const messages = refusalMessages(state, index);
  const components = new Set(messages.flatMap((message) => refusingComponent(message) ?? []));
  return [...components].flatMap((component) =>
    (keepingKinds[component] ?? []).map((kind): Query => ({ ...listQuery(kind), metadataOnly: true })),
  );
}

/** The objects that keep a component; undefined where none was read. Instances of a virtual machine that is named add nothing. */
export function keptBy(component: string, index: ObjectIndex): KeptBy | undefined {
  const [first = [], ...others] = (keepingKinds[component] ?? []).map((kind) =>
    index.everything().filter(({ ref }) => kindKey(ref) === kindKey(kind)),
  );
  const known = new Set(first.map(namespacedName));
  const all = [...first, ...others.flat().filter((object) => !known.has(namespacedName(object)))];
  if (all.length === 0) return undefined;
  const names = all.map(({ ref }) => `${ref.kind} ${ref.namespace ?? ""}/${ref.name}`).toSorted(compareTexts);
  return { count: names.length, names: names.slice(0, maxNamedObjects) };
}

function namespacedName({ ref }: Pick<ReportNode, "ref">): string {
  return `${ref.namespace ?? ""}/${ref.name}`;
}

const maxNamedObjects = 3;
