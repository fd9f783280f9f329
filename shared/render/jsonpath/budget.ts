import { Refusal } from "./refusal.ts";

/**
 * What one printing may cost. kubectl has no such bounds and would go on until its memory ends: a range that nobody ends
 * runs what follows it twice, and each `..` multiplies.
 */
export interface Budget {
  values: number;
  characters: number;
}

const most: Readonly<Budget> = { values: 2_000_000, characters: 16 * 1024 * 1024 };

/** A template, in UTF-16 units. */
export const longest: number = 1024 * 1024;

/** Documents and `range`s may lie this deep in each other. */
export const deepest = 500;

export function newBudget(): Budget {
  return { ...most };
}

/** @throws Refusal when the template asks for too many values */
export function spendValues(budget: Budget, count: number): void {
  budget.values -= count;
  if (budget.values < 0) throw new Refusal(`the template asks for more than ${most.values} values`);
}

/** @throws Refusal when the text becomes too long */
export function spendCharacters(budget: Budget, count: number): void {
  budget.characters -= count;
  if (budget.characters < 0) throw new Refusal(`the template asks for more than ${most.characters} characters of text`);
}
