import type { FoundPiece, PolarityFault, UnknownWord } from "../../../model/fault/polarity.ts";
import type { PolarityRow } from "../../../model/profile.ts";
import { inputFaultText } from "../../../parse/input-fault-text.ts";

const example = "polarity: [{type: Hibernated, polarity: info}]";

/** What is wrong in a polarity file, and what is allowed there. */
export function polarityFaultText(fault: PolarityFault): string {
  switch (fault.code) {
    case "binary":
      return "binary data, not YAML";
    case "no-yaml":
      return `not YAML: ${inputFaultText(fault.cause)}`;
    case "empty":
      return `it is empty; write for example ${example}`;
    case "second-document":
      return "more than one YAML document; use one";
    case "no-mapping":
      return `expected a mapping with polarity or kinds, found ${pieceText(fault.found)}`;
    case "no-polarities":
      return `the key polarity or kinds is missing; write for example ${example}`;
    case "no-list":
      return `expected a list of rows under ${fault.key}, each with a dash, found ${pieceText(fault.found)}`;
    case "no-row":
      return `expected a row such as {type: Hibernated, polarity: info}, found ${pieceText(fault.found)}`;
    case "no-key":
      return `expected a key, found ${pieceText(fault.found)}`;
    case "no-word":
      return `expected one word after ${fault.key}, found ${pieceText(fault.found)}`;
    case "no-items":
      return `expected a list after ${fault.key}, found ${pieceText(fault.found)}`;
    case "no-entries":
      return `expected a mapping after ${fault.key}, found ${pieceText(fault.found)}`;
    case "no-field":
      return `a row needs ${fault.key}`;
    case "odd-path":
      return `"${fault.path}" is not a path; write for example status.nodes.*.state or metadata.labels[acme.io/tier]`;
    case "no-kind":
      return "a row of kinds needs kind and group";
    case "kind-twice":
      return `the kind ${fault.kind} of group "${fault.group}" stands twice, first at ${fault.before}; keep one`;
    case "no-type":
      return "a row needs a type";
    case "no-polarity":
      return `the row of ${fault.type} needs a polarity; allowed: ${fault.allowed.join(", ")}`;
    case "unknown-key":
    case "unknown-row-key":
    case "unknown-polarity":
    case "unknown-verdict":
    case "unknown-choice":
      return unknownText(fault);
    case "odd-kind":
      return `"${fault.kind}" is not a kind; use the kind of the manifest, such as VirtualMachine`;
    case "odd-group": {
      const advice = fault.group.includes("/") ? "omit the version" : "use a name such as kubevirt.io";
      return `"${fault.group}" is not an API group; ${advice}`;
    }
    case "twice":
      return `the polarity of ${rowTitle(fault.row)} is defined twice, first at ${fault.before}; keep one`;
  }
}

function unknownText({ code, found, guess, allowed }: UnknownWord): string {
  const [what, place] = unknown[code];
  const hint = guess === undefined ? ";" : `, did you mean ${guess}?`;
  return `unknown ${what} "${found.slice(0, 60)}"${place}${hint} allowed: ${allowed.join(", ")}`;
}

const unknown: Readonly<Record<UnknownWord["code"], readonly [what: string, place: string]>> = {
  "unknown-key": ["key", " here"],
  "unknown-row-key": ["key", " in a row"],
  "unknown-polarity": ["polarity", ""],
  "unknown-verdict": ["verdict", ""],
  "unknown-choice": ["value", ""],
};

function rowTitle({ type, kind, group }: PolarityRow): string {
  return `${type}${kind === undefined ? "" : ` of kind ${kind}`}${group === undefined ? "" : ` of group "${group}"`}`;
}

function pieceText(found: FoundPiece): string {
  if (typeof found === "object") return `the word "${found.word.slice(0, 60)}"`;
  return { nothing: "nothing", list: "a list", mapping: "a mapping", alias: "an alias" }[found];
}
