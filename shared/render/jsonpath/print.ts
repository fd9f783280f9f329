import { maxTemplateDepth } from "./budget.ts";
import { deepDocumentText, TemplateError } from "./template-error.ts";
import { asValue, type GoValue, sortedMembers } from "./value.ts";

/** `value` as Go's fmt prints it with %v: `map[a:1 b:[x y]]`, texts without quotes, keys sorted, null as `<nil>`. */
export function printGoValue(value: GoValue, depth = 0): string {
  if (depth > maxTemplateDepth) throw new TemplateError(deepDocumentText(maxTemplateDepth));
  const inside = (data: unknown): string => printGoValue(asValue(data), depth + 1);
  switch (value.type) {
    case "map":
      return `map[${sortedMembers(value.data)
        .map(([name, data]) => `${name.toWellFormed()}:${inside(data)}`)
        .join(" ")}]`;
    case "list":
      return `[${value.data.map(inside).join(" ")}]`;
    case "string":
      return value.data.toWellFormed();
    case "null":
      return "<nil>";
    case "nothing":
      return "<invalid reflect.Value>";
    case "float64":
      return printedFloat(value.data);
    default:
      return String(value.data);
  }
}

/**
 * A float64 as Go's %v prints it: the fewest digits that identify it. It has an exponent below 1e-4 and from 1e6 on.
 */
function printedFloat(value: number): string {
  if (Object.is(value, -0)) return "-0";
  const [digits, power = "0"] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) return String(value);
  return `${digits}e${exponent < 0 ? "-" : "+"}${`${Math.abs(exponent)}`.padStart(2, "0")}`;
}
