/** RFC 3339 with a zone: what `metav1.Time` and `metav1.MicroTime` write, and times in other zones. */
const stamp = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** Milliseconds of an RFC 3339 stamp; undefined for anything else. */
export function parseMilliseconds(value: unknown): number | undefined {
  if (typeof value !== "string" || !stamp.test(value)) return undefined;
  // biome-ignore lint/style/noRestrictedGlobals: parsing a stamp reads no clock
  const parsed = Date.parse(value);
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** A time as the API server writes it: UTC and whole seconds. */
const canonical = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** The same time as RFC 3339 UTC in whole seconds; undefined if `value` is no time. */
export function normalizeUtc(value: unknown): string | undefined {
  // Nearly every stamp is canonical already, and there may be a hundred thousand of them.
  if (typeof value === "string" && canonical.test(value)) return value;
  const parsed = parseMilliseconds(value);
  return parsed === undefined ? undefined : formatStamp(parsed);
}

/** RFC 3339 UTC of a number of milliseconds, in whole seconds as the API server writes it. */
export function formatStamp(milliseconds: number): string {
  // biome-ignore lint/style/noRestrictedGlobals: formatting a number reads no clock
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Whole seconds from `since` to `now`; a time after `now` counts as 0; undefined if either is no time. */
export function secondsBetween(since: string | undefined, now: string): number | undefined {
  const from = parseMilliseconds(since);
  const to = parseMilliseconds(now);
  return from === undefined || to === undefined ? undefined : Math.max(0, Math.floor((to - from) / 1000));
}

/** Minutes by which a user's clock is ahead of UTC at a moment in milliseconds since 1970. */
export type ZoneAt = (milliseconds: number) => number;

/** A stamp on the user's clock, with its zone: `2026-11-21 11:05:09 +01:00`. Unchanged where it is no time. */
export function formatLocal(stamp: string, zoneAt: ZoneAt): string {
  const at = parseMilliseconds(stamp);
  if (at === undefined) return stamp;
  const minutes = Math.round(zoneAt(at));
  const local = formatStamp(at + minutes * 60_000)
    .replace("T", " ")
    .replace("Z", "");
  return minutes === 0 ? `${local} UTC` : `${local} ${formatOffset(minutes)}`;
}

function formatOffset(minutes: number): string {
  const hours = Math.trunc(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  return `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}
