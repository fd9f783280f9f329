/** Keys whose values, or the values below them, are quantities in Kubernetes' own types and in types that embed them. */
const keysAboveQuantities: ReadonlySet<string> = new Set([
  "requests",
  "limits",
  "capacity",
  "hard",
  "overhead",
  "podFixed",
]);
const keysOfQuantities: ReadonlySet<string> = new Set(["sizeLimit", "divisor", "storage"]);

/** An exact number: digits × 10^ten × 2^two. */
interface Quantity {
  readonly digits: bigint;
  readonly ten: number;
  readonly two: number;
}

/** The power of ten or of two by which the suffix of a quantity multiplies. */
const powersOfTen = new Map(Object.entries({ n: -9, u: -6, m: -3, "": 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }));
const powersOfTwo = new Map(Object.entries({ Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 }));

const secondsByUnit = new Map(Object.entries({ h: 3600, m: 60, s: 1 }));

/**
 * Whether the API server may have written `file` as `live`, so that the value is unchanged. True only where that is
 * certain:
 * - Quantities, where Kubernetes has them, are compared by their numbers: `1`, `"1"` and `"1000m"` are one
 *   (apimachinery, api/resource/quantity.go).
 * - Durations are compared as Go writes them: `1h` is `1h0m0s` (time/time.go, Duration.String).
 *
 * @param path the keys from the top of the object
 */
export function isSameValue(file: unknown, live: unknown, path: readonly string[]): boolean {
  if (Object.is(file, live)) return true;
  if (path[0] === "metadata") return false;
  if (isQuantity(path)) {
    const fileQuantity = parseQuantity(file);
    const liveQuantity = parseQuantity(live);
    return fileQuantity !== undefined && liveQuantity !== undefined && isEqual(fileQuantity, liveQuantity);
  }
  if (typeof file !== "string" || typeof live !== "string") return false;
  const seconds = parseSeconds(file);
  return seconds !== undefined && formatGoDuration(seconds) === live;
}

function isQuantity(path: readonly string[]): boolean {
  const key = path.at(-1) ?? "";
  const parentKey = path.at(-2) ?? "";
  return keysAboveQuantities.has(parentKey) || keysOfQuantities.has(key);
}

/** Undefined for a value that is no quantity, and for a number of more than 30 digits before or behind the point. */
function parseQuantity(value: unknown): Quantity | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  // `-1.5Gi`: the sign, the digits before and behind the point, and the suffix.
  const match = /^([+-]?)(\d{0,30})(?:\.(\d{0,30}))?([a-zA-Z].*)?$/.exec(`${value}`);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", suffix = ""] = match;
  // `e3` instead of a suffix.
  const exponent = /^[eE]([+-]?\d{1,2})$/.exec(suffix)?.[1];
  const ten = exponent === undefined ? powersOfTen.get(suffix) : Number(exponent);
  const two = powersOfTwo.get(suffix);
  if ((ten === undefined && two === undefined) || whole + fraction === "") return undefined;
  const digits = BigInt(whole + fraction) * (sign === "-" ? -1n : 1n);
  return { digits, ten: (ten ?? 0) - fraction.length, two: two ?? 0 };
}

function isEqual(a: Quantity, b: Quantity): boolean {
  const lowestTen = Math.min(a.ten, b.ten);
  const scale = ({ digits, ten, two }: Quantity): bigint => digits * 10n ** BigInt(ten - lowestTen) * 2n ** BigInt(two);
  return scale(a) === scale(b);
}

/** The seconds of whole hours, minutes and seconds, which is what users write: `1h30m`. Undefined for every other text. */
function parseSeconds(text: string): number | undefined {
  if (!/^(?:\d{1,7}[hms])+$/.test(text)) return undefined;
  let seconds = 0;
  for (const [, count = "", unit = ""] of text.matchAll(/(\d+)([hms])/g)) {
    seconds += Number(count) * (secondsByUnit.get(unit) ?? 0);
  }
  return seconds;
}

/** `5400` -> `1h30m0s`, `90` -> `1m30s`. */
function formatGoDuration(totalSeconds: number): string {
  const hours = Math.floor(totalSeconds / 3600);
  const minutes = Math.floor(totalSeconds / 60) % 60;
  const seconds = totalSeconds % 60;
  if (hours > 0) return `${hours}h${minutes}m${seconds}s`;
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`;
}
