import { expect, test } from "vitest";
import type { HostEnvironment } from "../../plugin/process/host-environment.ts";
import { progressOn } from "../../plugin/process/progress-line.ts";

/** What is told of a reading that reports its progress at these milliseconds after its begin. */
function told(isErrorTerminal: boolean | undefined, moments: readonly number[]): string {
  let now = 5000;
  let text = "";
  const world = {
    screen: { ...(isErrorTerminal !== undefined && { isErrorTerminal }) },
    milliseconds: () => now,
    tell: (more: string) => {
      text += more;
    },
  } as unknown as HostEnvironment;
  const progress = progressOn(world, "Reading a\u001b[31m.tar.gz");
  for (const moment of moments) {
    now = 5000 + moment;
    progress.tell(moment, 4000);
  }
  progress.end();
  return text;
}

const line = (share: number): string => `\rReading a^[[31m.tar.gz: ${share} %\u001b[K`;

test.for<[rule: string, isTerminal: boolean | undefined, moments: number[], text: string]>([
  ["nothing where it takes less than a second", true, [0, 400, 999], ""],
  [
    "one line drawn anew, at most five times a second, taken away in the end",
    true,
    [1000, 1100, 1200, 2000],
    `${line(25)}${line(30)}${line(50)}\r\u001b[K`,
  ],
  ["nothing where standard error is no terminal", false, [3000], ""],
  ["nothing where nobody knows", undefined, [3000], ""],
])("progress is %s", ([, isTerminal, moments, text]) => {
  expect(told(isTerminal, moments)).toBe(text);
});
