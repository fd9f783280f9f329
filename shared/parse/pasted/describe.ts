import type { PastedFaultCode } from "../../model/fault/input.ts";
import { findKindOfCommand, type KindFinder, printsPartOfObject, removesMatchingLines } from "./commands.ts";
import { identityOf } from "./complete-object.ts";
import { findDescribedKind } from "./described-kinds.ts";
import { readDescribedResource, readPartOfResource, readResourceKind } from "./described-resource.ts";
import { readDescribedKind } from "./described-sections.ts";
import type { DescribedObject } from "./described-text.ts";
import { fencePattern, hasYaml, keepFencedText } from "./fences.ts";
import { depthOf, isFilled, type Lines } from "./lines.ts";
import { removeQuoteMarks } from "./quote-marks.ts";
import { removeShellLines } from "./terminal.ts";

/*
 * A text of `kubectl describe` is read in this order:
 *   1. as the end of a Pod's description, if a container's state is above any name: refused, as `described-in-part`
 *   2. as whole descriptions, from the first line that names an object on (`readWholeDescriptions`)
 *   3. as parts of custom resources, if no whole description of one can be read (`readPartialDescriptions`)
 * A description contains texts of containers and probes as they are, so that one may pose as another object. From the first
 * description that may be such a text on, nothing is read (`findForgedDescription`).
 */

/** The objects of descriptions, and why others cannot be read. Both are empty if there is no description. */
interface Descriptions {
  readonly objects: readonly DescribedObject[];
  readonly faults: readonly PastedFaultCode[];
}

const noDescriptions: Descriptions = { objects: [], faults: [] };

function refuse(fault: PastedFaultCode): Descriptions {
  return { objects: [], faults: [fault] };
}

/** The descriptions in a text. */
interface DescribedText extends Descriptions {
  /** The text above the first line that names an object. Empty for parts of descriptions. */
  readonly above: string;
  /** Whether the descriptions are parts, from below the names of the objects on. */
  readonly isPart: boolean;
}

/** Reads the output of `kubectl describe` in a text. */
export function readDescribed(text: string, findKind: KindFinder): DescribedText {
  const lines = removeQuoteMarks(text.split("\n"));
  const nameLine = findNameLine(lines);
  const linesAbove = lines.slice(0, nameLine < 0 ? undefined : nameLine);
  const isBelowYaml = (index: number): boolean => hasYaml(lines.slice(0, index).join("\n"));
  const containerState = linesAbove.findIndex((line) => /^ {4,}State:\s+(Waiting|Running|Terminated)\s*$/.test(line));
  // The head of a Pod is missing. A line below that looks like the name of an object may be a text of the Pod.
  if (containerState >= 0 && !isBelowYaml(containerState)) {
    return { ...refuse("described-in-part"), above: "", isPart: false };
  }
  // An indented description below YAML is a value of that YAML.
  const isValueOfYaml = nameLine >= 0 && /^\s/.test(lines[nameLine] ?? "") && isBelowYaml(nameLine);
  const whole = nameLine < 0 || isValueOfYaml ? noDescriptions : readWholeDescriptions(lines, nameLine);
  const hasOnlyBuiltIn = whole.objects.length === 0 && whole.faults.every((fault) => fault === "described-built-in");
  if (hasOnlyBuiltIn) {
    const parts = readPartialDescriptions(lines, findKind);
    if (parts.objects.length > 0 || parts.faults.length > 0) return { ...parts, above: "", isPart: true };
  }
  return { ...whole, above: linesAbove.join("\n"), isPart: false };
}

/**
 * The index of the first line that names a described object; -1 if there is none. A name below the metadata, the spec or the
 * status of another object belongs to that object. An indented name counts only above a label that follows a name.
 */
function findNameLine(lines: Lines): number {
  let minSectionDepth = Number.POSITIVE_INFINITY;
  return lines.findIndex((line, index) => {
    if (/^\s*(?:Metadata|Spec|Status):\s*$/.test(line)) minSectionDepth = Math.min(minSectionDepth, depthOf(line));
    if (!/^\s*Name:[ \t]+\S/.test(line) || depthOf(line) > minSectionDepth) return false;
    return depthOf(line) === 0 || /^\s+(Namespace|Roles|Labels):/.test(lines[index + 1] ?? "");
  });
}

/**
 * Reads the objects that are described from the line `nameLine` on, up to the end of a fence around them. Lines that look
 * like a fence or a prompt stay: they may be text of a container. Omits objects that are described more than once.
 */
function readWholeDescriptions(lines: Lines, nameLine: number): Descriptions {
  const isFenced = lines.slice(0, nameLine).some((line) => fencePattern.test(line));
  const lastFence = isFenced ? lines.findLastIndex((line) => fencePattern.test(line)) : -1;
  const indentation = " ".repeat(depthOf(lines[nameLine] ?? ""));
  const description = lines
    .slice(nameLine, lastFence > nameLine ? lastFence : undefined)
    .map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line));
  // Each begins with a name, and all but the first also with what kubectl prints below it.
  const parts = description.join("\n").split(/^(?=Name:[ \t]+\S.*\n(?:Namespace|Roles|Labels):)/m);
  const forged = findForgedDescription(parts);
  const trusted = parts.slice(0, forged < 0 ? undefined : forged);
  const { objects, faults } = sortDescriptions(trusted.map(readDescription));
  const command = lines.slice(0, nameLine).findLast(isFilled) ?? "";
  if (objects.length > 0 && isCutBy(command, description)) return refuse("cut-output");
  const byIdentity = Map.groupBy(objects, ({ object }) => identityOf(object));
  const unique = [...byIdentity.values()].filter((same) => same.length === 1).flat();
  const isAmbiguous = forged >= 0 || unique.length < objects.length;
  return { objects: unique, faults: isAmbiguous ? [...faults, "described-ambiguously"] : faults };
}

/** Sorts results into objects and faults. A result is undefined if its text was no description. */
function sortDescriptions(results: readonly (DescribedObject | PastedFaultCode | undefined)[]): Descriptions {
  return {
    objects: results.filter((result) => typeof result === "object"),
    faults: results.filter((result) => typeof result === "string"),
  };
}

/** The object of one description, or why it cannot be read. Undefined if the text is no description. */
function readDescription(text: string): DescribedObject | PastedFaultCode | undefined {
  const builtInKind = findDescribedKind(text);
  if (builtInKind !== undefined) return readDescribedKind(text, builtInKind);
  if (readResourceKind(text) !== undefined) return readDescribedResource(text.split("\n"));
  const isBuiltIn = /^(Labels|Annotations|Events):/m.test(text) && !/^(apiVersion|Kind):/m.test(text);
  return isBuiltIn ? "described-built-in" : undefined;
}

/**
 * The index of the first description from which on a text of an object may pose as another object; -1 if there is none:
 *   1. a Pod with a termination message before the last exit code of the text: the message ends only at an exit code
 *   2. a description after one of another kind with events: a message of an event may be anything. A forged description of
 *      the same kind can only add faults.
 */
function findForgedDescription(descriptions: readonly string[]): number {
  const lastExit = descriptions.findLastIndex((text) => /^ {6}Exit Code:/m.test(text));
  let kindWithEvents: string | undefined;
  return descriptions.findIndex((text, index) => {
    const kind = findDescribedKind(text)?.kind ?? readResourceKind(text) ?? "";
    if (kind === "Pod" && index < lastExit && /^ {6}Message:/m.test(text)) return true;
    if (kindWithEvents !== undefined && kind !== kindWithEvents) return true;
    if (/^Events:[ \t]*\n[ \t]+Type\b/m.test(text)) kindWithEvents = kind;
    return false;
  });
}

/** Lines of texts in which no part of a description is searched. */
const foreignLines: readonly RegExp[] = [
  /^\W*(?:apiVersion|kind|metadata|status|conditions)\W*:/, // YAML, whose fields begin with a small letter
  // Labels of kinds with Pods, in whose descriptions a message of a container may look like a status.
  /^\s*(?:Init Containers|Containers|Pod Template):\s*$/,
  /^\s*(?:Exit Code|Restart Count|Container ID|Image ID|QoS Class|Node-Selectors):/,
  /^\s*Type\s+Status\s*$/,
];

/** Reads the custom resources that are described from below their names on, each below a command or in a fence. */
function readPartialDescriptions(lines: Lines, findKind: KindFinder): Descriptions {
  if (lines.some((line) => foreignLines.some((pattern) => pattern.test(line)))) return noDescriptions;
  const cleaned = removeShellLines(keepFencedText(lines));
  const marks = cleaned.flatMap((line, index) => (line === "---" ? [index] : []));
  const starts = [0, ...marks.map((mark) => mark + 1)];
  const results = starts.map((start, index) => {
    const command = lines[start - 1] ?? "";
    const part = removeCommentMarks(cleaned.slice(start, marks[index]));
    const result = readPartOfResource(part, command, findKindOfCommand(command, findKind));
    if (result === undefined) return undefined;
    return isCutBy(command, part) ? "cut-output" : result;
  });
  return sortDescriptions(results);
}

/** Removes the `# ` before the lines if every filled line begins with `#`. */
function removeCommentMarks(lines: Lines): Lines {
  const filled = lines.filter(isFilled);
  const isComment = filled.length > 2 && filled.every((line) => line.startsWith("#"));
  return isComment ? lines.map((line) => line.replace(/^# ?/, "")) : lines;
}

/** Whether a command removed a part of the description below it that may be a condition. Events end a whole description. */
function isCutBy(command: string, description: Lines): boolean {
  const hasEvents = description.some((line) => /^\s*Events:/.test(line));
  return printsPartOfObject(command) && (removesMatchingLines(command) || !hasEvents);
}
