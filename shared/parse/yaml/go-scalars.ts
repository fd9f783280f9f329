// What a plain scalar means in go.yaml.in/yaml v2 (resolve.go), in which kubectl reads its kubeconfig.

/**
 * The type that kubectl gives to a plain scalar: `on` is a boolean, `0o17` and `1e3` an integer, `1.5` a number, `~`
 * null, and `2026-01-02` a string. A float without a fraction becomes an integer in JSON.
 */
export function goScalarType(source: string): "null" | "boolean" | "integer" | "number" | "string" {
  if (/^(|~|null|Null|NULL)$/.test(source)) return "null";
  if (goBooleans.has(source)) return "boolean";
  if (integerOf(source) !== undefined) return "integer";
  const float = floatOf(source);
  if (float === undefined || !Number.isFinite(float)) return "string";
  return Number.isSafeInteger(float) ? "integer" : "number";
}

/** The words that are booleans in YAML 1.1. */
export const goBooleans: ReadonlyMap<string, boolean> = new Map([
  ..."y Y yes Yes YES true True TRUE on On ON".split(" ").map((word) => [word, true] as const),
  ..."n N no No NO false False FALSE off Off OFF".split(" ").map((word) => [word, false] as const),
]);

/**
 * An integer as strconv.ParseInt with base 0 reads it, without underscores, up to 64 bits: `017` -> 15, `0x1F` -> 31.
 * resolve.go has no case for `+0b`.
 */
export function integerOf(source: string): number | undefined {
  if (!/^[-+\d]/.test(source) || isDate(source)) return undefined;
  const plain = source.replaceAll("_", "");
  const [, sign = "", digits = ""] = /^([-+]?)(.*)$/s.exec(plain) ?? [];
  const found = forms.find(([form]) => form.test(digits));
  if (found === undefined) return undefined;
  const value = BigInt(found[1](digits)) * (sign === "-" ? -1n : 1n);
  // ParseUint takes what has no sign.
  const limit = sign === "" ? 2n ** 64n : 2n ** 63n;
  return value >= -limit && value < limit ? Number(value) : undefined;
}

const forms: readonly (readonly [form: RegExp, toJavaScript: (digits: string) => string])[] = [
  [/^(0|[1-9]\d*)$/, (digits) => digits],
  [/^0[oO]?[0-7]+$/, (digits) => `0o${digits.replace(/^0[oO]?/, "")}`],
  [/^0[xX][0-9a-fA-F]+$/, (digits) => digits],
  [/^0[bB][01]+$/, (digits) => digits],
];

/**
 * A float as go.yaml.in/yaml reads it. A number too large for a float stays text. Infinity and NaN are rejected later,
 * because JSON cannot hold them.
 */
export function floatOf(source: string): number | undefined {
  if (/^[-+]?\.(inf|Inf|INF)$/.test(source)) return source.startsWith("-") ? -Infinity : Infinity;
  if (/^\.(nan|NaN|NAN)$/.test(source)) return Number.NaN;
  if (isDate(source)) return undefined;
  const plain = source.startsWith(".") ? source : source.replaceAll("_", "");
  const value = /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

function isDate(source: string): boolean {
  return /^\d{4}-\d{1,2}-\d{1,2}($|[Tt ])/.test(source);
}
