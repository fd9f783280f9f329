import type { KubeObject } from "../../../model/object.ts";
import type { Translate } from "../../../outline/translate.ts";
import { comparedLine, type LiveSeen, leftOutLine, liveLine, noDocumentLine } from "../../words/editor/live-yaml.ts";
import { compareYaml, type YamlComparison } from "./diff.ts";
import { yamlText } from "./yaml-text.ts";

/**
 * One object as readable YAML, keys as kubectl prints them, under two comment lines. They name the object, its source
 * and age, and what is omitted. There are always two lines, so that the text below never moves when they change.
 */
export function liveYaml(object: KubeObject | undefined, seen: Omit<LiveSeen, "isShown">, say: Translate): string {
  const first = comment(liveLine(say, { ...seen, isShown: object !== undefined }));
  if (object === undefined) return first;
  return `${first}${comment(leftOutLine(say, isSecret(object)))}${yamlText(shown(object.raw), "sorted")}`;
}

/**
 * The manifest's side and the live side of a comparison, in the file's order. `undefined`: the file has no such
 * document.
 */
export function comparedYaml(
  manifest: unknown,
  object: KubeObject | undefined,
  seen: Omit<LiveSeen, "isShown">,
  say: Translate,
): { readonly file: string; readonly live: string } {
  const sides: YamlComparison = compareYaml(manifest, object);
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

/** A comment of one line, whatever the text contains. */
function comment(text: string): string {
  return `# ${text.replaceAll("\n", " ")}\n`;
}
