import { TemplateError } from "./template-error.ts";

/**
 * The budget of one print. kubectl has no such bounds and would go on until its memory ends. A range without `end` runs
 * what follows it twice, and each `..` multiplies.
 */
export interface PrintBudget {
  values: number;
  characters: number;
}

const most: Readonly<PrintBudget> = { values: 2_000_000, characters: 16 * 1024 * 1024 };

/** The longest template, in UTF-16 units. */
export const longestTemplate: number = 1024 * 1024;

/** The deepest nesting of documents and of `range`s. */
export const deepestTemplate = 500;

export function newBudget(): PrintBudget {
  return { ...most };
}

/** @throws Refusal when the template asks for too many values */
export function spendValues(budget: PrintBudget, count: number): void {
  budget.values -= count;
  if (budget.values < 0) throw new TemplateError(`the template produces more than ${most.values} values`);
}

/** @throws Refusal when the text becomes too long */
export function spendCharacters(budget: PrintBudget, count: number): void {
  budget.characters -= count;
  if (budget.characters < 0)
    throw new TemplateError(`the template produces more than ${most.characters} characters of text`);
}
