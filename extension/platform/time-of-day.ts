/** Returns the minutes by which the user's clock is ahead of UTC at a moment in milliseconds since 1970. */
export function zoneAt(milliseconds: number): number {
  return -new Date(milliseconds).getTimezoneOffset();
}

/** Returns the local time of `milliseconds` since 1970, with the date unless it is today. */
export function timeOfDay(milliseconds: number): string {
  const then = new Date(milliseconds);
  const isToday = then.toDateString() === new Date().toDateString();
  return isToday
    ? then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
    : then.toLocaleString([], { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
}
