import type { Explanation } from "../model/finding/explanation.ts";
import { isSameKind } from "../model/kind.ts";
import type { Ref } from "../model/object.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";
import { findExplanations, namesIn } from "./explain-reason.ts";

/**
 * The explanation of a word as this kind of object uses it. A type or reason without one of this kind gets the general
 * explanation.
 */
export function explanationBy(word: string, kind: "condition" | "reason", ref: Ref): Explanation | undefined {
  if (word === "") return undefined;
  const entries = findExplanations(word).filter((entry) => entry.code === word && entry.kind === kind);
  const own = entries.find(({ of }) => namesIn(of).some((speaker) => speaks(speaker, ref)));
  return own ?? entries.find(({ of }) => of === "any object");
}

function speaks(speaker: string, ref: Ref): boolean {
  if (speaker === ref.kind) return true;
  if (speaker === "other components") return hcoProfile.components.some((each) => isSameKind(each, ref));
  if (speaker === "Greenhouse") return ref.group.startsWith("greenhouse.");
  return speaker === "other kinds of Flux" && ref.group.endsWith(".toolkit.fluxcd.io");
}
