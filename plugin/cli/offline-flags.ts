import { allFlags, flagPages } from "./flags.ts";
import { type CommandLineTokens, tokenLookup } from "./token-lookup.ts";

/**
 * The error for a connection flag beside a flag that names files, which it would not affect. `--cache-dir` affects
 * every start.
 */
export function wrongOfflineFlag(words: CommandLineTokens): string | undefined {
  const { all, last } = tokenLookup(words);
  const source = (["must-gather", "filename"] as const).find((flag) => all(flag).length > 0);
  if (source === undefined) return undefined;
  const given = allFlags.find(
    ({ name, value }) =>
      flagPages[name].about === "cluster" &&
      name !== "cache-dir" &&
      (value === undefined ? last(name) === "true" : all(name).length > 0),
  );
  return given && `--${given.name} applies to a cluster, but --${source} reads files; remove one of them`;
}
