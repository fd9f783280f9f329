import { definedFields } from "../../model/defined-fields.ts";
import { type GroupKind, isSecret } from "../../model/kind.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import { isUnread } from "../../model/snapshot.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { toObject } from "../../parse/kube-object.ts";
import type { ListResult } from "../snapshot/list-index.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
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

const readCompositionOnce = memoizeByIndex((index: ObjectIndex, object: KubeObject) =>
  composeApplication(object, index),
);

function composeApplication(object: KubeObject, index: ObjectIndex): ApplicationComposition {
  const selection = readComponentSelection(object);
  const requestedKinds = selection.selects === "nothing" ? [] : selection.kinds;
  const listings = requestedKinds.map((kind) => ({ kind, ...listOrReadReported(object, selection, kind, index) }));
  const found = listings.flatMap(({ listing }) => objectsOfList(listing));
  const unread = new Set(listings.flatMap(({ listing, isUnread }) => (isUnread ? objectsOfList(listing) : [])));
  const kinds = listings.map(({ kind, listing }) => describeListing(kind, listing, index));
  const components = countComponents(found, readReportedStatuses(object)).map((component) =>
    unread.has(component.object) ? { ...component, isUnread: true as const } : component,
  );
  return {
    object,
    selection,
    kinds,
    components,
    unlisted: findUnlistedEntries(object, kinds, components),
    listingErrors: kinds.filter(isUnread).map(({ kind, cause }) => cause || `${nameKind(kind)} was not read`),
  };
}

function describeListing(kind: ComponentKind, listing: ListResult, index: ObjectIndex): ListedKind {
  const isGiven = listing.outcome === "found" && listing.isGiven === true;
  return {
    kind,
    outcome: listing.outcome,
    cause: listing.outcome === "found" ? "" : listing.cause,
    isGiven,
    isSkipped: isGiven && index.all(kind).length === 0,
  };
}

/** A kind with its group, without one for the core group: `Deployment.apps`, `Service`. */
function nameKind({ group, kind }: GroupKind): string {
  return group === "" ? kind : `${kind}.${group}`;
}

/** Whether the files hold no object of any kind that the Application selects, so its components are unread. */
export function areComponentsSkipped({ kinds }: ApplicationComposition): boolean {
  return kinds.length > 0 && kinds.every(({ isSkipped }) => isSkipped);
}

/** The entries of status.components that were not selected, and whose kind could not be listed or came from a file. */
function findUnlistedEntries(
  object: KubeObject,
  kinds: readonly ListedKind[],
  components: readonly ApplicationComponent[],
): readonly UnlistedEntry[] {
  const outcomes = new Map(
    kinds.map(({ kind, outcome, isGiven }) => [`${kind.kind}.${kind.group}`, isGiven ? "unread" : outcome]),
  );
  const selected = new Set(components.map((component) => reportKey(component.object.ref)));
  return readReportedEntries(object).flatMap((entry) => {
    const outcome = outcomes.get(`${entry.kind}.${entry.group}`);
    const isSelected = selected.has(reportKey(entry));
    if (isSelected || (outcome !== "forbidden" && outcome !== "unread")) return [];
    return [{ ...entry, outcome }];
  });
}

function objectsOfList(listing: ListResult): readonly KubeObject[] {
  return listing.outcome === "found" ? listing.objects : [];
}

/**
 * The selected objects of a kind. For Secrets, which the plugin does not list, the entries of status.components, if the
 * status has that list.
 */
function listOrReadReported(
  object: KubeObject,
  selection: ComponentSelection,
  kind: ComponentKind,
  index: ObjectIndex,
): { readonly listing: ListResult; readonly isUnread: boolean } {
  const listing = listSelected(object, selection, kind, index);
  const hasReports = Array.isArray(valueAt(object.status, "components"));
  if (!isSecret(kind) || listing.outcome === "found" || !hasReports) return { listing, isUnread: false };
  const { namespace } = object.ref;
  const objects = readReportedEntries(object)
    .filter(isSecret)
    .map(({ name }) => toObject({ apiVersion: "v1", kind: "Secret", metadata: { name, namespace } }));
  return { listing: { outcome: "found", objects }, isUnread: true };
}

/**
 * The objects of one kind that the Application selects. No server has a group `core` (docs/api.md:23), which a file would
 * not show.
 */
function listSelected(
  object: KubeObject,
  selection: ComponentSelection,
  kind: ComponentKind,
  index: ObjectIndex,
): ListResult {
  const listing = index.list(makeSelectionQuery(object, selection, kind));
  if (listing.outcome !== "found") return listing;
  const objects = listing.objects.filter((candidate) => isSelected(candidate, object, selection));
  if (kind.group === "core" && objects.length === 0) return { outcome: "noSuchKind", cause: "" };
  return { ...listing, objects };
}

/** Each object once, with how often it is listed, its readiness by both rule sets and its entry in status.components. */
function countComponents(
  objects: readonly KubeObject[],
  reportedStatuses: ReadonlyMap<string, string>,
): readonly ApplicationComponent[] {
  const objectsByKey = Map.groupBy(objects, ({ ref }) => keyOf(ref));
  return [...objectsByKey].flatMap(([key, listed]) => {
    const [object] = listed;
    if (object === undefined) return [];
    const reported = reportedStatuses.get(reportKey(object.ref));
    return [
      {
        key,
        object,
        times: listed.length,
        code: evaluateByCode(object),
        proposal: evaluateByProposal(object),
        ...definedFields({ reported }),
      },
    ];
  });
}

/** The entries of status.components by group, kind and name: the controller writes no namespace there. */
export function readReportedStatuses(object: KubeObject): ReadonlyMap<string, string> {
  return new Map(readReportedEntries(object).map((entry) => [reportKey(entry), entry.status]));
}

type ReportedEntry = Readonly<Record<"group" | "kind" | "name" | "status", string>>;

function readReportedEntries({ status }: KubeObject): readonly ReportedEntry[] {
  return listAt(status, "components").map((entry) => ({
    group: textAt(entry, "group"),
    kind: textAt(entry, "kind"),
    name: textAt(entry, "name"),
    status: textAt(entry, "status"),
  }));
}

/** The key of a component in status.components: `{group: "apps", kind: "Deployment", name: "a"}` -> `Deployment.apps a`. */
export function reportKey(component: GroupKind & { readonly name: string }): string {
  return `${nameKind(component)} ${component.name}`;
}
