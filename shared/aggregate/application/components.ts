import { type KubeObject, keyOf } from "../../model/object.ts";
import { at, list, text } from "../../parse/value.ts";
import type { Listing } from "../listing.ts";
import type { Index } from "../lookup.ts";
import type { Counted } from "./expected.ts";
import { readinessByCode } from "./readiness-code.ts";
import { readinessByProposal } from "./readiness-proposal.ts";
import { type ComponentKind, matches, queryOf, type Selection, selectionOf } from "./selection.ts";

/** One component of an Application; `reported`: its word in status.components, where it stands there. */
export interface Component extends Counted {
  readonly key: string;
  readonly reported?: string;
}

/** One kind of spec.componentKinds and how its list was answered; a kind that is named twice stands here twice. */
export interface ListedKind {
  readonly kind: ComponentKind;
  readonly outcome: Listing["outcome"];
  readonly cause: string;
  /** It was looked for in a file, which holds what somebody chose to write down. */
  readonly isGiven: boolean;
}

/** What an Application consists of, as the controller would find it now. */
export interface Composition {
  readonly object: KubeObject;
  readonly selection: Selection;
  readonly kinds: readonly ListedKind[];
  /** Each object once, in the order of kinds and lists; the Application itself too, where it selects itself. */
  readonly components: readonly Component[];
  /** What could not be listed, in the words of whoever refused. */
  readonly listingErrors: readonly string[];
  /** What status.components names of kinds that could not be listed, or that a file names and does not hold. */
  readonly unlisted: readonly UnlistedEntry[];
}

interface UnlistedEntry extends ReportedEntry {
  readonly outcome: "forbidden" | "unread";
}

/** What `object` selects; worked out once for each snapshot, because it may stand below many others. */
export function compositionOf(object: KubeObject, index: Index): Composition {
  const known = compositions.get(index) ?? new WeakMap<KubeObject, Composition>();
  compositions.set(index, known);
  const composition = known.get(object) ?? composed(object, index);
  known.set(object, composition);
  return composition;
}

const compositions = new WeakMap<Index, WeakMap<KubeObject, Composition>>();

function composed(object: KubeObject, index: Index): Composition {
  const selection = selectionOf(object);
  const asked = selection.selects === "nothing" ? [] : selection.kinds;
  const answers = asked.map((kind) => ({ kind, listing: listed(object, selection, kind, index) }));
  const found = answers.flatMap(({ listing }) => (listing.outcome === "found" ? listing.objects : []));
  const kinds = answers.map(({ kind, listing }) => ({
    kind,
    outcome: listing.outcome,
    cause: listing.outcome === "found" ? "" : listing.cause,
    isGiven: listing.outcome === "found" && listing.isGiven === true,
  }));
  const components = countedOnce(found, reportedStatuses(object));
  return {
    object,
    selection,
    kinds,
    components,
    unlisted: unlistedOf(object, kinds, components),
    listingErrors: kinds
      .filter(({ outcome }) => outcome === "forbidden" || outcome === "unread")
      .map(
        ({ kind, cause }) => cause || `${kind.group === "" ? kind.kind : `${kind.kind}.${kind.group}`} was not read`,
      ),
  };
}

function unlistedOf(
  object: KubeObject,
  kinds: readonly ListedKind[],
  components: readonly Component[],
): readonly UnlistedEntry[] {
  const outcomes = new Map(
    kinds.map(({ kind, outcome, isGiven }) => [`${kind.kind}.${kind.group}`, isGiven ? "unread" : outcome]),
  );
  const held = new Set(components.map((each) => reportKey(each.object.ref)));
  return reportedEntries(object).flatMap((entry) => {
    const outcome = outcomes.get(`${entry.kind}.${entry.group}`);
    const isSeen = held.has(reportKey(entry)) || (outcome !== "forbidden" && outcome !== "unread");
    return isSeen ? [] : [{ ...entry, outcome }];
  });
}

/** The objects of one kind that it means; a file cannot know kinds, but no server has a group `core` (docs/api.md:23). */
function listed(object: KubeObject, selection: Selection, kind: ComponentKind, index: Index): Listing {
  const listing = index.list(queryOf(object, selection, kind));
  if (listing.outcome !== "found") return listing;
  const objects = listing.objects.filter((each) => matches(each, object, selection));
  return kind.group === "core" && objects.length === 0 ? { outcome: "noSuchKind", cause: "" } : { ...listing, objects };
}

function countedOnce(objects: readonly KubeObject[], reported: ReadonlyMap<string, string>): readonly Component[] {
  const times = new Map<string, number>();
  const first = new Map<string, KubeObject>();
  for (const object of objects) {
    const key = keyOf(object.ref);
    times.set(key, (times.get(key) ?? 0) + 1);
    if (!first.has(key)) first.set(key, object);
  }
  return Array.from(first, ([key, object]) => {
    const said = reported.get(reportKey(object.ref));
    return {
      key,
      object,
      times: times.get(key) ?? 1,
      code: readinessByCode(object),
      proposal: readinessByProposal(object),
      ...(said === undefined ? {} : { reported: said }),
    };
  });
}

/** status.components by group, kind and name: the controller writes no namespace there. */
export function reportedStatuses(object: KubeObject): ReadonlyMap<string, string> {
  return new Map(reportedEntries(object).map((entry) => [reportKey(entry), entry.status]));
}

type ReportedEntry = Readonly<Record<"group" | "kind" | "name" | "status", string>>;

function reportedEntries({ status }: KubeObject): readonly ReportedEntry[] {
  return list(at(status, ["components"])).map((entry) => {
    const [group = "", kind = "", name = "", said = ""] = ["group", "kind", "name", "status"].map((key) =>
      text(at(entry, [key])),
    );
    return { group, kind, name, status: said };
  });
}

/** What a component is known by in status.components. */
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
