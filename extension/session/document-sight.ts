import { l10n, type Uri } from "vscode";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import { formatStamp } from "../../shared/model/time.ts";
import type { LiveSeen } from "../../shared/render/editor/live-yaml/live-yaml.ts";
import type { ObjectAddress } from "../places/object-uri.ts";
import { isOther, type PlaceState } from "../places/place-state.ts";
import { findDocumentPlace, isContextReplaced, readContextOfDocument } from "./document-place.ts";
import type { FollowedObject } from "./follow-requests.ts";
import type { PlaceStates } from "./session-parts.ts";

/** The last known object of a document, and how current it is. */
export interface DocumentSight {
  readonly object: KubeObject | undefined;
  readonly seen: LiveSeen;
}

/** An open document about one live object. */
export interface OpenDocument {
  readonly uri: Uri;
  readonly address: ObjectAddress;
  followed: FollowedObject | undefined;
  /** The last object that was read. */
  last: KubeObject | undefined;
  /** The identity of the cluster that `last` was read from. */
  identity: string | undefined;
  text: string | undefined;
}

export function openDocument(uri: Uri, address: ObjectAddress): OpenDocument {
  return { uri, address, followed: undefined, last: undefined, identity: undefined, text: undefined };
}

/**
 * Returns the object of a document, and remembers it in the document: a deleted object stays shown as it last was. The
 * object is forgotten once the place stands for another cluster.
 */
export function findObjectOfDocument(session: PlaceStates, document: OpenDocument): DocumentSight {
  const { followed, address } = document;
  const state = followed?.shown() ?? findDocumentPlace(session, address.place);
  if (isOther(document.identity, state?.identity)) document.last = undefined;
  document.identity = state?.identity ?? document.identity;
  const object = followed?.object();
  document.last = object ?? document.last;
  const seen = findSeen(state, address, object, followed?.reading());
  if (state !== undefined || !isContextReplaced(session, address.place)) return { object: document.last, seen };
  return { object: document.last, seen: { ...seen, problem: l10n.t("it is no longer the current context") } };
}

function findSeen(
  state: PlaceState | undefined,
  address: ObjectAddress,
  object: KubeObject | undefined,
  reading: ReturnType<FollowedObject["reading"]>,
): DocumentSight["seen"] {
  const outcome = object === undefined ? reading?.outcome : "found";
  const cause = outcome !== "found" && reading !== undefined && "cause" in reading ? reading.cause : undefined;
  const problem = cause ?? state?.problem ?? state?.link.cause;
  const until = state?.link.until;
  return {
    ref: address.ref,
    place: state?.name ?? readContextOfDocument(address.place),
    isFiles: state?.place.kind === "files",
    link: state?.link.state ?? "idle",
    ...definedFields({ outcome, until: until === undefined ? undefined : formatStamp(until), problem }),
  };
}
