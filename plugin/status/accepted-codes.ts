import { UsageError } from "../../shared/io/errors/errors.ts";
import { acceptableCodes, type GateCode, gateCodes } from "../../shared/model/finding/row.ts";
import { nearestSpelling } from "../../shared/parse/spelling.ts";

/**
 * The codes that `--accept` names, in any case, with or without dashes, each once.
 * @throws UsageError for an unknown code, with the one that was probably meant. UsageError too for a code that cannot
 * be accepted.
 */
export function acceptedCodes(typed: readonly string[]): readonly GateCode[] {
  return [...new Set(typed.map(codeOf))];
}

function codeOf(typed: string): GateCode {
  const word = bare(typed);
  const code = gateCodes.find((each) => bare(each) === word);
  if (code !== undefined && !acceptableCodes.includes(code))
    throw new UsageError(
      "--accept does not support NoHyperConverged: without a HyperConverged there is nothing to upgrade",
    );
  if (code !== undefined) return code;
  const guess = nearestSpelling(word, acceptableCodes.map(bare));
  const meant = acceptableCodes.find((each) => bare(each) === guess);
  throw new UsageError(unknownCodeText(typed, meant, acceptableCodes));
}

/** The error for an unknown code in `--accept`. `meant` is a similar one of `codes`. */
function unknownCodeText(typed: string, meant: string | undefined, codes: readonly string[]): string {
  const hint = meant === undefined ? "" : `, did you mean ${meant}?`;
  return `unknown code "${typed}" for --accept${hint}; allowed: ${codes.join(", ")}`;
}

function bare(code: string): string {
  return code.trim().toLowerCase().replace(/[-_ ]/g, "");
}
