/** RFC 3339 with a zone; what `metav1.Time` and `metav1.MicroTime` write, and other zones read back to UTC. */
const stamp = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** Milliseconds of an RFC 3339 stamp, or undefined for anything else. */
export function millisecondsOf(value: unknown): number | undefined {
  if (typeof value !== "string" || !stamp.test(value)) return undefined;
  // biome-ignore lint/style/noRestrictedGlobals: parsing a stamp reads no clock
  const parsed = Date.parse(value);
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** As the API server writes it: UTC and whole seconds. */
const canonical = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** The same moment as RFC 3339 UTC in whole seconds, or undefined where `value` is no time. */
export function utc(value: unknown): string | undefined {
  // Nearly every stamp is canonical already, and there may be a hundred thousand of them.
  if (typeof value === "string" && canonical.test(value)) return value;
  const parsed = millisecondsOf(value);
  return parsed === undefined ? undefined : stampOf(parsed);
}

/** RFC 3339 UTC of a number of milliseconds, in whole seconds as the API server writes it. */
export function stampOf(milliseconds: number): string {
  // biome-ignore lint/style/noRestrictedGlobals: formatting a number reads no clock
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Whole seconds from `since` to `now`; a clock ahead of ours counts as 0; undefined where either is no time. */
export function secondsBetween(since: string | undefined, now: string): number | undefined {
  const from = millisecondsOf(since);
  const to = millisecondsOf(now);
  return from === undefined || to === undefined ? undefined : Math.max(0, Math.floor((to - from) / 1000));
}
