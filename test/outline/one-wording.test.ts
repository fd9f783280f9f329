import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

// A sentence is written once: with another word in its one place, every front that shows it has the other word.

const other = "Zwiebelkuchen";

/** What each front shows of a golden case, with a word of a source file replaced. */
function frontsOf(sentence: string, ...replaced: readonly string[]): Readonly<Record<string, string>> {
  const script = join(import.meta.dirname, "print-fronts.ts");
  const { stdout, stderr } = spawnSync(process.execPath, [script, sentence, ...replaced], {
    encoding: "utf8",
    maxBuffer: 2 ** 24,
  });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as Readonly<Record<string, string>>;
}

const rows: readonly [what: string, sentence: string, file: string, word: string][] = [
  [
    "a finding",
    "a-json-patch-changes-cdi-of-a-healthy-hyperconverged",
    "outline/findings/shared-sentences.ts",
    "unsupported change",
  ],
  [
    "a cause",
    "the-spec-is-newer-than-the-status",
    "outline/cause-clauses.ts",
    "changed, not yet evaluated by its controller",
  ],
  [
    "an upgrade",
    "an-upgrade-from-1-18-never-completes-and-no-condition-reports-it",
    "outline/cause-clauses.ts",
    "every reconcile of the upgrade fails",
  ],
];

test.for(rows)("another word about %s is another word in every front that has it", ([, sentence, file, word]) => {
  const before = frontsOf(sentence);
  const showing = Object.keys(before).filter((name) => before[name]?.includes(word));
  expect(showing.length).toBeGreaterThan(8);
  const after = frontsOf(sentence, file, word, other);
  expect(Object.keys(after).filter((name) => after[name]?.includes(word))).toEqual([]);
  expect(Object.keys(after).filter((name) => after[name]?.includes(other))).toEqual(showing);
});
