import type { ManifestObject } from "./manifest.ts";
import type { KubeObject, Ref } from "./object.ts";
import type { Phase } from "./phase.ts";
import type { Node, Report, RootNode } from "./report.ts";
import type { Query, Snapshot } from "./snapshot.ts";

/** What is known of the place that counts for a document; extension/shown.ts is one. */
export interface KnownPlace {
  readonly place:
    | { readonly kind: "cluster"; readonly namespaces: readonly string[] }
    | { readonly kind: "files"; readonly path: string };
  /** The context's own. */
  readonly namespace?: string;
  readonly phase: Phase;
  readonly report?: Report;
  readonly snapshot?: Snapshot;
  /** Of what open documents name beside the roots. */
  readonly named?: Report;
  readonly namedSnapshot?: Snapshot;
}

/** How a document of an editor is tied to an object of a cluster, or why it is not. */
export type ManifestLink = Linked | Missed | Unlinkable | OutOfReach;

export interface Linked {
  readonly state: "linked";
  /** As the cluster has it. */
  readonly ref: Ref;
  /** Where it stands in a Report; absent where no Report speaks of it: then all that is known is that it is there. */
  readonly node?: Node;
  /** The root above it, or itself. */
  readonly root?: RootNode;
  /** Absent where only its metadata was read. */
  readonly object?: KubeObject;
  readonly versionDiffers?: VersionDiffers;
  /** Another document of the same manifest about the same object: the first one, or of the first the second. */
  readonly twin?: ManifestObject;
}

/** The document's version is not the one in which the object was read. */
export interface VersionDiffers {
  readonly file: string;
  readonly read: string;
  /** The server refused the document's version, or its definition says that it is not served; absent: nobody knows. */
  readonly isServed?: boolean;
}

/** It was looked for, or nobody does. */
export type Missed =
  /** `lookedIn`: namespaces; empty: all of them, or it lies in none. */
  | { readonly state: "absent"; readonly lookedIn: readonly string[] }
  | { readonly state: "noSuchKind"; readonly cause: string }
  /** `asked` is the question that was refused; absent where nothing of the place may be read. */
  | { readonly state: "forbidden"; readonly cause: string; readonly asked?: Query }
  /** Nobody could tell; an empty cause: it was not asked for yet, or what was collected does not say. */
  | { readonly state: "unread"; readonly cause: string }
  /** A kind that nothing asks for, because there is no more to say about it than that it is there. */
  | { readonly state: "notFollowed" }
  /** The document names no namespace, and several have an object of this name. */
  | { readonly state: "several"; readonly refs: readonly Ref[] };

/** The document does not say which object it means. */
interface Unlinkable {
  readonly state: Exclude<ManifestObject["state"], "named">;
}

/** Nothing is known of the place. */
interface OutOfReach {
  readonly state: Exclude<Phase, "shown" | "empty" | "forbidden" | "noSuchKind">;
}
