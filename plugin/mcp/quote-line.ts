import { shortenMiddle } from "../../shared/aggregate/core/words/cause.ts";
import { concealText } from "../../shared/redact/conceal-text.ts";
import { sanitizeLine } from "../../shared/render/characters/sanitize.ts";

/** A text of the cluster in one harmless line without credentials. */
export function quoteLine(text: string): string {
  return shortenMiddle(sanitizeLine(concealText(text)), 400);
}
