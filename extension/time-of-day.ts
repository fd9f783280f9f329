/** Milliseconds since 1970 as the person's clock shows them; of another day with its date. */
export function timeOfDay(milliseconds: number): string {
  const then = new Date(milliseconds);
  const isToday = then.toDateString() === new Date().toDateString();
  return isToday
    ? then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
    : then.toLocaleString([], { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
}
