/**
 * The milliseconds of a timeout, with its sign, or undefined where it is none. As in kubectl (client-go,
 * tools/clientcmd/helpers.go, ParseTimeout), it is whole seconds or a duration.
 */
function millisecondsOfTimeout(value: string): number | undefined {
  return millisecondsOfDuration(/^[-+]?\d+$/.test(value) ? `${value}s` : value);
}

/**
 * Milliseconds that one request may take, or undefined for an invalid value. kubectl accepts a negative duration or an
 * empty value and then sets no limit, so they are 0.
 */
export function millisecondsOfRequest(value: string): number | undefined {
  if (value === "") return 0;
  // In kubectl, a number without a unit may not be negative.
  if (/^-\d+$/.test(value) && Number(value) !== 0) return undefined;
  const milliseconds = millisecondsOfTimeout(value);
  return milliseconds === undefined ? undefined : Math.max(0, milliseconds);
}

/**
 * The milliseconds of a duration, with its sign, or undefined where it is none. It is written as in Go
 * (time.ParseDuration): a number without a unit is none, except 0. kubectl wait refuses it too.
 */
export function millisecondsOfDuration(value: string): number | undefined {
  const [, sign, amount = ""] = /^([-+]?)(.*)$/s.exec(value) ?? [];
  if (amount === "0") return 0;
  if (!duration.test(amount)) return undefined;
  const parts = [...amount.matchAll(part)];
  const sum = parts.reduce((total, [, number, unit = ""]) => total + Number(number) * (units[unit] ?? 0), 0);
  const milliseconds = Math.min(sum, longest);
  return sign === "-" && milliseconds > 0 ? -milliseconds : milliseconds;
}

const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/g;
const duration = new RegExp(`^(${part.source})+$`);
/** Milliseconds for each unit. The micro sign and the letter mu both stand for micro. */
const units: Readonly<Record<string, number>> = {
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
const longest = 2 ** 31 - 1;
