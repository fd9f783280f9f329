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

/** What the suffix of a quantity multiplies by: a power of ten or of two. */
const suffixes: ReadonlyMap<string, Omit<Quantity, "digits">> = new Map([
  ["", { ten: 0, two: 0 }],
  ["n", { ten: -9, two: 0 }],
  ["u", { ten: -6, two: 0 }],
  ["m", { ten: -3, two: 0 }],
  ["k", { ten: 3, two: 0 }],
  ["M", { ten: 6, two: 0 }],
  ["G", { ten: 9, two: 0 }],
  ["T", { ten: 12, two: 0 }],
  ["P", { ten: 15, two: 0 }],
  ["E", { ten: 18, two: 0 }],
  ["Ki", { ten: 0, two: 10 }],
  ["Mi", { ten: 0, two: 20 }],
  ["Gi", { ten: 0, two: 30 }],
  ["Ti", { ten: 0, two: 40 }],
  ["Pi", { ten: 0, two: 50 }],
  ["Ei", { ten: 0, two: 60 }],
]);

const secondsByUnit: ReadonlyMap<string, number> = new Map([
  ["h", 3600],
  ["m", 60],
  ["s", 1],
]);

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
  const scale = readScale(suffix);
  if (scale === undefined || whole + fraction === "") return undefined;
  const digits = BigInt(whole + fraction) * (sign === "-" ? -1n : 1n);
  return { digits, ten: scale.ten - fraction.length, two: scale.two };
}

/** `Mi`, `e3`. Undefined for a text that is no suffix of a quantity. */
function readScale(suffix: string): Omit<Quantity, "digits"> | undefined {
  const exponent = /^[eE]([+-]?\d{1,2})$/.exec(suffix)?.[1];
  return exponent === undefined ? suffixes.get(suffix) : { ten: Number(exponent), two: 0 };
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
