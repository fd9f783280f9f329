/**
 * The milliseconds of a duration, with its sign: `1h30m` -> 5400000, `-1s` -> -1000. Undefined where it is none. It is
 * written as in Go (time.ParseDuration): a number without a unit is none, except 0. kubectl wait refuses it too.
 */
export function millisecondsOfDuration(value: string): number | undefined {
  const [, sign, amount = ""] = /^([-+]?)(.*)$/s.exec(value) ?? [];
  if (amount === "0") return 0;
  if (!durationForm.test(amount)) return undefined;
  let sum = 0;
  for (const [, number, unit = ""] of amount.matchAll(part)) sum += Number(number) * (millisecondsOfUnit[unit] ?? 0);
  const milliseconds = Math.min(sum, maxMilliseconds);
  return sign === "-" && milliseconds > 0 ? -milliseconds : milliseconds;
}

/** `30m` */
const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/g;
/** `1h30m` */
const durationForm = new RegExp(`^(${part.source})+$`);
/** The micro sign and the letter mu both stand for micro. */
const millisecondsOfUnit: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  "\u00b5s": 1e-3,
  "\u03bcs": 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
/** The maximum that a timer can count to, about 24 days. */
const maxMilliseconds = 2 ** 31 - 1;

/**
 * Milliseconds that one request may take: `5` and `5s` -> 5000. Undefined for an invalid value. As in kubectl (client-go,
 * tools/clientcmd/helpers.go, ParseTimeout), it is whole seconds or a duration. kubectl accepts a negative duration or an
 * empty value and then sets no limit, so they are 0.
 */
export function millisecondsOfRequest(value: string): number | undefined {
  if (value === "") return 0;
  // In kubectl, a number without a unit may not be negative.
  if (/^-\d+$/.test(value) && Number(value) !== 0) return undefined;
  const milliseconds = millisecondsOfDuration(/^[-+]?\d+$/.test(value) ? `${value}s` : value);
  return milliseconds === undefined ? undefined : Math.max(0, milliseconds);
}
