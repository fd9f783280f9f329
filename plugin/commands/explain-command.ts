import { findExplanations, suggestionsFor } from "../../shared/explain/explain-reason.ts";
import { allExplanations, listedExplanations } from "../../shared/explain/explanation-list.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import type { Explanation, ExplanationDocument } from "../../shared/model/finding/explanation.ts";
import { renderExplanationList, renderExplanations } from "../../shared/render/commands/explanation.ts";
import { renderJson } from "../../shared/render/formats/json.ts";
import { renderYaml } from "../../shared/render/formats/yaml.ts";
import { unknownWords } from "../../shared/render/words/explain/explain.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/**
 * `explain CODE ...`: prints what codes of findings and gates, conditions and reasons mean. Without a code it prints
 * the list of all. It makes no request to a cluster.
 * @throws UsageError for unknown words, after the known ones were printed.
 */
export async function runExplain(
  { operands, ...options }: CommandLineOptions,
  world: HostEnvironment,
): Promise<number> {
  const answers = operands.map((typed) => ({
    typed,
    entries: findExplanations(typed),
    guesses: suggestionsFor(typed),
  }));
  const unknown = answers.filter(({ entries }) => entries.length === 0);
  const entries = [...new Set(answers.flatMap((answer) => answer.entries))];
  if (entries.length > 0 || operands.length === 0) world.print(printed(entries, { operands, ...options }, world));
  if (unknown.length > 0) throw new UsageError(unknownWords(unknown));
  return 0;
}

function printed(entries: readonly Explanation[], options: CommandLineOptions, world: HostEnvironment): string {
  const isList = options.operands.length === 0;
  switch (options.output.format) {
    case "json":
      return renderJson(documentOf(isList ? all() : entries));
    case "yaml":
      return renderYaml(documentOf(isList ? all() : entries));
    default: {
      const style = chooseTextStyle(options, world);
      return isList ? renderExplanationList(listed(), style) : renderExplanations(entries, style);
    }
  }
}

function documentOf(entries: readonly Explanation[]): ExplanationDocument {
  return { apiVersion: "hco-status/v1", kind: "Explanation", entries };
}

function all(): readonly Explanation[] {
  return allExplanations.map(({ explanation }) => explanation);
}

function listed(): readonly Explanation[] {
  return listedExplanations.map(({ explanation }) => explanation);
}
