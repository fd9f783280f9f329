import type { Explanation } from "../model/finding/explanation.ts";
import { isSameKind } from "../model/kind.ts";
import type { Ref } from "../model/object.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";
import { findExplanations, splitWriters } from "./explain-reason.ts";

/**
 * The explanation of a type or reason as an object of this kind uses it. Without one for this kind, the explanation for any
 * object.
 */
export function findExplanationForKind(word: string, kind: "condition" | "reason", ref: Ref): Explanation | undefined {
  if (word === "") return undefined;
  const entries = findExplanations(word).filter((entry) => entry.code === word && entry.kind === kind);
  const entryForKind = entries.find(({ of }) => splitWriters(of).some((writer) => isWriterOf(writer, ref)));
  return entryForKind ?? entries.find(({ of }) => of === "any object");
}

/** Whether a writer, as the field `of` of an explanation names it, writes the status of an object of this kind. */
function isWriterOf(writer: string, ref: Ref): boolean {
  if (writer === ref.kind) return true;
  if (writer === "other components") return hcoProfile.components.some((component) => isSameKind(component, ref));
  if (writer === "Greenhouse") return ref.group.startsWith("greenhouse.");
  return writer === "other kinds of Flux" && ref.group.endsWith(".toolkit.fluxcd.io");
}
