import type { OutlineRow } from "../../shared/render/editor/tree/build-rows.ts";
import { commandIds } from "../platform/contributions.ts";

/** The prefix of the token of a row that runs a command when it is chosen. */
const runs = "runs:" as const;

/** Returns the token of a row that runs the named command. */
export function runToken(name: keyof typeof commandIds): `runs:${string}` {
  return `${runs}${name}`;
}

/** Returns the command of such a row; undefined for other rows. */
export function rowCommandOf({ context }: Pick<OutlineRow, "context">): string | undefined {
  const name = context.find((token) => token.startsWith(runs))?.slice(runs.length);
  return name === undefined ? undefined : commandIds[name as keyof typeof commandIds];
}
