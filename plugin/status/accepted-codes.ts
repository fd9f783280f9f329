import { UsageError } from "../../shared/io/errors/errors.ts";
import { acceptableCodes, type GateCode, gateCodes } from "../../shared/model/finding/row.ts";
import { nearestSpelling } from "../../shared/parse/spelling.ts";

/**
 * Returns the codes that `--accept` names, each once. They may be in any case, with or without dashes:
 * `["tainted-configuration"]` -> `["TaintedConfiguration"]`.
 * @throws UsageError for an unknown code, with the one that was probably meant, and for a code that cannot be accepted.
 */
export function acceptedCodes(typed: readonly string[]): readonly GateCode[] {
  return [...new Set(typed.map(acceptedCode))];
}

function acceptedCode(typed: string): GateCode {
  const spelling = simplify(typed);
  const code = gateCodes.find((each) => simplify(each) === spelling);
  if (code !== undefined && acceptableCodes.includes(code)) return code;
  if (code !== undefined)
    throw new UsageError(
      "--accept does not support NoHyperConverged: without a HyperConverged there is nothing to upgrade",
    );
  const guess = nearestSpelling(spelling, acceptableCodes.map(simplify));
  const meant = acceptableCodes.find((each) => simplify(each) === guess);
  const hint = meant === undefined ? "" : `, did you mean ${meant}?`;
  throw new UsageError(`unknown code "${typed}" for --accept${hint}; allowed: ${acceptableCodes.join(", ")}`);
}

/** `Tainted-Configuration` -> `taintedconfiguration` */
function simplify(code: string): string {
  return code.trim().toLowerCase().replace(/[-_ ]/g, "");
}
