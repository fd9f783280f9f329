import type { QueryReflector } from "./reflector/reflector.ts";

/**
 * Returns a function that hurries the refused queries when one of them is answered. Kinds are installed together, and
 * permissions are given together. The function is to be called after changes with all reflectors.
 */
export function createRefusedRetrier(): (all: readonly QueryReflector[]) => void {
  let refused: readonly QueryReflector[] = [];
  return (all) => {
    const hasReturned = refused.some((one) => all.includes(one) && isRead(one));
    refused = all.filter(isRefused);
    if (hasReturned) for (const one of refused) one.hurry();
  };
}

function isRefused(one: QueryReflector): boolean {
  const outcome = one.reading()?.outcome;
  return outcome === "noSuchKind" || outcome === "forbidden";
}

function isRead(one: QueryReflector): boolean {
  const outcome = one.reading()?.outcome;
  return outcome === "found" || outcome === "absent";
}
