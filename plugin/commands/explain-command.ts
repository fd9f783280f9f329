import { findExplanations, listExplanationsOfWriter, suggestCodes } from "../../shared/explain/explain-reason.ts";
import { allExplanations, listedExplanations } from "../../shared/explain/explanation-list.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import type { Explanation, ExplanationDocument } from "../../shared/model/finding/explanation.ts";
import { renderExplanationList, renderExplanations } from "../../shared/render/commands/explanation.ts";
import { renderDocument } from "../../shared/render/formats/yaml.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/**
 * `explain WORD ...`: prints what terms, codes of findings and gates, conditions and reasons mean. Of a kind of object it
 * lists what the kind reports. Without arguments it prints the list of all. It makes no request to a cluster.
 * @throws UsageError for unknown words, after the known ones were printed.
 */
export async function runExplain(options: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  const { operands } = options;
  if (options.polarity !== undefined && !options.listsKinds)
    throw new UsageError("explain --polarity requires --kinds");
  if (options.listsKinds) return (await import("./explain-kinds.ts")).runExplainKinds(options, environment);
  if (operands.length === 0) {
    const all = isDocument(options) ? allExplanations : listedExplanations;
    const entries = all.map(({ explanation }) => explanation);
    environment.print(renderEntries(entries, "list", options, environment));
    return 0;
  }
  const entries = new Set(operands.flatMap(findExplanations));
  // A component is explained as a part, and leads to what it reports.
  const kinds = operands.filter((typed) => findExplanations(typed).every(({ kind }) => kind === "part"));
  const ofKinds = new Set(kinds.flatMap(listExplanationsOfWriter));
  if (isDocument(options) && entries.size + ofKinds.size > 0) {
    environment.print(renderEntries([...entries, ...ofKinds], "entries", options, environment));
  } else {
    if (entries.size > 0) environment.print(renderEntries([...entries], "entries", options, environment));
    if (entries.size > 0 && ofKinds.size > 0) environment.print("\n");
    if (ofKinds.size > 0) environment.print(renderEntries([...ofKinds], "list", options, environment));
  }
  const unknown = kinds.filter(
    (typed) => [...findExplanations(typed), ...listExplanationsOfWriter(typed)].length === 0,
  );
  if (unknown.length > 0) throw new UsageError(unknownWords(await Promise.all(unknown.map(unknownWordOf))));
  return 0;
}

async function unknownWordOf(typed: string): Promise<UnknownWord> {
  // The rows of kinds are 80 KB, which an explanation does not need.
  const { documentationFor } = await import("../../shared/explain/known-kinds.ts");
  return {
    typed,
    guesses: suggestCodes(typed),
    documentation: documentationFor(typed),
  };
}

/** The error for unknown words; `guesses` are probable meanings. */
function unknownWords(unknown: readonly UnknownWord[]): string {
  const isHinted = unknown.every(({ guesses }) => guesses.length > 0);
  return `${unknown.map(unknownWord).join("; ")}${isHinted ? "" : "; kubectl hco-status explain lists all"}`;
}

/** An unknown word, and the codes it may have been. */
interface UnknownWord {
  readonly typed: string;
  readonly guesses: readonly string[];
  /** Of `KIND/REASON`: where the controller of the kind describes its status. */
  readonly documentation?: { readonly kind: string; readonly source: string } | undefined;
}

function unknownWord({ typed, guesses, documentation }: UnknownWord): string {
  const shown = typed.length > longest ? `${typed.slice(0, longest)}...` : typed;
  const fault = `unknown code, condition or reason "${shown}"`;
  if (guesses.length > 0) return `${fault}, did you mean ${orList(guesses)}?`;
  if (documentation !== undefined)
    return `${fault}: the controller of ${documentation.kind} documents its reasons, see ${documentation.source}`;
  if (!/^[A-Z][A-Za-z]+$/.test(typed)) return fault;
  return `${fault}: the controller that writes it documents it, and kubectl describe KIND NAME shows its message`;
}

function orList(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}

const longest = 60;

function isDocument({ output }: CommandLineOptions): boolean {
  return output.format === "json" || output.format === "yaml";
}

function renderEntries(
  entries: readonly Explanation[],
  as: "list" | "entries",
  options: CommandLineOptions,
  environment: HostEnvironment,
): string {
  const { format } = options.output;
  if (format === "json" || format === "yaml") {
    const document: ExplanationDocument = { apiVersion: "hco-status/v1", kind: "Explanation", entries };
    return renderDocument(document, format);
  }
  const style = chooseTextStyle(options, environment);
  return as === "list" ? renderExplanationList(entries, style) : renderExplanations(entries, style);
}
