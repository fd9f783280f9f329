import type { Printed } from "../printed.ts";
import { newBudget, spendCharacters } from "./budget.ts";
import { execute } from "./execute.ts";
import { json, jsonList } from "./json.ts";
import { parse } from "./parse.ts";
import { printed } from "./print.ts";
import { quoted } from "./quote.ts";
import { attempt, inBrief, longestMessage } from "./refusal.ts";
import { asValue, type Value } from "./value.ts";

/** Prints one document, or says why the template cannot; errors are kubectl's sentences. */
export type Compiled = { readonly print: (document: unknown) => Printed } | { readonly error: string };

/**
 * The printer of `-o jsonpath=TEMPLATE` and of the text of a jsonpath-file, as `kubectl get` has it: missing keys print
 * nothing, and no line break is added. Texts come out raw, controls and all, since scripts read them: who writes to a
 * terminal makes them harmless first. The same goes for errors, which may repeat what is in the document.
 *
 * It differs from kubectl in that maps are walked in the order of their keys, not in a random one; that an error does not
 * append the whole document; that work, depth and length are bounded; and that where kubectl panics (an index into the
 * current object of a range over nothing) nothing is found.
 */
export function compileJsonpath(template: string): Compiled {
  return compiled(template, (values) => values.map(inText).join(" "));
}

/** The same for `-o jsonpath-as-json=`: for every text and action a JSON list of what it finds, keys sorted. */
export function compileJsonpathAsJson(template: string): Compiled {
  return compiled(template, (values) => `${jsonList(values)}\n`);
}

function compiled(given: string, write: (values: readonly Value[]) => string): Compiled {
  const template = given.toWellFormed();
  const shown = inBrief(template, longestMessage);
  const parsed = attempt(() => ({ nodes: parse(template) }));
  if ("error" in parsed) return { error: `error parsing jsonpath ${shown}, ${parsed.error}` };
  return {
    print: (document) => {
      const done = attempt(() => {
        const budget = newBudget();
        const pieces = execute(parsed.nodes, asValue(document), budget).map((values) => {
          const text = write(values);
          spendCharacters(budget, text.length);
          return text;
        });
        return { text: pieces.join("") };
      });
      if ("text" in done) return done;
      return { error: `error executing jsonpath ${quoted(shown)}: Error executing template: ${done.error}` };
    },
  };
}

/** As jsonpath prints a value between others: maps and lists as JSON, the rest as fmt does (PrintResults, evalToText). */
function inText(value: Value): string {
  if (value.type === "map" || value.type === "list") return json(value);
  if (value.type === "null") return "null";
  return value.type === "nothing" ? "<no value>" : printed(value);
}
