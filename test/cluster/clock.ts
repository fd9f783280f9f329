/** Kubernetes' spelling of a moment: RFC 3339, UTC, whole seconds. */
function stamp(moment: Date): string {
  return moment.toISOString().replace(/\.\d+Z$/, "Z");
}

/** The stamp of so many minutes before `now`; fractions are fine. */
export function minutesBefore(now: Date, minutes: number): string {
  return stamp(new Date(now.getTime() - minutes * 60_000));
}
