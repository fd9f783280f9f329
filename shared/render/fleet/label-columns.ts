import { sanitizeLabel } from "../../characters/sanitize-label.ts";
import { type FleetMember, missingLabelText } from "../words/commands/fleet.ts";

/**
 * The most columns of a value. The API server allows no more characters (apimachinery, pkg/util/validation,
 * LabelValueMaxLength), but a hub may be any server.
 */
const maxValueLength = 63;

/**
 * The titles of label columns: the last part of each key in capitals, as kubectl prints it (kubectl, pkg/cmd/get,
 * formatLabelHeaders). They are harmless text.
 */
export function labelTitles({ labelColumns = [] }: { readonly labelColumns?: readonly string[] }): readonly string[] {
  return labelColumns.map((key) => sanitizeLabel(key.split("/").at(-1) ?? "", maxValueLength).toUpperCase());
}

/** The value of one label of a cluster, harmless and bounded. As in kubectl, `<none>` stands for a missing label. */
export interface LabelCell {
  readonly key: string;
  readonly text: string;
}

/** The labels with these keys, in their order. */
export function labelCells(
  { labels = {} }: Pick<FleetMember, "labels">,
  keys: readonly string[] = [],
): readonly LabelCell[] {
  return keys.map((key) => ({
    key: sanitizeLabel(key, maxValueLength),
    text: Object.hasOwn(labels, key) ? sanitizeLabel(labels[key] ?? "", maxValueLength) : missingLabelText,
  }));
}

/** The labels as facts of a line: `tier=prod`. */
export function labelFacts(cells: readonly LabelCell[]): readonly string[] {
  return cells.map(({ key, text }) => `${key}=${text}`);
}
