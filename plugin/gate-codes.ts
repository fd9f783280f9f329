import { UsageError } from "../shared/io/errors.ts";
import { acceptableCodes, type GateCode, gateCodes } from "../shared/model/gate.ts";
import { nearest } from "./nearest.ts";

/**
 * What `--accept` names, in any case, with or without dashes; each once.
 * @throws UsageError for a code that there is not, with the one that was probably meant, and for what cannot be accepted.
 */
export function acceptedCodes(typed: readonly string[]): readonly GateCode[] {
  return [...new Set(typed.map(codeOf))];
}

function codeOf(typed: string): GateCode {
  const word = bare(typed);
  const code = gateCodes.find((each) => bare(each) === word);
  if (code === "NoHyperConverged")
    throw new UsageError("--accept cannot take NoHyperConverged: where none was found there is nothing to upgrade");
  if (code !== undefined) return code;
  const guess = nearest(word, acceptableCodes.map(bare));
  const meant = acceptableCodes.find((each) => bare(each) === guess);
  const hint = meant === undefined ? "" : `, did you mean ${meant}?`;
  throw new UsageError(`unknown code "${typed}" for --accept${hint}; there are: ${acceptableCodes.join(", ")}`);
}

function bare(code: string): string {
  return code.trim().toLowerCase().replace(/[-_ ]/g, "");
}
