import type { PastedFaultCode } from "../../model/fault/input.ts";
import { toText, valueAt } from "../json-value.ts";
import { withoutQuotes } from "./clean-text.ts";
import { describedKindOf, readDescribedKind } from "./described-kinds.ts";
import { describedResourceKind, readDescribedResource } from "./described-resource.ts";
import type { DescribedObject } from "./described-text.ts";
import { fence, hasYaml } from "./fences.ts";
import { depthOf } from "./lines.ts";

/** A pasted text in which `kubectl describe` may stand. */
export interface SplitText {
  /** The lines above it. */
  readonly before: string;
  /** The output of `kubectl describe`; empty where no line names an object. */
  readonly description: string;
  /** Whether the head of a description is missing, so that no line below can be trusted to name an object. */
  readonly isHeadless: boolean;
}

/**
 * Splits a text where a line names a described object. The description stands there without the quotes, the fence and
 * the indentation around it. What looks like a fence or a prompt in it may be a message, and stays. An indented
 * description below YAML is a value of that YAML.
 */
export function splitDescription(text: string): SplitText {
  const lines = withoutQuotes(text.split("\n"));
  const found = descriptionStart(lines);
  const before = found < 0 ? lines : lines.slice(0, found);
  const isInYaml = (place: number): boolean => hasYaml(lines.slice(0, place).join("\n"));
  const state = before.findIndex((line) => /^ {4,}State:\s+(Waiting|Running|Terminated)\s*$/.test(line));
  const isHeadless = state >= 0 && !isInYaml(state);
  const isValue = found >= 0 && /^\s/.test(lines[found] ?? "") && isInYaml(found);
  if (found < 0 || isValue) return { before: text, description: "", isHeadless };
  const isFenced = before.some((line) => fence.test(line));
  const end = isFenced ? lines.findLastIndex((line) => fence.test(line)) : -1;
  const [indentation = ""] = /^\s*/.exec(lines[found] ?? "") ?? [];
  const description = lines
    .slice(found, end > found ? end : undefined)
    .map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line));
  return { before: before.join("\n"), description: description.join("\n"), isHeadless };
}

/** The line that names a described object. One below the metadata, the spec or the status of another belongs to that. */
function descriptionStart(lines: readonly string[]): number {
  let least = Number.POSITIVE_INFINITY;
  return lines.findIndex((line, index) => {
    if (/^\s*(?:Metadata|Spec|Status):\s*$/.test(line)) least = Math.min(least, depthOf(line));
    if (!/^\s*Name:[ \t]+\S/.test(line) || depthOf(line) > least) return false;
    return depthOf(line) === 0 || /^\s+(Namespace|Roles|Labels):/.test(lines[index + 1] ?? "");
  });
}

/**
 * The objects in the output of `kubectl describe`, and why the others cannot be read: of custom resources metadata, spec,
 * status, and of every object its events. Containers and probes write texts into it as they are. Where one may pose as
 * another object, nothing from there on is read. None where the text is something else (kubectl, pkg/describe).
 */
export function readDescriptions(text: string): readonly (DescribedObject | PastedFaultCode)[] {
  const parts = partsIn(text);
  const end = forgedFrom(parts);
  const read = parts.slice(0, end < 0 ? undefined : end).flatMap((part) => readPart(part) ?? []);
  const objects = read.filter((each) => typeof each !== "string");
  const unique = [...Map.groupBy(objects, identityOf).values()].filter((same) => same.length === 1).flat();
  const faults = read.filter((each) => typeof each === "string");
  const isDoubtful = end >= 0 || unique.length < objects.length;
  return [...unique, ...faults, ...(isDoubtful ? (["described-ambiguously"] as const) : [])];
}

/** The descriptions in a text. Each begins with a name, and all but the first also with what kubectl prints below it. */
function partsIn(text: string): readonly string[] {
  const start = text.search(/^Name:[ \t]+\S/m);
  if (start < 0) return [];
  return text.slice(start).split(/^(?=Name:[ \t]+\S.*\n(?:Namespace|Roles|Labels):)/m);
}

/** The object of a description, or why it cannot be read. Undefined where it is none. */
function readPart(part: string): DescribedObject | PastedFaultCode | undefined {
  const known = describedKindOf(part);
  if (known !== undefined) return readDescribedKind(part, known);
  if (describedResourceKind(part) !== undefined) return readDescribedResource(part);
  const isBuiltIn = /^(Labels|Annotations|Events):/m.test(part) && !/^(apiVersion|Kind):/m.test(part);
  return isBuiltIn ? "described-built-in" : undefined;
}

/**
 * The first description that, or one after it, may be a text of a container; -1 for none. A termination message ends
 * only before an exit code, and one of an event anywhere. What events add of the same kind can only make things worse.
 */
function forgedFrom(parts: readonly string[]): number {
  const lastExit = parts.findLastIndex((part) => /^ {6}Exit Code:/m.test(part));
  const withEvents = new Set<string | undefined>();
  return parts.findIndex((part, index) => {
    const kind = describedKindOf(part)?.kind ?? describedResourceKind(part);
    if (kind === "Pod" && index < lastExit && /^ {6}Message:/m.test(part)) return true;
    if (withEvents.size > (withEvents.has(kind) ? 1 : 0)) return true;
    if (/^Events:[ \t]*\n[ \t]+Type\b/m.test(part)) withEvents.add(kind);
    return false;
  });
}

function identityOf({ object }: DescribedObject): string {
  const paths = [["apiVersion"], ["kind"], ["metadata", "namespace"], ["metadata", "name"]];
  return JSON.stringify(paths.map((path) => toText(valueAt(object, path))));
}
