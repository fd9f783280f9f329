import type { PastedFaultCode } from "../../model/fault/input.ts";
import { type Fields, toText, valueAt } from "../json-value.ts";
import { mayBeCut } from "./cut/cut-objects.ts";
import { describedKindName, readDescribedKind } from "./described-kinds.ts";
import { describedResourceKind, isCutDescription, readDescribedResource } from "./described-resource.ts";

/** The content of a `kubectl describe`: the objects with their events, and why the rest cannot be read. */
export interface DescribedObjects {
  readonly objects: readonly Fields[];
  /** The objects of which a part is missing. */
  readonly cuts: ReadonlySet<Fields>;
  readonly faults: readonly PastedFaultCode[];
}

/**
 * The objects in the output of `kubectl describe`: of custom resources metadata, spec, status, and of every object its
 * events. Containers and probes write texts into it as they are. Where one may pose as another object, nothing from
 * there on is read. None where the text is something else (kubectl, pkg/describe).
 */
export function readDescribeText(text: string): DescribedObjects {
  const parts = partsIn(text);
  const end = forgedFrom(parts);
  const trusted = end < 0 ? parts : parts.slice(0, end);
  const cuts = new Set<Fields>();
  const read = trusted.map((part) => readPart(part, cuts)).filter((each) => each !== undefined);
  const objects = read.filter((each) => typeof each !== "string");
  const unique = [...Map.groupBy(objects, identityIn).values()].filter((same) => same.length === 1).flat();
  const isDoubtful = end >= 0 || unique.length < objects.length;
  const faults = read.filter((each) => typeof each === "string");
  return {
    objects: unique.flat(),
    cuts,
    faults: [...new Set([...faults, ...(isDoubtful ? (["described-ambiguously"] as const) : [])])],
  };
}

/** The descriptions in a text. Each begins with a name, and all but the first also with what kubectl prints below it. */
function partsIn(text: string): readonly string[] {
  const start = text.search(/^Name:[ \t]+\S/m);
  if (start < 0) return [];
  return text.slice(start).split(/^(?=Name:[ \t]+\S.*\r?\n(?:Namespace|Roles|Labels):)/m);
}

/** The object of a description with its events, or why it cannot be read. Undefined where it is none. */
function readPart(part: string, cuts: Set<Fields>): readonly Fields[] | PastedFaultCode | undefined {
  const known = readDescribedKind(part);
  if (known !== undefined) return known;
  if (describedResourceKind(part) !== undefined) {
    const read = readDescribedResource(part);
    const [object] = typeof read === "string" ? [] : read;
    if (object === undefined || !isCutDescription(part)) return read;
    if (!mayBeCut(object)) return "described-in-part";
    cuts.add(object);
    return read;
  }
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
    const kind = kindIn(part);
    if (kind === "Pod" && index < lastExit && /^ {6}Message:/m.test(part)) return true;
    if (withEvents.size > (withEvents.has(kind) ? 1 : 0)) return true;
    if (hasEvents(part)) withEvents.add(kind);
    return false;
  });
}

function hasEvents(part: string): boolean {
  return /^Events:[ \t]*\r?\n[ \t]+Type\b/m.test(part);
}

function kindIn(part: string): string | undefined {
  return describedKindName(part) ?? describedResourceKind(part);
}

function identityIn([object]: readonly Fields[]): string {
  const [name, namespace] = ["name", "namespace"].map((field) => toText(valueAt(object, ["metadata", field])));
  return JSON.stringify([object?.["apiVersion"], object?.["kind"], namespace, name]);
}
