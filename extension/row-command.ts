import type { OutlineRow } from "../shared/render/outline.ts";
import { commands } from "./contributions.ts";

/** Begins the token of a row that runs a command when it is chosen. */
const runs = "runs:";

/** The token of a row that runs this one of our commands. */
export function runToken(name: keyof typeof commands): string {
  return `${runs}${name}`;
}

/** The command of such a row. */
export function commandOf({ context }: Pick<OutlineRow, "context">): string | undefined {
  const name = context.find((token) => token.startsWith(runs))?.slice(runs.length);
  return name === undefined ? undefined : commands[name as keyof typeof commands];
}
