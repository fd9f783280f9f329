import { definedFields } from "../../../model/defined-fields.ts";
import type { Reading } from "../../../model/snapshot.ts";
import { ConnectionError, InputError } from "../../errors/errors.ts";
import type { ListPosition } from "../../reader/reader.ts";

/** How one request of a reflector ended. */
export type ReflectorStep =
  /** All objects were read. Without a place there is nothing to watch from. */
  | { readonly is: "listed"; readonly place?: ListPosition }
  /** The server ended the watch in good order. */
  | { readonly is: "over" }
  /** The server no longer has the version that the watch continues from. */
  | { readonly is: "expired" }
  /** The server has nothing at the path of the watch. A list shows more. */
  | { readonly is: "moved" }
  /** The objects may be read, but not watched. */
  | { readonly is: "unwatchable" }
  | { readonly is: "refused"; readonly reading: Extract<Reading, { readonly cause: string }> }
  | { readonly is: "busy"; readonly cause: string; readonly seconds?: number; readonly reading?: Reading }
  /** The connection broke off, with `silentForMs` after that many milliseconds without data. */
  | { readonly is: "cut"; readonly cause: string; readonly silentForMs?: number }
  | { readonly is: "lost"; readonly state: Lost; readonly cause: string; readonly brief?: string };

/** No server responds, or it does not accept the credentials. */
type Lost = "unreachable" | "authRequired";

/** What an error means for the connection to the server. Undefined where no server caused it. */
export function lostStateFromError(error: unknown): Lost | undefined {
  // Such as a token file that does not exist any more.
  if (error instanceof InputError) return "authRequired";
  if (!(error instanceof ConnectionError)) return undefined;
  return error.reason === "credentials" ? "authRequired" : "unreachable";
}

/** The step for an unreachable server, or for one that does not accept the credentials. @throws any other error. */
export function lostStep(error: unknown): ReflectorStep {
  const state = lostStateFromError(error);
  if (state === undefined) throw error;
  const { message: cause, brief } = error as Error & Partial<ConnectionError>;
  return { is: "lost", state, cause, ...definedFields({ brief }) };
}
