import type { Damage } from "../model/snapshot.ts";
import { binaryCause, readSegment, segmentsOf, withoutMark } from "./documents.ts";
import { goYaml } from "./go-yaml.ts";
import { placesOf } from "./place.ts";
import { type Attempt, readYaml } from "./yaml.ts";

/** The first document of a text as plain data, null where it is empty; or why there is none. */
export type FirstDocument =
  | { readonly value: unknown; readonly damage?: never }
  | { readonly damage: Damage; readonly value?: never };

/**
 * Reads a text as kubectl reads a kubeconfig: its first document and no further, in the words of {@link goYaml};
 * `where` is what people call the text. Never throws, and says of what it cannot read no more than the place: a password
 * without quotes may look like an alias or a tag.
 */
export function firstDocumentOf(text: string, where: string): FirstDocument {
  const source = withoutMark(text);
  if (source.includes("\0")) return { damage: { where, cause: binaryCause } };
  const [segment = { start: 0, end: 0 }] = segmentsOf(source);
  const [first] = readSegment(source, segment, (part) => withinJson(readYaml(part, goYaml)));
  if (first === undefined) return { value: null };
  const { fault } = first.attempt;
  if (fault === undefined) return { value: first.attempt.value };
  return {
    damage: { where: `${where}:${placesOf(source)(first.start + fault.offset)}`, cause: withoutNames(fault.cause) },
  };
}

// What js-yaml quotes: a name in double quotes, a tag in !<...>, or what follows a colon.
function withoutNames(cause: string): string {
  return cause.replace(/"(?:.*"|.*)|!<(?:.*>|.*)|(?<=characters: ).*/s, "…");
}

// sigs.k8s.io/yaml turns all of a document into JSON before it looks for what it knows.
function withinJson(attempt: Attempt): Attempt {
  if (attempt.fault !== undefined || !holdsInfinity(attempt.value)) return attempt;
  return { fault: { offset: 0, cause: "infinity (.inf) or .nan, which JSON cannot hold" } };
}

function holdsInfinity(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsInfinity);
}
