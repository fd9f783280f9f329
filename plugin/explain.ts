import { explained, guessesFor } from "../shared/aggregate/explain.ts";
import { explanations, listedExplanations } from "../shared/aggregate/explanations.ts";
import { UsageError } from "../shared/io/errors.ts";
import type { Explanation, ExplanationDocument } from "../shared/model/explanation.ts";
import { renderExplanationList, renderExplanations } from "../shared/render/explain.ts";
import { renderJson } from "../shared/render/json.ts";
import { unknownWords } from "../shared/render/words-explain.ts";
import { renderYaml } from "../shared/render/yaml.ts";
import type { Options } from "./options.ts";
import { styleOf } from "./text-style.ts";
import type { World } from "./world.ts";

/**
 * `explain CODE ...`: what codes of findings and gates, conditions and reasons mean; without one, the list of all. No cluster
 * is asked.
 * @throws UsageError for words that nobody knows, after what is known was printed.
 */
export async function explain({ operands, ...options }: Options, world: World): Promise<number> {
  const answers = operands.map((typed) => ({ typed, entries: explained(typed), guesses: guessesFor(typed) }));
  const unknown = answers.filter(({ entries }) => entries.length === 0);
  const entries = [...new Set(answers.flatMap((answer) => answer.entries))];
  if (entries.length > 0 || operands.length === 0) world.print(printed(entries, { operands, ...options }, world));
  if (unknown.length > 0) throw new UsageError(unknownWords(unknown));
  return 0;
}

function printed(entries: readonly Explanation[], options: Options, world: World): string {
  const isList = options.operands.length === 0;
  switch (options.output.format) {
    case "json":
      return renderJson(documentOf(isList ? all() : entries));
    case "yaml":
      return renderYaml(documentOf(isList ? all() : entries));
    default: {
      const style = styleOf(options, world);
      return isList ? renderExplanationList(listed(), style) : renderExplanations(entries, style);
    }
  }
}

function documentOf(entries: readonly Explanation[]): ExplanationDocument {
  return { apiVersion: "hco-status/v1", kind: "Explanation", entries };
}

function all(): readonly Explanation[] {
  return explanations.map(({ explanation }) => explanation);
}

function listed(): readonly Explanation[] {
  return listedExplanations.map(({ explanation }) => explanation);
}
