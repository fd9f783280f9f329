import type { Ref } from "../object.ts";

/** A JSON object as the server sent it. */
type Fields = Readonly<Record<string, unknown>>;

/** What the server says to applying a manifest, of which it stores nothing. */
export type DryRunResponse =
  /** `live`: the object before, absent where it would be created. `result`: the object as it would be stored. */
  | { readonly is: "computed"; readonly live?: Fields; readonly result: Fields }
  /** Validation, admission or a conflict refuses it. `status`: the server's Status, where it sent one. */
  | { readonly is: "refused"; readonly message: string; readonly status?: Fields }
  | {
      readonly is: "forbidden";
      readonly verb: "get" | "patch" | "create";
      readonly resource: string;
      readonly cause: string;
    }
  /** The server does not say that it can compute without storing, so that nothing was sent. */
  | { readonly is: "unsupported"; readonly resource: string; readonly cause?: string }
  | { readonly is: "unserved" | "unread"; readonly cause: string };

/** The object that a dry run is about. `namespace` is ignored for a kind without namespaces. */
export interface DryRunTarget extends Ref {
  readonly version: string;
  readonly namespace: string;
}
