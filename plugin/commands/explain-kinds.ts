import { cutText } from "../../shared/characters/cut-text.ts";
import { effectiveRows, findKindRows, type KindsFound, listKnownKinds } from "../../shared/explain/known-kinds.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import type { KindRow } from "../../shared/model/profile.ts";
import { renderKnownKinds } from "../../shared/render/commands/known-kinds.ts";
import { renderDocument } from "../../shared/render/formats/yaml.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { polarityRulesFor } from "../status/evaluate.ts";

/**
 * `explain --kinds`: the kinds whose status is read by rules or rows of their own. With KIND or GROUP, and as YAML or
 * JSON, it prints rows, as a file that `--polarity` takes. The rows of the user's own file count.
 * @throws UsageError for kinds without a row, after the rows of the others were printed.
 */
export async function runExplainKinds(options: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  const { operands, output } = options;
  const isDocument = output.format === "json" || output.format === "yaml";
  const user = await polarityRulesFor(options, environment);
  if (operands.length === 0 && !isDocument) {
    environment.print(renderKnownKinds(listKnownKinds(user), chooseTextStyle(options, environment)));
    return 0;
  }
  const faults: string[] = [];
  const rows = new Map<string, KindRow>();
  for (const typed of operands) {
    const found = findKindRows(typed, user);
    if (found.rows === undefined) faults.push(missingRowText(typed, found));
    for (const row of found.rows ?? []) rows.set(`${row.group}/${row.kind}`, row);
  }
  const printed = operands.length === 0 ? effectiveRows(user) : [...rows.values()];
  if (printed.length > 0)
    environment.print(renderDocument({ kinds: printed }, output.format === "json" ? "json" : "yaml"));
  if (faults.length > 0) throw new UsageError(faults.join("; "));
  return 0;
}

/** The longest word that an error repeats as a whole. */
const maxWordLength = 60;

function missingRowText(
  typed: string,
  { hasRules, guess }: Exclude<KindsFound, { readonly rows: readonly KindRow[] }>,
): string {
  const shown = cutText(typed, maxWordLength);
  if (hasRules === true) return `"${shown}" has no row: built-in rules read it`;
  if (guess !== undefined) return `no row is of kind or group "${shown}", did you mean ${guess}?`;
  return `no row is of kind or group "${shown}"; kubectl hco-status explain --kinds lists all`;
}
