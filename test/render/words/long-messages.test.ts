import { describe, expect, test } from "vitest";
import { evidenceBehindSteps } from "../../../shared/outline/cause-explanation.ts";
import { plainText } from "../../../shared/outline/text.ts";
import { clusterMessage } from "../build.ts";

describe("the first screen shows what a long message says", () => {
  const trace = Array.from({ length: 200 }, (_, line) => `\t/src/f${line}.go:${line} +0x1f`).join("\n");
  const rows: readonly (readonly [title: string, message: string, expected: string])[] = [
    ["a stack trace of Go is omitted", `boom\ngoroutine 1 [running]:\nmain.main()\n${trace}`, "Err: boom"],
    [
      "one of Java",
      "java.io.IOException: refused\n\tat a.B.c(B.java:1)\n\tat a.B.d(B.java:2)",
      "Err: java.io.IOException: refused",
    ],
    ["a JSON has its message and error", '{"level":"error","msg":"no db","error":"refused"}', "Err: no db: refused"],
    ["a JSON without either stays", '{"code":7}', 'Err: {"code":7}'],
    ["many parentheses take no time", "(".repeat(300_000), `Err: ${"(".repeat(300_000)}`],
    ["many braces take no time", `${'{"'.repeat(300_000)}}`, `Err: ${'{"'.repeat(300_000)}}`],
    ["lines of a text stay", "one\ntwo", "Err: one two"],
  ];
  test.for(rows)("%s", ([, message, expected]) => {
    expect(plainText(evidenceBehindSteps({ evidence: clusterMessage(message, "Err") }, []))).toBe(expected);
  });
});
