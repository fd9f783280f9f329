import type { KubeObject } from "../model/object.ts";
import { type Compared, compared } from "./live-yaml-diff.ts";
import { yamlText } from "./live-yaml-text.ts";
import type { Say } from "./say.ts";
import { comparedLine, type LiveSeen, leftOutLine, liveLine, noDocumentLine } from "./words-live.ts";

/**
 * One object as YAML to read, keys as kubectl prints them, under two lines that say which it is, how good what is shown is,
 * and what is left out. These are always two, so that nothing below them moves when they change.
 */
export function liveYaml(object: KubeObject | undefined, seen: Omit<LiveSeen, "isShown">, say: Say): string {
  const first = comment(liveLine(say, { ...seen, isShown: object !== undefined }));
  if (object === undefined) return first;
  return `${first}${comment(leftOutLine(say, isSecret(object)))}${yamlText(shown(object.raw), "sorted")}`;
}

/** The manifest's side and the live side of a comparison, in the file's order; `undefined`: the file has no such document. */
export function comparedYaml(
  manifest: unknown,
  object: KubeObject | undefined,
  seen: Omit<LiveSeen, "isShown">,
  say: Say,
): { readonly file: string; readonly live: string } {
  const sides: Compared = compared(manifest, object);
  const compares = comment(comparedLine(say));
  const tells = comment(liveLine(say, { ...seen, isShown: object !== undefined }));
  const isSo = seen.outcome === "found" && (seen.isFiles || seen.link === "live");
  return {
    file: manifest === undefined ? comment(noDocumentLine(say)) : `${compares}${yamlText(sides.file, "asGiven")}`,
    live: object === undefined ? tells : `${isSo ? compares : tells}${yamlText(sides.live, "asGiven")}`,
  };
}

function shown(raw: KubeObject["raw"]): unknown {
  const { metadata } = raw as { readonly metadata?: unknown };
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return raw;
  const { managedFields: _, ...rest } = metadata as Readonly<Record<string, unknown>>;
  return { ...raw, metadata: rest };
}

function isSecret({ ref }: KubeObject): boolean {
  return ref.group === "" && ref.kind.toLowerCase() === "secret";
}

/** One line, whatever stands in it. */
function comment(text: string): string {
  return `# ${text.replaceAll("\n", " ")}\n`;
}
