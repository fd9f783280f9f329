import { definedFields } from "../../model/defined-fields.ts";
import { isSecret } from "../../model/kind.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import { isUnread } from "../../model/snapshot.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { toObject } from "../../parse/kube-object.ts";
import { computedOnce } from "../snapshot/computed-once.ts";
import type { ListResult } from "../snapshot/list-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import {
  type ComponentKind,
  type ComponentSelection,
  isSelected,
  makeSelectionQuery,
  readComponentSelection,
} from "./component-selection.ts";
import type { CountedComponent } from "./expected-conditions.ts";
import { evaluateByCode } from "./readiness-by-controller.ts";
import { evaluateByProposal } from "./readiness-by-proposal.ts";

/** One component of an Application; `reported` is its status in status.components, if it has an entry there. */
export interface ApplicationComponent extends CountedComponent {
  readonly key: string;
  readonly reported?: string;
  /** A Secret that was not read: it is known from status.components alone. */
  readonly isUnread?: true;
}

/** One kind of spec.componentKinds and the outcome of its list; a kind that the spec names twice appears twice. */
export interface ListedKind {
  readonly kind: ComponentKind;
  readonly outcome: ListResult["outcome"];
  readonly cause: string;
  /** The list came from a file, which holds only the objects that the user put there. */
  readonly isGiven: boolean;
  /** That file holds no object of the kind at all. */
  readonly isSkipped: boolean;
}

/** What an Application consists of, as the controller would compute it now. */
export interface ApplicationComposition {
  readonly object: KubeObject;
  readonly selection: ComponentSelection;
  readonly kinds: readonly ListedKind[];
  /** Each object once, in the order of kinds and lists; includes the Application itself if it selects itself. */
  readonly components: readonly ApplicationComponent[];
  /** Why kinds could not be listed, in the words of the server or the source. */
  readonly listingErrors: readonly string[];
  /** Entries of status.components of kinds that could not be listed, or that a file names and does not hold. */
  readonly unlisted: readonly UnlistedEntry[];
}

interface UnlistedEntry extends ReportedEntry {
  readonly outcome: "forbidden" | "unread";
}

/**
 * What `object` selects; computed once for each snapshot, because it may stand below many others. Secrets are not listed,
 * because the user did not name them. To the controller every Secret is ready, so those in status.components count.
 */
export function readComposition(object: KubeObject, index: ObjectIndex): ApplicationComposition {
  return readCompositionOnce(index, object);
}

const readCompositionOnce = computedOnce((index: ObjectIndex, object: KubeObject) => composeApplication(object, index));

function composeApplication(object: KubeObject, index: ObjectIndex): ApplicationComposition {
  const selection = readComponentSelection(object);
  const asked = selection.selects === "nothing" ? [] : selection.kinds;
  const listings = asked.map((kind) => ({ kind, ...listOrReadReported(object, selection, kind, index) }));
  const unread = new Set(listings.flatMap(({ listing, isUnread }) => (isUnread ? objectsOfList(listing) : [])));
  const found = listings.flatMap(({ listing }) => objectsOfList(listing));
  const kinds = listings.map(({ kind, listing }) => ({
    kind,
    outcome: listing.outcome,
    cause: listing.outcome === "found" ? "" : listing.cause,
    isGiven: listing.outcome === "found" && listing.isGiven === true,
    isSkipped: listing.outcome === "found" && listing.isGiven === true && index.all(kind).length === 0,
  }));
  const components = countComponents(found, readReportedStatuses(object)).map((each) =>
    unread.has(each.object) ? { ...each, isUnread: true as const } : each,
  );
  return {
    object,
    selection,
    kinds,
    components,
    unlisted: findUnlistedEntries(object, kinds, components),
    listingErrors: kinds
      .filter(isUnread)
      .map(
        ({ kind, cause }) => cause || `${kind.group === "" ? kind.kind : `${kind.kind}.${kind.group}`} was not read`,
      ),
  };
}

/** Whether the files hold no object of any kind that the Application selects, so its components are unread. */
export function areComponentsSkipped({ kinds }: ApplicationComposition): boolean {
  return kinds.length > 0 && kinds.every(({ isSkipped }) => isSkipped);
}

function findUnlistedEntries(
  object: KubeObject,
  kinds: readonly ListedKind[],
  components: readonly ApplicationComponent[],
): readonly UnlistedEntry[] {
  const outcomes = new Map(
    kinds.map(({ kind, outcome, isGiven }) => [`${kind.kind}.${kind.group}`, isGiven ? "unread" : outcome]),
  );
  const selected = new Set(components.map((each) => reportKey(each.object.ref)));
  return readReportedEntries(object).flatMap((entry) => {
    const outcome = outcomes.get(`${entry.kind}.${entry.group}`);
    const isSeen = selected.has(reportKey(entry)) || (outcome !== "forbidden" && outcome !== "unread");
    return isSeen ? [] : [{ ...entry, outcome }];
  });
}

function objectsOfList(listing: ListResult): readonly KubeObject[] {
  return listing.outcome === "found" ? listing.objects : [];
}

/** The list of a kind. For Secrets that were not read, those that status.components names, where it exists. */
function listOrReadReported(
  object: KubeObject,
  selection: ComponentSelection,
  kind: ComponentKind,
  index: ObjectIndex,
): { readonly listing: ListResult; readonly isUnread: boolean } {
  const listing = listSelected(object, selection, kind, index);
  const isReported = Array.isArray(valueAt(object.status, "components"));
  if (!isSecret(kind) || listing.outcome === "found" || !isReported) return { listing, isUnread: false };
  const { namespace } = object.ref;
  const objects = readReportedEntries(object)
    .filter(isSecret)
    .map(({ name }) => toObject({ apiVersion: "v1", kind: "Secret", metadata: { name, namespace } }));
  return { listing: { outcome: "found", objects }, isUnread: true };
}

/**
 * The objects of one kind that the Application selects. A file does not know which kinds exist, but no server has a
 * group `core` (docs/api.md:23).
 */
function listSelected(
  object: KubeObject,
  selection: ComponentSelection,
  kind: ComponentKind,
  index: ObjectIndex,
): ListResult {
  const listing = index.list(makeSelectionQuery(object, selection, kind));
  if (listing.outcome !== "found") return listing;
  const objects = listing.objects.filter((each) => isSelected(each, object, selection));
  return kind.group === "core" && objects.length === 0 ? { outcome: "noSuchKind", cause: "" } : { ...listing, objects };
}

function countComponents(
  objects: readonly KubeObject[],
  reported: ReadonlyMap<string, string>,
): readonly ApplicationComponent[] {
  const times = new Map<string, number>();
  const first = new Map<string, KubeObject>();
  for (const object of objects) {
    const key = keyOf(object.ref);
    times.set(key, (times.get(key) ?? 0) + 1);
    if (!first.has(key)) first.set(key, object);
  }
  return Array.from(first, ([key, object]) => {
    const entry = reported.get(reportKey(object.ref));
    return {
      key,
      object,
      times: times.get(key) ?? 1,
      code: evaluateByCode(object),
      proposal: evaluateByProposal(object),
      ...definedFields({ reported: entry }),
    };
  });
}

/** The entries of status.components by group, kind and name: the controller writes no namespace there. */
export function readReportedStatuses(object: KubeObject): ReadonlyMap<string, string> {
  return new Map(readReportedEntries(object).map((entry) => [reportKey(entry), entry.status]));
}

type ReportedEntry = Readonly<Record<"group" | "kind" | "name" | "status", string>>;

function readReportedEntries({ status }: KubeObject): readonly ReportedEntry[] {
  return listAt(status, "components").map((entry) => {
    const [group = "", kind = "", name = "", status = ""] = ["group", "kind", "name", "status"].map((key) =>
      textAt(entry, key),
    );
    return { group, kind, name, status };
  });
}

/** The key of a component in status.components. */
export function reportKey({
  group,
  kind,
  name,
}: {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}): string {
  return `${kind}${group === "" ? "" : `.${group}`} ${name}`;
}
