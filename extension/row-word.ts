import { window } from "vscode";
import type { Ref } from "../shared/model/object.ts";
import type { Place } from "./place.ts";
import type { Session } from "./session.ts";

/** What a command was called with: a row of the tree, or an object's names as a link carries them; anything else is nothing. */
export function refOf(word: unknown): Ref | undefined {
  const ref = typeof word === "object" && word !== null && "ref" in word ? word.ref : word;
  if (typeof ref !== "object" || ref === null) return undefined;
  const { group, version, kind, namespace, name, uid } = ref as Readonly<Record<string, unknown>>;
  if (typeof group !== "string" || typeof kind !== "string" || typeof name !== "string") return undefined;
  return {
    ...{ group, kind, name },
    ...(typeof version === "string" && { version }),
    ...(typeof namespace === "string" && { namespace }),
    ...(typeof uid === "string" && { uid }),
  };
}

/** A link may name only a place that counts for a document that is open: it must not choose a kubeconfig. */
export function placeOf(session: Session, word: unknown): Place | undefined {
  const named = typeof word === "object" && word !== null && "place" in word ? word.place : word;
  const text = JSON.stringify(named);
  const open = window.visibleTextEditors.map(({ document }) => session.at(document.uri).place);
  return open.find((one) => JSON.stringify(one) === text);
}
