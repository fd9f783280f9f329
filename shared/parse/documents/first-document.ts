import type { InputFault, PlacedFault } from "../../model/fault/input.ts";
import { lineColumnFinder } from "../json-path.ts";
import { goYaml } from "../yaml/go-yaml-rules.ts";
import { readYaml, type YamlAttempt } from "../yaml/read-yaml.ts";
import { readSegment, removeByteOrderMark, splitSegments } from "./split-documents.ts";

/** The first document of a text as plain data; null if it is empty. Or why it could not be read. */
export type FirstDocument =
  | { readonly value: unknown; readonly fault?: never }
  | { readonly fault: PlacedFault; readonly value?: never };

/**
 * Reads the first document of a text, as kubectl reads a kubeconfig, in the dialect {@link goYaml}. `where` is the name
 * of the text for the user. Never throws. A fault names only the place: a password without quotes may look like an
 * alias or a tag.
 */
export function readFirstDocument(text: string, where: string): FirstDocument {
  const source = removeByteOrderMark(text);
  if (source.includes("\0")) return { fault: { where, fault: { code: "binary" } } };
  const [segment = { start: 0, end: 0 }] = splitSegments(source);
  const [first] = readSegment(source, segment, {
    parseYaml: (part) => withinJson(readYaml(part, goYaml)),
  });
  if (first === undefined) return { value: null };
  const { fault } = first.attempt;
  if (fault === undefined) return { value: first.attempt.value };
  return {
    fault: {
      where: `${where}:${lineColumnFinder(source)(first.start + fault.offset)}`,
      fault: withoutNames(fault.cause),
    },
  };
}

// The texts that js-yaml quotes: a name in double quotes, a tag in !<...>, or what follows a colon.
function withoutNames(fault: InputFault): InputFault {
  if (fault.code !== "no-yaml") return fault;
  const reason = fault.reason.replace(/"(?:.*"|.*)|!<(?:.*>|.*)|(?<=characters: ).*/s, "…");
  return { ...fault, reason };
}

// sigs.k8s.io/yaml converts the whole document to JSON before it reads known fields.
function withinJson(attempt: YamlAttempt): YamlAttempt {
  if (attempt.fault !== undefined || !holdsInfinity(attempt.value)) return attempt;
  return { fault: { offset: 0, cause: { code: "infinity" } } };
}

function holdsInfinity(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsInfinity);
}
