import { withoutQuotes } from "./clean-text.ts";
import { fence, hasYaml } from "./fences.ts";
import { depthOf } from "./literal-lines.ts";

/** A pasted text in which `kubectl describe` may stand. */
interface SplitText {
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
  const lines = withoutQuotes(text.replace(/^\uFEFF/, "").split(/\r?\n/));
  const labels = leastLabels(lines);
  const found = lines.findIndex(
    (line, index) => namesObject(line, lines[index + 1] ?? "") && (labels[index] ?? 0) >= depthOf(line),
  );
  const before = found < 0 ? lines : lines.slice(0, found);
  const state = before.findIndex((line) => /^ {4,}State:\s+(Waiting|Running|Terminated)\s*$/.test(line));
  const isInYaml = (place: number): boolean => hasYaml(lines.slice(0, place).join("\n"));
  const isHeadless = state >= 0 && !isInYaml(state);
  const isValue = found >= 0 && /^\s/.test(lines[found] ?? "") && isInYaml(found);
  if (found < 0 || isValue) return { before: text, description: "", isHeadless };
  return { before: before.join("\n"), description: unwrapped(lines, found), isHeadless };
}

function namesObject(line: string, next: string): boolean {
  return /^Name:[ \t]+\S/.test(line) || (/^\s+Name:[ \t]+\S/.test(line) && /^\s+(Namespace|Roles|Labels):/.test(next));
}

/** The least depth above each line of the metadata, the spec or the status of a described object. A deeper line belongs to it. */
function leastLabels(lines: readonly string[]): readonly number[] {
  let least = Number.POSITIVE_INFINITY;
  return lines.map((line) => {
    const above = least;
    if (/^\s*(?:Metadata|Spec|Status):\s*$/.test(line)) least = Math.min(least, depthOf(line));
    return above;
  });
}

function unwrapped(lines: readonly string[], start: number): string {
  const isFenced = lines.slice(0, start).some((line) => fence.test(line));
  const end = isFenced ? lines.findLastIndex((line) => fence.test(line)) : -1;
  const [indentation = ""] = /^\s*/.exec(lines[start] ?? "") ?? [];
  return lines
    .slice(start, end > start ? end : undefined)
    .map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line))
    .join("\n");
}
