import { expect, test } from "vitest";
import { handleInTurn } from "../../../plugin/wait/loop.ts";

/** What was handled and what failed, in the order in which it happened. Each event causes those that `causes` names. */
function handleEvents(
  causes: Readonly<Record<string, readonly string[]>>,
  ...events: readonly string[]
): readonly string[] {
  const seen: string[] = [];
  const take = handleInTurn<string>(
    (event) => {
      seen.push(`${event} begins`);
      for (const each of causes[event] ?? []) take(each);
      if (event.endsWith("!")) throw new Error(event);
      seen.push(`${event} ends`);
    },
    (bug) => seen.push(`${(bug as Error).message} failed`),
  );
  for (const event of events) take(event);
  return seen;
}

test.each([
  ["events are handled in their order", {}, ["a", "b"], ["a begins", "a ends", "b begins", "b ends"]],
  [
    "an event that another one causes waits until that is handled",
    { a: ["b"] },
    ["a"],
    ["a begins", "a ends", "b begins", "b ends"],
  ],
  [
    "a bug is handed over, and what waited is handled with the next event",
    { "a!": ["b"] },
    ["a!", "c"],
    ["a! begins", "a! failed", "b begins", "b ends", "c begins", "c ends"],
  ],
])("%s", (_, causes, events, expected) => {
  expect(handleEvents(causes, ...events)).toEqual(expected);
});
