/** Keys whose values, or those below them, are quantities in Kubernetes' own types and in types that embed them. */
const holdQuantities: ReadonlySet<string> = new Set(["requests", "limits", "capacity", "hard", "overhead", "podFixed"]);
const areQuantities: ReadonlySet<string> = new Set(["sizeLimit", "divisor", "storage"]);

/**
 * Whether the API server may have written `file` as `live`, so that the value is unchanged. True only where that is
 * certain: for quantities where Kubernetes has them, and for durations. Quantities compare by value (apimachinery,
 * api/resource/quantity.go: 1, "1" and "1000m" are one). Durations stand as Go writes them (time/time.go,
 * Duration.String: "1h" is "1h0m0s"). `path`: keys from the top of the object.
 */
export function isSameValue(file: unknown, live: unknown, path: readonly string[]): boolean {
  if (Object.is(file, live)) return true;
  if (path[0] === "metadata") return false;
  if (isQuantity(path)) {
    const fileQuantity = quantityOf(file);
    const liveQuantity = quantityOf(live);
    return fileQuantity !== undefined && liveQuantity !== undefined && isEqual(fileQuantity, liveQuantity);
  }
  if (typeof file !== "string" || typeof live !== "string") return false;
  const duration = nanosecondsOf(file);
  return duration !== undefined && durationText(duration) === live;
}

function isQuantity(path: readonly string[]): boolean {
  const last = path.at(-1);
  const above = path.at(-2);
  return (above !== undefined && holdQuantities.has(above)) || (last !== undefined && areQuantities.has(last));
}

/** An exact number: digits × 10^ten × 2^two. */
interface Quantity {
  readonly digits: bigint;
  readonly ten: number;
  readonly two: number;
}

const decimal: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, "": 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const binary: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };

function quantityOf(value: unknown): Quantity | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const match = /^([+-]?)(\d{0,30})(?:\.(\d{0,30}))?(?:([numkMGTPE])|([KMGTPE]i)|[eE]([+-]?\d{1,2}))?$/.exec(
    `${value}`,
  );
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", ten = "", two = "", exponent = "0"] = match;
  if (`${whole}${fraction}` === "") return undefined;
  const digits = BigInt(`${whole}${fraction}`) * (sign === "-" ? -1n : 1n);
  return { digits, ten: (decimal[ten] ?? 0) + Number(exponent) - fraction.length, two: binary[two] ?? 0 };
}

function isEqual(a: Quantity, b: Quantity): boolean {
  const ten = Math.min(a.ten, b.ten);
  const scaled = (quantity: Quantity): bigint =>
    quantity.digits * 10n ** BigInt(quantity.ten - ten) * 2n ** BigInt(quantity.two);
  return scaled(a) === scaled(b);
}

const units: readonly (readonly [unit: string, nanoseconds: bigint])[] = [
  ["h", 3_600_000_000_000n],
  ["m", 60_000_000_000n],
  ["s", 1_000_000_000n],
];

/** Nanoseconds of whole hours, minutes and seconds, which is what users write; undefined for all else. */
function nanosecondsOf(text: string): bigint | undefined {
  if (!/^(?:\d{1,7}[hms])+$/.test(text)) return undefined;
  return Array.from(text.matchAll(/(\d+)([hms])/g)).reduce(
    (sum, [, number = "0", unit]) => sum + BigInt(number) * (units.find(([name]) => name === unit)?.[1] ?? 0n),
    0n,
  );
}

function durationText(nanoseconds: bigint): string {
  const seconds = nanoseconds / 1_000_000_000n;
  const hours = seconds / 3600n;
  const minutes = (seconds / 60n) % 60n;
  const rest = `${seconds % 60n}s`;
  if (hours > 0n) return `${hours}h${minutes}m${rest}`;
  return minutes > 0n ? `${minutes}m${rest}` : rest;
}
