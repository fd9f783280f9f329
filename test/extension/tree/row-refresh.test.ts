import { describe, expect, test } from "vitest";
import { RowRefresh } from "../../../extension/tree/row-refresh.ts";
import { drivenClock } from "../../io/watch/driven-clock.ts";

/** A row: at the top, below it opened or not. */
type RefreshedRow = "top" | "opened" | "closed";

describe("a refresh that VS Code drops", () => {
  type RefreshStep = number | `${"refresh" | "read"} ${RefreshedRow}` | "hide";
  test.for<readonly [rule: string, steps: readonly RefreshStep[], fired: string, timers: number]>([
    ["is repeated after a second", ["refresh top", 1_000], "top top", 1],
    ["is repeated after one second and after two more", ["refresh top", 1_000, 1_999], "top top", 1],
    ["is repeated after one, two and four seconds", ["refresh top", 1_000, 2_000, 4_000], "top top top top", 1],
    ["is not repeated once VS Code has read the rows", ["refresh top", 10, "read top", 60_000], "top", 0],
    ["is not repeated beside the next one", ["refresh top", 900, "refresh top", 900], "top top", 1],
    ["begins with a second again", ["refresh top", 1_000, "read top", "refresh top", 1_000], "top top top top", 1],
    ["is repeated for a row that VS Code has opened", ["refresh opened", 1_000], "opened opened", 1],
    ["until it has read the rows below", ["refresh opened", 10, "read opened", 60_000], "opened", 0],
    [
      "for some seconds, for the user may have collapsed it",
      ["refresh opened", 1_000, 2_000, 4_000, 60_000],
      "opened opened opened opened",
      0,
    ],
    ["is not repeated for a row that VS Code has not opened", ["refresh closed", 60_000], "closed", 0],
    ["where VS Code reads another row meanwhile", ["refresh opened", "read closed", 1_000], "opened opened", 1],
    ["is not repeated where VS Code reads all rows", ["refresh opened", "read top", 60_000], "opened", 0],
    ["beside the top", ["refresh top", "refresh opened", 1_000], "top opened top opened", 2],
    ["is not repeated while the view is hidden", ["refresh top", "refresh opened", "hide", 60_000], "top opened", 0],
  ])("%s", ([, steps, expected, timers]) => {
    const clock = drivenClock();
    const fired: RefreshedRow[] = [];
    const opened = { name: "opened" as const };
    const closed = { name: "closed" as const };
    const refresh = new RowRefresh<typeof opened | typeof closed>(
      {
        fire: (rows) => fired.push(...(rows?.map(({ name }) => name) ?? ["top" as const])),
        isOpened: (row) => row === opened,
      },
      clock,
    );
    const rows = { opened, closed, top: undefined };
    for (const step of steps) {
      if (typeof step === "number") clock.advance(step);
      else if (step === "hide") refresh.cancel();
      else {
        const [act, name] = step.split(" ") as ["refresh" | "read", RefreshedRow];
        const row = rows[name];
        if (act === "read") refresh.settle(row);
        else if (row === undefined) refresh.refreshTop();
        else refresh.refreshRows([row]);
      }
    }
    expect([fired.join(" "), clock.timers()]).toEqual([expected, timers]);
  });
});
