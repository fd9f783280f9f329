import type { Report } from "../shared/model/report.ts";
import type { Goal } from "../shared/model/waiting.ts";
import { truncate } from "../shared/render/width.ts";
import { age } from "../shared/render/words-age.ts";
import { widthOf } from "./terminal.ts";
import type { World } from "./world.ts";

/** One line on a terminal that is written over again and again. */
export interface WaitProgress {
  /** Somebody sees it. */
  readonly isDrawn: boolean;
  readonly draw: (text: string) => void;
  /** Takes it away, for what is to stay. */
  readonly erase: () => void;
  readonly end: () => void;
}

/** ECMA-48, EL: to the end of the line. */
const eraseRest = "\u001b[K";

/** On standard error, where that is a terminal that can be written over; elsewhere nothing. */
export function waitProgress(world: World): WaitProgress {
  const { screen } = world;
  if (screen.isErrorTerminal !== true || screen.environment["TERM"] === "dumb")
    return { isDrawn: false, draw() {}, erase() {}, end() {} };
  let columns = widthOf(screen, undefined);
  let drawn = "";
  const forget = world.person.onResize((size) => {
    columns = size.columns ?? columns;
  });

  function erase(): void {
    if (drawn !== "") world.tell(`\r${eraseRest}`);
    drawn = "";
  }

  return {
    isDrawn: true,
    draw(text) {
      // A line that fills the last column would be wrapped, and could not be taken back.
      const line = truncate(text, columns - 1, "...");
      if (line === drawn) return;
      world.tell(`\r${line}${eraseRest}`);
      drawn = line;
    },
    erase,
    end() {
      forget();
      erase();
    },
  };
}

/** The share of components that are as they should be: `4/6 components healthy`; nothing where there are none. */
export function shareWords({ roots }: Report, goal: Goal): string {
  const parts = roots.flatMap(({ children }) =>
    children.filter(({ required, role }) => required && role === "component"),
  );
  if (parts.length === 0 || goal.is === "deleted" || goal.is === "condition") return "";
  const well = parts.filter(({ verdict, facts }) => {
    if (goal.is === "available") return verdict !== "unavailable" && verdict !== "unknown";
    if (goal.is === "upgraded") return facts["observedVersion"] === facts["expectedVersion"];
    return verdict === "healthy";
  });
  const how = goal.is === "available" || goal.is === "upgraded" ? goal.is : "healthy";
  return `${well.length}/${parts.length} components ${how}`;
}

/** `3m12s of 30m`; without a limit the time alone. */
export function timeWords(passed: number, limit: number): string {
  return `${age(passed / 1000)}${limit > 0 ? ` of ${age(limit / 1000)}` : ""}`;
}
