import { expect, test } from "vitest";
import { formatAge } from "../../../shared/outline/ages.ts";
import { newestStartOf, tickPeriod } from "../../../shared/render/editor/tick-period.ts";
import { component, minutesAgo, report, root } from "../build.ts";

test("ages tick faster as long as they have seconds", () => {
  for (const age of [0, 5, 119, 125, 599, 601, 3_700, 90_000]) {
    const hasSeconds = /\ds$/.test(formatAge(age));
    expect(tickPeriod(1_000, 1_000 + age), `${age} s`).toBe(hasSeconds || age < 600 ? 5_000 : 30_000);
    expect(!hasSeconds || age < 600).toBe(true);
  }
});

test("the newest state counts, wherever it is shown: of a root, a part or a cause", () => {
  const part = { ...component("CDI", "healthy", "v1"), since: minutesAgo(3) };
  const toSeconds = (stamp: string): number => Date.parse(stamp) / 1000;
  expect(newestStartOf(report([{ ...root({}), since: minutesAgo(90) }]))).toBe(toSeconds(minutesAgo(90)));
  expect(newestStartOf(report([{ ...root({ children: [part] }), since: minutesAgo(90) }]))).toBe(
    toSeconds(minutesAgo(3)),
  );
  expect(newestStartOf(report([]))).toBe(0);
});
