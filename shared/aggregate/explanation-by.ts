import type { Explanation } from "../model/explanation.ts";
import type { Ref } from "../model/object.ts";
import { hco } from "../profiles/hco.ts";
import { explained } from "./explain.ts";

/** What a word means where this kind of object says it: by whose word it is, and for a type else the general meaning. */
export function explanationBy(word: string, kind: "condition" | "reason", ref: Ref): Explanation | undefined {
  if (word === "") return undefined;
  const entries = explained(word).filter((entry) => entry.code === word && entry.kind === kind);
  const own = entries.find(({ of }) => speakersOf(of).some((speaker) => speaks(speaker, ref)));
  return own ?? entries.find(({ of }) => of === "any object");
}

function speakersOf(of: string): readonly string[] {
  return of.split(/, | and /);
}

function speaks(speaker: string, ref: Ref): boolean {
  if (speaker === ref.kind) return true;
  if (speaker === "other components")
    return hco.components.some(({ group, kind }) => group === ref.group && kind === ref.kind);
  if (speaker === "Greenhouse") return ref.group.startsWith("greenhouse.");
  return speaker === "other kinds of Flux" && ref.group.endsWith(".toolkit.fluxcd.io");
}
