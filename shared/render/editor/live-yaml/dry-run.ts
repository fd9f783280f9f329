import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { FieldPath } from "../../../model/manifest/manifest.ts";
import { shortLine } from "../../../outline/fit-text.ts";
import { quote } from "../../../outline/text.ts";
import { comparableFields } from "./comparable-fields.ts";
import { yamlText } from "./yaml-text.ts";

/** Both sides of a dry run as YAML, and as plain data without what the server writes. */
export interface DryRunSides {
  readonly live: string;
  readonly result: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The first line of both sides, the same, so that the comparison does not mark it. */
const headings = {
  changed:
    "# live, without status and the metadata that the server writes <-> result of a dry run by server-side apply; nothing was stored; fields missing in the file stay as they are\n",
  created: "# the object does not exist <-> applying the manifest creates it; nothing was stored\n",
} as const;

/** @param live absent where the object does not exist. */
export function dryRunSides(live: unknown, result: unknown): DryRunSides {
  const [before, after] = [live, result].map(comparableFields);
  const heading = live === undefined ? headings.created : headings.changed;
  const state = live === undefined ? "" : yamlText(before, "sorted");
  return {
    live: `${heading}${state}`,
    result: `${heading}${yamlText(after, "sorted")}`,
    before,
    after,
  };
}

/** The usual longest message of one entry in Problems, in columns. A webhook may send 32 KiB. */
const maxMessageLength = 600;

/** The server's own words on one line, harmless and cut. */
export function serverMessage(text: string, columns: number = maxMessageLength): string {
  return sanitizeLine(shortLine([quote(text)], columns)).trim();
}

/** The result in one sentence, or two. `drives`: the components that the changed fields drive. */
export function changeText({ name, place, isCreated, paths, isCut, drives, removed }: ChangeWords): string {
  const where = sanitizeLine(place);
  if (isCreated) return `Applying the manifest creates ${name} on ${where}. Nothing was stored.`;
  const more = removed.length === 0 ? "" : ` ${removedText(removed)}`;
  if (paths.length === 0)
    return `Applying the manifest changes nothing of ${name} on ${where}. Nothing was stored.${more}`;
  const count = isCut ? `${paths.length}+` : `${paths.length}`;
  const fields = fieldTexts(paths);
  const changes =
    paths.length === 1
      ? `Applying the manifest changes ${fields} of ${name} on ${where}.`
      : `Applying the manifest changes ${count} fields of ${name} on ${where}: ${fields}.`;
  const affected = drives.length === 0 ? "" : ` Affected components: ${drives.join(", ")}.`;
  return `${changes}${affected}${more}`;
}

/** What a dry run changes. */
interface ChangeWords {
  readonly name: string;
  readonly place: string;
  readonly isCreated: boolean;
  readonly paths: readonly FieldPath[];
  readonly isCut: boolean;
  readonly drives: readonly string[];
  /** What kubectl would remove beside. */
  readonly removed: readonly FieldPath[];
}

function removedText(removed: readonly FieldPath[]): string {
  return `kubectl apply would also remove ${fieldTexts(removed)}, which the file no longer has.`;
}

/** The most fields that a message names. */
const maxNamed = 4;

function fieldTexts(paths: readonly FieldPath[]): string {
  const first = paths.slice(0, maxNamed).map(fieldText).join(", ");
  return paths.length > maxNamed ? `${first}, …` : first;
}

function fieldText(path: FieldPath): string {
  const text = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  return sanitizeLine(text.replace(/^\./, ""));
}
