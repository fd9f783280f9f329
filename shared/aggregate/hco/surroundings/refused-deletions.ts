import type { KeptBy } from "../../../model/cause/cause-evidence.ts";
import type { ReportNode } from "../../../model/report.ts";
import type { Query } from "../../../model/snapshot.ts";
import { eventKind } from "../../../profiles/hco/profile.ts";
import { keepingKinds } from "../../../profiles/virtual-machines.ts";
import { deletionRefusals } from "../../../tables/deletion.ts";
import { compareTexts } from "../../evaluation/compare.ts";
import { type EventMessage, readEventMessages } from "../../root-cause/warning-events.ts";
import { kindKey, type ObjectIndex } from "../../snapshot/object-index.ts";
import { listQuery } from "../../snapshot/queries.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";

/** The component that an event reports as refusing its deletion. */
export function refusingComponent({ reason }: Pick<EventMessage, "reason">): string | undefined {
  return deletionRefusals.find(({ event }) => event === reason)?.component;
}

/**
 * The requests for the objects that keep a component, only while it refuses its deletion: their metadata says enough. No
 * role of `permissions` has them, and without them the finding stands without names.
 */
export function keepingQueries({ isDeleting, object }: HyperConvergedState, index: ObjectIndex): readonly Query[] {
  if (!isDeleting) return [];
  const events = readEventMessages(index.all(eventKind, object.ref.namespace));
  const components = new Set(events.flatMap((event) => refusingComponent(event) ?? []));
  return [...components].flatMap((component) =>
    (keepingKinds[component] ?? []).map((kind): Query => ({ ...listQuery(kind), metadataOnly: true })),
  );
}

/** The objects that keep a component; undefined where none was read. Instances of a virtual machine that is named add nothing. */
export function keptBy(component: string, index: ObjectIndex): KeptBy | undefined {
  const [first = [], ...others] = (keepingKinds[component] ?? []).map((kind) =>
    index.everything().filter(({ ref }) => kindKey(ref) === kindKey(kind)),
  );
  const known = new Set(first.map(placeOf));
  const all = [...first, ...others.flat().filter((object) => !known.has(placeOf(object)))];
  if (all.length === 0) return undefined;
  const names = all.map(({ ref }) => `${ref.kind} ${ref.namespace ?? ""}/${ref.name}`).toSorted(compareTexts);
  return { count: names.length, names: names.slice(0, mostNamed) };
}

function placeOf({ ref }: Pick<ReportNode, "ref">): string {
  return `${ref.namespace ?? ""}/${ref.name}`;
}

const mostNamed = 3;
