import { TemplateError } from "./template-error.ts";

/**
 * The budget of one print. kubectl has no such bounds and would go on until its memory ends. A range without `end` runs
 * what follows it twice, and each `..` multiplies.
 */
export interface PrintBudget {
  values: number;
  characters: number;
}

const fullBudget: Readonly<PrintBudget> = { values: 2_000_000, characters: 16 * 1024 * 1024 };

/** The most UTF-16 units of a template. */
export const maxTemplateLength: number = 1024 * 1024;

/** The most levels of documents and of `range`s. */
export const maxTemplateDepth = 500;

export function newBudget(): PrintBudget {
  return { ...fullBudget };
}

/** @throws TemplateError when the template asks for too many values */
export function spendValues(budget: PrintBudget, count: number): void {
  budget.values -= count;
  if (budget.values < 0) throw new TemplateError(`the template produces more than ${fullBudget.values} values`);
}

/** @throws TemplateError when the text becomes too long */
export function spendCharacters(budget: PrintBudget, count: number): void {
  budget.characters -= count;
  if (budget.characters < 0)
    throw new TemplateError(`the template produces more than ${fullBudget.characters} characters of text`);
}
