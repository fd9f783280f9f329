import { countText } from "../../../outline/words/names.ts";

/** How many lines are scrolled away above, how many are shown, and how many there are. */
export interface ScrollPlace {
  readonly above: number;
  readonly shown: number;
  readonly total: number;
}

/** The sign below lines that do not all fit: `lines 1-22 of 38, ↓ for more`; `1-22/38 ↓` where the screen is narrow. */
export function scrollSign(
  { above, shown, total }: ScrollPlace,
  { up, down }: { readonly up: string; readonly down: string },
  columns: number,
): string {
  if (shown === 0) return `${total} lines hidden`;
  const keys = [...(above > 0 ? [up] : []), ...(above + shown < total ? [down] : [])];
  const which = shown === 1 ? `line ${above + 1}` : `lines ${above + 1}-${above + shown}`;
  const whole = `${which} of ${total}${keys.length === 0 ? "" : `, ${keys.join(" ")} for more`}`;
  return whole.length <= columns ? whole : `${above + 1}-${above + shown}/${total} ${keys.join(" ")}`;
}

/** The sign above changes of which the earlier ones have no room; empty where all are shown. */
export function hiddenSign(changes: number): string {
  return changes > 0 ? countText(changes, "earlier change") : "";
}
