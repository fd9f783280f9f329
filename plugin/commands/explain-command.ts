import { cutText } from "../../shared/characters/cut-text.ts";
import { findExplanations, listExplanationsOfWriter, suggestCodes } from "../../shared/explain/explain-reason.ts";
import { allExplanations, listedExplanations } from "../../shared/explain/explanation-list.ts";
import type { documentationFor } from "../../shared/explain/known-kinds.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import type { Explanation, ExplanationDocument } from "../../shared/model/finding/explanation.ts";
import { joinNames } from "../../shared/outline/words/names.ts";
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
  const entries = [...new Set(operands.flatMap(findExplanations))];
  // A component is explained as a part, and leads to what it reports.
  const kinds = operands.filter((typed) => findExplanations(typed).every(({ kind }) => kind === "part"));
  const ofKinds = [...new Set(kinds.flatMap(listExplanationsOfWriter))];
  const texts: string[] = [];
  if (isDocument(options)) {
    const all = [...entries, ...ofKinds];
    if (all.length > 0) texts.push(renderEntries(all, "entries", options, environment));
  } else {
    if (entries.length > 0) texts.push(renderEntries(entries, "entries", options, environment));
    if (ofKinds.length > 0) texts.push(renderEntries(ofKinds, "list", options, environment));
  }
  environment.print(texts.join("\n"));
  const unknown = kinds.filter(
    (typed) => findExplanations(typed).length === 0 && listExplanationsOfWriter(typed).length === 0,
  );
  if (unknown.length > 0) throw new UsageError(await unknownWordsText(unknown));
  return 0;
}

/** The error for unknown words, with codes that they may have been. */
async function unknownWordsText(words: readonly string[]): Promise<string> {
  // The rows of kinds are 80 KB, which an explanation does not need.
  const { documentationFor } = await import("../../shared/explain/known-kinds.ts");
  const guesses = words.map(suggestCodes);
  const faults = words.map((word, index) => unknownWordText(word, guesses[index] ?? [], documentationFor(word)));
  const areHinted = guesses.every(({ length }) => length > 0);
  return `${faults.join("; ")}${areHinted ? "" : "; kubectl hco-status explain lists all"}`;
}

/** The longest word that an error repeats as a whole. */
const maxWordLength = 60;

/**
 * The error for one unknown word.
 * @param guesses codes that it may have been
 * @param documentation of `KIND/REASON`: where the controller of the kind describes its status
 */
function unknownWordText(
  word: string,
  guesses: readonly string[],
  documentation: ReturnType<typeof documentationFor>,
): string {
  const shown = cutText(word, maxWordLength);
  const fault = `unknown code, condition or reason "${shown}"`;
  if (guesses.length > 0) return `${fault}, did you mean ${joinNames(guesses, "or")}?`;
  if (documentation !== undefined)
    return `${fault}: the controller of ${documentation.kind} documents its reasons, see ${documentation.source}`;
  if (!/^[A-Z][A-Za-z]+$/.test(word)) return fault;
  return `${fault}: the controller that writes it documents it, and kubectl describe KIND NAME shows its message`;
}

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
