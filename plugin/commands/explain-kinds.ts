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
  const user = await polarityRulesFor(options, environment);
  if (operands.length === 0) {
    const isText = output.format !== "json" && output.format !== "yaml";
    environment.print(
      isText
        ? renderKnownKinds(listKnownKinds(user), chooseTextStyle(options, environment))
        : renderRows(effectiveRows(user), options),
    );
    return 0;
  }
  const found = operands.map((typed) => ({ typed, result: findKindRows(typed, user) }));
  const rows = new Map(
    found.flatMap(({ result }) => result.rows ?? []).map((row) => [`${row.group}/${row.kind}`, row]),
  );
  if (rows.size > 0) environment.print(renderRows([...rows.values()], options));
  const missing = found.flatMap(({ typed, result }) => (result.rows === undefined ? [withoutRow(typed, result)] : []));
  if (missing.length > 0) throw new UsageError(missing.join("; "));
  return 0;
}

function renderRows(rows: readonly KindRow[], { output }: CommandLineOptions): string {
  return renderDocument({ kinds: rows }, output.format === "json" ? "json" : "yaml");
}

function withoutRow(typed: string, { hasRules, guess }: Exclude<KindsFound, { rows: readonly KindRow[] }>): string {
  const shown = typed.length > longest ? `${typed.slice(0, longest)}...` : typed;
  if (hasRules === true) return `"${shown}" has no row: built-in rules read it`;
  if (guess !== undefined) return `no row is of kind or group "${shown}", did you mean ${guess}?`;
  return `no row is of kind or group "${shown}"; kubectl hco-status explain --kinds lists all`;
}

const longest = 60;
