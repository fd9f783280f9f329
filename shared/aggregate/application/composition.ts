import { definedFields } from "../../model/defined-fields.ts";
import { formatGroupKind, type GroupKind, isSecret } from "../../model/kind.ts";
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

/** One component of an Application. */
export interface ApplicationComponent extends CountedComponent {
  readonly key: string;
  /** Its status in status.components, if it has an entry there. */
  readonly reported?: string;
  /** A Secret that was not read, and that only status.components names. */
  readonly isUnread?: true;
}

/** One entry of spec.componentKinds and the outcome of the list of its objects. */
interface ListedKind {
  readonly kind: ComponentKind;
  readonly outcome: ListResult["outcome"];
  /** Why the list failed. Empty for a list that was found. */
  readonly cause: string;
  /** The list came from a file, which has only the objects that the user put there. */
  readonly isGiven: boolean;
  /** The list came from a file that has no object of the kind. */
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
  /** Entries of status.components whose objects could not be listed, or that a file lacks. */
  readonly unlisted: readonly UnlistedEntry[];
}

interface UnlistedEntry extends ReportedEntry {
  readonly outcome: "forbidden" | "unread";
}

/**
 * What an Application selects, computed once because an Application may stand below many others. Secrets are not listed,
 * because the user did not name them. Those in status.components count, because the controller takes every Secret for ready.
 */
export function readComposition(object: KubeObject, index: ObjectIndex): ApplicationComposition {
  return readCompositionOnce(index, object);
}

const readCompositionOnce = memoizeByIndex((index: ObjectIndex, object: KubeObject) =>
  composeApplication(object, index),
);

function composeApplication(object: KubeObject, index: ObjectIndex): ApplicationComposition {
  const selection = readComponentSelection(object);
  const selectedKinds = selection.selects === "nothing" ? [] : selection.kinds;
  const lists = selectedKinds.map((kind) => ({ kind, list: listComponents(object, selection, kind, index) }));
  const kinds = lists.map(({ kind, list }) => describeListedKind(kind, list, index));
  const components = countComponents(lists, readReportedStatuses(object));
  return {
    object,
    selection,
    kinds,
    components,
    unlisted: findUnlistedEntries(object, kinds, components),
    listingErrors: kinds.filter(isUnread).map(({ kind, cause }) => cause || `${formatGroupKind(kind)} was not read`),
  };
}

/** The objects of one selected kind. `areUnread` if they are Secrets that only status.components names. */
type ComponentList = ListResult & { readonly areUnread?: true };

/**
 * The objects of one kind that the Application selects. For Secrets, which the plugin does not list, they are the entries of
 * status.components, if the status has that list.
 */
function listComponents(
  application: KubeObject,
  selection: ComponentSelection,
  kind: ComponentKind,
  index: ObjectIndex,
): ComponentList {
  const list = listSelectedObjects(application, selection, kind, index);
  const hasReportedList = Array.isArray(valueAt(application.status, "components"));
  if (list.outcome === "found" || !isSecret(kind) || !hasReportedList) return list;
  return { outcome: "found", objects: makeReportedSecrets(application), areUnread: true };
}

/** The selected objects of one kind that were read. */
function listSelectedObjects(
  application: KubeObject,
  selection: ComponentSelection,
  kind: ComponentKind,
  index: ObjectIndex,
): ListResult {
  const list = index.list(makeSelectionQuery(application, selection, kind));
  if (list.outcome !== "found") return list;
  const objects = list.objects.filter((candidate) => isSelected(candidate, application, selection));
  // No server has a group `core` (docs/api.md:23), which a list that comes from a file does not show.
  if (kind.group === "core" && objects.length === 0) return { outcome: "noSuchKind", cause: "" };
  return { ...list, objects };
}

/** The Secrets in status.components, as objects with a name and nothing else. */
function makeReportedSecrets(application: KubeObject): readonly KubeObject[] {
  const { namespace } = application.ref;
  const entries = readReportedEntries(application).filter(isSecret);
  return entries.map(({ name }) => toObject({ apiVersion: "v1", kind: "Secret", metadata: { name, namespace } }));
}

function describeListedKind(kind: ComponentKind, list: ComponentList, index: ObjectIndex): ListedKind {
  const isGiven = list.outcome === "found" && list.isGiven === true;
  return {
    kind,
    outcome: list.outcome,
    cause: list.outcome === "found" ? "" : list.cause,
    isGiven,
    isSkipped: isGiven && index.all(kind).length === 0,
  };
}

/** Whether the input is files without any object of the kinds that the Application selects, so its components are unread. */
export function areComponentsSkipped({ kinds }: ApplicationComposition): boolean {
  return kinds.length > 0 && kinds.every(({ isSkipped }) => isSkipped);
}

/**
 * The components of an Application: each listed object once, with how often it is listed, its readiness by both rule sets and
 * its status in status.components.
 */
function countComponents(
  lists: readonly { readonly list: ComponentList }[],
  reportedStatuses: ReadonlyMap<string, string>,
): readonly ApplicationComponent[] {
  const components = new Map<string, ApplicationComponent>();
  for (const { list } of lists) {
    if (list.outcome !== "found") continue;
    for (const object of list.objects) {
      const key = keyOf(object.ref);
      const counted = components.get(key) ?? makeComponent(object, list.areUnread, reportedStatuses);
      components.set(key, { ...counted, times: counted.times + 1 });
    }
  }
  return [...components.values()];
}

/** A component that is not counted yet. */
function makeComponent(
  object: KubeObject,
  isUnread: true | undefined,
  reportedStatuses: ReadonlyMap<string, string>,
): ApplicationComponent {
  return {
    key: keyOf(object.ref),
    object,
    times: 0,
    code: evaluateByCode(object),
    proposal: evaluateByProposal(object),
    ...definedFields({ reported: reportedStatuses.get(reportKey(object.ref)), isUnread }),
  };
}

/**
 * The entries of status.components that are not among the components and may still exist: their kind could not be listed, or
 * its list came from a file.
 */
function findUnlistedEntries(
  application: KubeObject,
  kinds: readonly ListedKind[],
  components: readonly ApplicationComponent[],
): readonly UnlistedEntry[] {
  const outcomes = new Map(
    kinds.map(({ kind, outcome, isGiven }) => [formatGroupKind(kind), isGiven ? "unread" : outcome]),
  );
  const componentKeys = new Set(components.map((component) => reportKey(component.object.ref)));
  return readReportedEntries(application).flatMap((entry): readonly UnlistedEntry[] => {
    if (componentKeys.has(reportKey(entry))) return [];
    const outcome = outcomes.get(formatGroupKind(entry));
    return outcome === "forbidden" || outcome === "unread" ? [{ ...entry, outcome }] : [];
  });
}

/** The statuses in status.components by the key of the component (`reportKey`). */
export function readReportedStatuses(application: KubeObject): ReadonlyMap<string, string> {
  return new Map(readReportedEntries(application).map((entry) => [reportKey(entry), entry.status]));
}

/** One entry of status.components. The controller writes no namespace there. */
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
  return `${formatGroupKind(component)} ${component.name}`;
}
