import type { Reflector } from "./reflector.ts";

/**
 * Kinds are installed together, and rights are given together: where one that was refused is answered now, the others are
 * hurried. To be called after changes with all there are.
 */
export function returns(): (all: readonly Reflector[]) => void {
  let refused: readonly Reflector[] = [];
  return (all) => {
    const hasReturned = refused.some((one) => all.includes(one) && isAnswered(one));
    refused = all.filter(isRefused);
    if (hasReturned) for (const one of refused) one.hurry();
  };
}

function isRefused(one: Reflector): boolean {
  const outcome = one.reading()?.outcome;
  return outcome === "noSuchKind" || outcome === "forbidden";
}

function isAnswered(one: Reflector): boolean {
  const outcome = one.reading()?.outcome;
  return outcome === "found" || outcome === "absent";
}
