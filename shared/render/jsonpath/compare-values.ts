import { TemplateError } from "./template-error.ts";
import { compareCodePoints } from "./utf8.ts";
import type { GoValue } from "./value.ts";

/**
 * Whether `left operator right` holds, as in Go's templates (client-go, third_party/forked/golang/template/funcs.go).
 * An integer is never compared with a fraction, and true is not more than false.
 * @throws Refusal for two values that cannot be compared, and for a sign that is no operator
 */
export function compareValues(left: GoValue, operator: string, right: GoValue): boolean {
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
      throw new TemplateError(`unrecognized filter operator ${operator}`);
  }
}

function isEqual(left: GoValue, right: GoValue): boolean {
  kindOfBoth(left, right);
  // Loosely, because an integer beyond 2^53 is a bigint.
  // biome-ignore lint/suspicious/noDoubleEquals: see above
  return left.data == right.data;
}

function isLess(left: GoValue, right: GoValue): boolean {
  const kind = kindOfBoth(left, right);
  if (kind === "bool") throw new TemplateError(wrongTypeToCompare);
  if (left.type === "string" && right.type === "string") return compareCodePoints(left.data, right.data) < 0;
  return (left.data as number | bigint) < (right.data as number | bigint);
}

function kindOfBoth(left: GoValue, right: GoValue): string {
  const [one, other] = [kindOf(left), kindOf(right)];
  if (one === undefined || other === undefined) throw new TemplateError(wrongTypeToCompare);
  if (one !== other) throw new TemplateError("incompatible types for comparison");
  return one;
}

// What is wrong with a document under a template: client-go's sentences (util/jsonpath/jsonpath.go and
// third_party/forked/golang/template/funcs.go). The bounds are our own: kubectl has none.

const wrongTypeToCompare = "invalid type for comparison";

function kindOf({ type }: GoValue): "string" | "bool" | "integer" | "fraction" | undefined {
  if (type === "string" || type === "bool") return type;
  if (type === "int" || type === "int64" || type === "uint8") return "integer";
  return type === "float64" ? "fraction" : undefined;
}
