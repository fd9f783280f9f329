/**
 * Milliseconds of a duration as Go writes it, without a sign or parts of a second: `48h0m0s`, `90s`. Undefined for another
 * text (https://pkg.go.dev/time#ParseDuration).
 */
export function parseGoDuration(text: string): number | undefined {
  const parts = /^(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?$/.exec(text);
  if (parts === null || text === "") return undefined;
  const [, hours = 0, minutes = 0, seconds = 0] = parts;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
