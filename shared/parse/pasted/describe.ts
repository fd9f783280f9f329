import type { PastedFaultCode } from "../../model/fault/input.ts";
import { type KindFinder, keepsSomeLines, kindAt } from "./commands.ts";
import { identityOf } from "./complete-object.ts";
import { withoutQuotes } from "./decorations.ts";
import { describedKindOf, readDescribedKind } from "./described-kinds.ts";
import { readDescribedResource, resourceKindIn } from "./described-resource.ts";
import type { DescribedObject } from "./described-text.ts";
import { fence, hasYaml, insideFences } from "./fences.ts";
import { depthOf, isFilled } from "./lines.ts";
import { withoutShell } from "./terminal.ts";

/** The objects of descriptions, and why others cannot be read. Both are empty where there are none. */
interface Descriptions {
  readonly objects: readonly DescribedObject[];
  readonly faults: readonly PastedFaultCode[];
}

const nothing: Descriptions = { objects: [], faults: [] };

function unreadable(fault: PastedFaultCode): Descriptions {
  return { objects: [], faults: [fault] };
}

function isFound({ objects, faults }: Descriptions): boolean {
  return objects.length > 0 || faults.length > 0;
}

/** What a text has of `kubectl describe`. */
interface DescribedText extends Descriptions {
  /** The text above the first line that names an object. */
  readonly above: string;
  /** Whether the objects are described from below their names on. */
  readonly isPart: boolean;
}

/** Reads the output of `kubectl describe` in a text, or where no whole description can be read, the parts of one. */
export function readDescribed(text: string, findKind: KindFinder): DescribedText {
  const lines = withoutQuotes(text.split("\n"));
  const name = nameLine(lines);
  const above = lines.slice(0, name < 0 ? undefined : name);
  const isInYaml = (place: number): boolean => hasYaml(lines.slice(0, place).join("\n"));
  const state = above.findIndex((line) => /^ {4,}State:\s+(Waiting|Running|Terminated)\s*$/.test(line));
  // The head of a Pod is missing, so that no line below can be trusted to name an object.
  if (state >= 0 && !isInYaml(state)) return { ...unreadable("described-in-part"), above: "", isPart: false };
  // An indented description below YAML is a value of that YAML.
  const isValue = name >= 0 && /^\s/.test(lines[name] ?? "") && isInYaml(name);
  const whole = name < 0 || isValue ? nothing : readWhole(lines, name);
  const isOnlyBuiltIn = whole.objects.length === 0 && whole.faults.every((fault) => fault === "described-built-in");
  const parts = isOnlyBuiltIn ? readParts(lines, findKind) : nothing;
  if (isFound(parts)) return { ...parts, above: "", isPart: true };
  return { ...whole, above: above.join("\n"), isPart: false };
}

/** The line that names a described object. One below the metadata, the spec or the status of another belongs to that. */
function nameLine(lines: readonly string[]): number {
  let minSectionDepth = Number.POSITIVE_INFINITY;
  return lines.findIndex((line, index) => {
    if (/^\s*(?:Metadata|Spec|Status):\s*$/.test(line)) minSectionDepth = Math.min(minSectionDepth, depthOf(line));
    if (!/^\s*Name:[ \t]+\S/.test(line) || depthOf(line) > minSectionDepth) return false;
    return depthOf(line) === 0 || /^\s+(Namespace|Roles|Labels):/.test(lines[index + 1] ?? "");
  });
}

/**
 * The objects that are described from the line `name` on, up to the end of a fence around them. Containers and probes
 * write texts into a description as they are, so that what looks like a fence or a prompt in it stays. Where one may pose
 * as another object, nothing from there on is read.
 */
function readWhole(lines: readonly string[], name: number): Descriptions {
  const isFenced = lines.slice(0, name).some((line) => fence.test(line));
  const end = isFenced ? lines.findLastIndex((line) => fence.test(line)) : -1;
  const indentation = " ".repeat(depthOf(lines[name] ?? ""));
  const description = lines
    .slice(name, end > name ? end : undefined)
    .map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line));
  // Each begins with a name, and all but the first also with what kubectl prints below it.
  const parts = description.join("\n").split(/^(?=Name:[ \t]+\S.*\n(?:Namespace|Roles|Labels):)/m);
  const forged = forgedFrom(parts);
  const { objects, faults } = sortDescriptions(parts.slice(0, forged < 0 ? undefined : forged).map(readDescription));
  const command = lines.slice(0, name).findLast(isFilled) ?? "";
  if (objects.length > 0 && keepsSomeLines(command) && !hasDescribedEnd(description)) return unreadable("cut-output");
  const unique = [...Map.groupBy(objects, ({ object }) => identityOf(object)).values()]
    .filter((same) => same.length === 1)
    .flat();
  const isDoubtful = forged >= 0 || unique.length < objects.length;
  return { objects: unique, faults: isDoubtful ? [...faults, "described-ambiguously"] : faults };
}

/** Sorts what was read of descriptions: an object, why it cannot be read, or undefined where a text is none. */
function sortDescriptions(read: readonly (DescribedObject | PastedFaultCode | undefined)[]): Descriptions {
  return {
    objects: read.filter((each) => typeof each === "object"),
    faults: read.filter((each) => typeof each === "string"),
  };
}

/** The object of a description, or why it cannot be read. Undefined where it is none. */
function readDescription(part: string): DescribedObject | PastedFaultCode | undefined {
  const known = describedKindOf(part);
  if (known !== undefined) return readDescribedKind(part, known);
  if (resourceKindIn(part) !== undefined) return readDescribedResource(part.split("\n"), true);
  const isBuiltIn = /^(Labels|Annotations|Events):/m.test(part) && !/^(apiVersion|Kind):/m.test(part);
  return isBuiltIn ? "described-built-in" : undefined;
}

/**
 * The first description that, or one after it, may be a text of a container; -1 for none. A termination message ends
 * only before an exit code, and one of an event anywhere. What events add of the same kind can only make things worse.
 */
function forgedFrom(parts: readonly string[]): number {
  const lastExit = parts.findLastIndex((part) => /^ {6}Exit Code:/m.test(part));
  let kindWithEvents: string | undefined;
  return parts.findIndex((part, index) => {
    const kind = describedKindOf(part)?.kind ?? resourceKindIn(part) ?? "";
    if (kind === "Pod" && index < lastExit && /^ {6}Message:/m.test(part)) return true;
    if (kindWithEvents !== undefined && kind !== kindWithEvents) return true;
    if (/^Events:[ \t]*\n[ \t]+Type\b/m.test(part)) kindWithEvents = kind;
    return false;
  });
}

/** What kubectl describes of a kind with Pods, where a container's message may look like a status. */
const builtIn =
  /^\s*(?:Containers:\s*$|Init Containers:\s*$|Pod Template:\s*$|Exit Code:|Restart Count:|Container ID:|Image ID:|QoS Class:|Node-Selectors:|Type\s+Status\s*$)/;

/** The custom resources that are described from below their names on, each below a command or in a fence of its own. */
function readParts(lines: readonly string[], findKind: KindFinder): Descriptions {
  // YAML has no field of Kubernetes' own that begins with a capital letter.
  const isOther = (line: string): boolean =>
    /^\W*(?:apiVersion|kind|metadata|status|conditions)\W*:/.test(line) || builtIn.test(line);
  if (lines.some(isOther)) return nothing;
  const plain = withoutShell(insideFences(lines));
  const marks = plain.flatMap((line, index) => (line === "---" ? [index] : []));
  const read = [-1, ...marks].map((mark, index) => {
    const command = lines[mark] ?? "";
    const part = uncommented(plain.slice(mark + 1, marks[index]));
    const found = readDescribedResource(part, false, command, kindAt(command, findKind));
    if (found === undefined) return undefined;
    return keepsSomeLines(command) && !hasDescribedEnd(part) ? "cut-output" : found;
  });
  return sortDescriptions(read);
}

/** Without the marks of comments, where each line has one. */
function uncommented(lines: readonly string[]): readonly string[] {
  const filled = lines.filter(isFilled);
  const isComment = filled.length > 2 && filled.every((line) => line.startsWith("#"));
  return isComment ? lines.map((line) => line.replace(/^# ?/, "")) : lines;
}

/** Whether a description ends as kubectl ends it. */
function hasDescribedEnd(lines: readonly string[]): boolean {
  return lines.some((line) => /^\s*Events:/.test(line));
}
