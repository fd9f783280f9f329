import type { PlacePhase } from "../connection-phase.ts";
import type { KubeObject, Ref } from "../object.ts";
import type { Report, ReportNode, RootNode } from "../report.ts";
import type { Query, Snapshot } from "../snapshot.ts";
import type { ManifestObject } from "./manifest.ts";

/** What is known about the place that applies to a document; extension/places/place-state.ts is one. */
export interface KnownPlace {
  readonly place:
    | { readonly kind: "cluster"; readonly namespaces: readonly string[] }
    | { readonly kind: "files"; readonly path: string };
  /** The context's own namespace. */
  readonly namespace?: string;
  readonly phase: PlacePhase;
  readonly report?: Report;
  readonly snapshot?: Snapshot;
  /** The Report of objects that open documents name besides the roots. */
  readonly named?: Report;
  readonly namedSnapshot?: Snapshot;
}

/** How a document in an editor is linked to an object of a cluster, or why it is not. */
export type ManifestLink = LinkedObject | LinkFailure | Unlinkable | OutOfReach;

export interface LinkedObject {
  readonly state: "linked";
  /** The object as the cluster names it. */
  readonly ref: Ref;
  /** Its node in a Report. Absent if no Report contains it: then only its existence is known. */
  readonly node?: ReportNode;
  /** The root above it, or the node itself. */
  readonly root?: RootNode;
  /** How many warnings there are about the object, a root that is healthy; absent: none. */
  readonly warningCount?: number;
  /** The Report is {@link KnownPlace.named}, of which the tree has no rows. */
  readonly isOutsideTree?: true;
  /** Absent if only its metadata was read. */
  readonly object?: KubeObject;
  readonly versionDiffers?: VersionDiffers;
  /** Another document of the same manifest about the same object: the first one; for the first, the second. */
  readonly twin?: ManifestObject;
}

/** The versions of the document and of the object that was read, if they differ. */
export interface VersionDiffers {
  readonly file: string;
  readonly read: string;
  /** False if the server refused the document's version, or its CRD does not serve it. Absent if unknown. */
  readonly isServed?: boolean;
}

/** The object was not found, or it is not read. */
export type LinkFailure =
  /** `lookedIn`: the namespaces searched; empty: all of them, or the object is cluster-scoped. */
  | { readonly state: "absent"; readonly searchedNamespaces: readonly string[] }
  | { readonly state: "noSuchKind"; readonly cause: string }
  /** `asked` is the forbidden request; absent if nothing of the place may be read. */
  | { readonly state: "forbidden"; readonly cause: string; readonly asked?: Query }
  /** It is unknown. With an empty cause it was not requested yet, or the collected data does not say. */
  | { readonly state: "unread"; readonly cause: string }
  /** A kind that is never read, because only existence matters for it. */
  | { readonly state: "notFollowed" }
  /** The document names no namespace, and several namespaces have an object of this name. */
  | { readonly state: "several"; readonly refs: readonly Ref[] };

/** The document does not say which object it means. */
interface Unlinkable {
  readonly state: Exclude<ManifestObject["state"], "named">;
}

/** Nothing is known about the place. */
interface OutOfReach {
  readonly state: Exclude<PlacePhase, "shown" | "empty" | "forbidden" | "noSuchKind">;
}
