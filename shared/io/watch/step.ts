import type { Reading } from "../../model/snapshot.ts";
import { ConnectionError, InputError } from "../errors.ts";
import type { Place } from "../reader.ts";

/** How one question of a reflector ended. */
export type Step =
  /** All was read; without a place there is nothing to watch from. */
  | { readonly is: "listed"; readonly place?: Place }
  /** The server ended the watch in good order. */
  | { readonly is: "over" }
  /** What we wanted to go on from is not there any more. */
  | { readonly is: "expired" }
  /** Where we watched there is nothing now: a list says more. */
  | { readonly is: "moved" }
  /** It may be read, but not watched. */
  | { readonly is: "unwatchable" }
  | { readonly is: "refused"; readonly reading: Extract<Reading, { readonly cause: string }> }
  | { readonly is: "busy"; readonly cause: string; readonly seconds?: number; readonly reading?: Reading }
  /** Perhaps after so many milliseconds without a word. */
  | { readonly is: "cut"; readonly cause: string; readonly silentFor?: number }
  | { readonly is: "lost"; readonly state: Lost; readonly cause: string };

/** No server, or one that does not know us. */
type Lost = "unreachable" | "authRequired";

/** What an error means for the way to the server; undefined: nothing, it is the fault of no server. */
export function lostBy(error: unknown): Lost | undefined {
  // The file of a token that is gone, say.
  if (error instanceof InputError) return "authRequired";
  if (!(error instanceof ConnectionError)) return undefined;
  return error.reason === "credentials" ? "authRequired" : "unreachable";
}

/** No server, or one that does not know us, is a step like any other. @throws what is neither. */
export function lost(error: unknown): Step {
  const state = lostBy(error);
  if (state === undefined) throw error;
  return { is: "lost", state, cause: (error as Error).message };
}
