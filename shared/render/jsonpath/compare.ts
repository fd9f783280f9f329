import { Refusal } from "./refusal.ts";
import { compareTexts } from "./utf8.ts";
import type { Value } from "./value.ts";

/**
 * Whether `left operator right` holds, as Go's templates compare (client-go, third_party/forked/golang/template/funcs.go):
 * an integer is never compared with a fraction, and true is not more than false.
 * @throws Refusal for two values that cannot be compared, and for a sign that is no operator
 */
export function compare(left: Value, operator: string, right: Value): boolean {
  switch (operator) {
    case "==":
      return isEqual(left, right);
    case "!=":
      return !isEqual(left, right);
    case "<":
      return isLess(left, right);
    case "<=":
      return isLess(left, right) || isEqual(left, right);
    case ">":
      return !(isLess(left, right) || isEqual(left, right));
    case ">=":
      return !isLess(left, right);
    default:
      throw new Refusal(`unrecognized filter operator ${operator}`);
  }
}

function isEqual(left: Value, right: Value): boolean {
  kindOfBoth(left, right);
  // Loosely, because an integer beyond 2^53 is a bigint.
  // biome-ignore lint/suspicious/noDoubleEquals: see above
  return left.data == right.data;
}

function isLess(left: Value, right: Value): boolean {
  const kind = kindOfBoth(left, right);
  if (kind === "bool") throw new Refusal(badType);
  if (left.type === "string" && right.type === "string") return compareTexts(left.data, right.data) < 0;
  return (left.data as number | bigint) < (right.data as number | bigint);
}

const badType = "invalid type for comparison";

function kindOfBoth(left: Value, right: Value): string {
  const [one, other] = [kindOf(left), kindOf(right)];
  if (one === undefined || other === undefined) throw new Refusal(badType);
  if (one !== other) throw new Refusal("incompatible types for comparison");
  return one;
}

function kindOf({ type }: Value): "string" | "bool" | "integer" | "fraction" | undefined {
  if (type === "string" || type === "bool") return type;
  if (type === "int" || type === "int64" || type === "uint8") return "integer";
  return type === "float64" ? "fraction" : undefined;
}
