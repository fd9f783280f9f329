import type { GenericEvidence } from "../model/finding-generic.ts";
import { count, listOf } from "./words-names.ts";

/** What is said of an object of which no more is known than its conditions and what belongs to it. */
export function describeGeneric(evidence: GenericEvidence, about: string): string {
  switch (evidence.code) {
    case "not-judged":
      if (evidence.known === true)
        return `${listOf(evidence.types)} of ${about} ${evidence.types.length === 1 ? "does" : "do"} not say how it is: nobody can tell`;
      return evidence.types.length === 0
        ? `${about} has no conditions and no rule knows its kind: nobody can tell how it is`
        : `no rule knows what ${listOf(evidence.types)} of ${about} ${evidence.types.length === 1 ? "means" : "mean"}: nobody can tell how it is; a file for --senses can say it`;
    case "odd-related":
      return evidence.unusable === 0
        ? `the relatedObjects of ${about} are no list and were not read`
        : `${count(evidence.unusable, "entry", "entries")} in the relatedObjects of ${about} ${evidence.unusable === 1 ? "names" : "name"} no object and ${evidence.unusable === 1 ? "was" : "were"} left out`;
    case "owner-cycle":
      return `${listOf(evidence.names)} ${evidence.names.length === 1 ? "owns itself" : "own each other in a circle"}: the garbage collector leaves ${evidence.names.length === 1 ? "it" : "them"} until somebody deletes ${evidence.names.length === 1 ? "it" : "one"}`;
    case "owned-cut":
      return `${count(evidence.objects, "owned object")} below ${about} ${evidence.objects === 1 ? "is" : "are"} not shown: more than ${evidence.depth} steps down, or too many`;
  }
}
