import { describe, expect, test } from "vitest";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { explainLog } from "../../shared/logs/explaining-lines.ts";
import { credentials } from "../redact/corpus/credentials.ts";
import { fillTemplate, isReadable } from "../redact/corpus/forms.ts";
import { heldOutCredentials } from "../redact/corpus/held-out-credentials.ts";
import { heldOutLogs, type LogCase, logCases, openLogs } from "./corpus.ts";

/** The line that explains a log, as a display shows it. */
function quoteOf({ log }: Pick<LogCase, "log">): string {
  const { lines, quoted } = explainLog(log) ?? { lines: [], quoted: [] };
  return sanitizeLine(lines[quoted[0] ?? -1] ?? "");
}

describe("the line that a person would quote is the first that is quoted", () => {
  test.each(openLogs)("$rule", (log) => {
    expect(quoteOf(log)).toBe(log.quote);
  });

  // Which ones are wrong is not printed, so that no rule is written for them.
  test("of nine held-out logs in ten", () => {
    const right = heldOutLogs.filter((log) => quoteOf(log) === log.quote);
    expect(right.length / heldOutLogs.length).toBeGreaterThanOrEqual(0.9);
  });
});

test("the corpus has 150 logs, each with a rule of its own, and a third of them is held out", () => {
  expect(logCases.length).toBeGreaterThanOrEqual(150);
  expect(new Set(logCases.map(({ rule }) => rule)).size).toBe(logCases.length);
  expect(heldOutLogs.length / logCases.length).toBeGreaterThan(0.3);
  for (const { rule, log, quote } of logCases) {
    expect(log.trim(), rule).not.toBe("");
    expect(quote.trim(), rule).not.toBe("");
  }
});

/** All lines that are quoted of a log. */
function quotedLines(log: string): readonly string[] {
  const { lines, quoted } = explainLog(log) ?? { lines: [], quoted: [] };
  return quoted.map((index) => lines[index] ?? "");
}

describe("what belongs to the line is quoted with it", () => {
  test.each<[rule: string, log: string, quoted: readonly string[]]>([
    [
      "the frame of Go in which the panic began, behind those of the runtime",
      "panic: boom\n\ngoroutine 1 [running]:\npanic({0x1?, 0x2?})\n\t/go/runtime/panic.go:770 +0x1\nmain.load(0x0)\n\t/src/load.go:9 +0x4\nmain.main()\n\t/src/main.go:3 +0x1\n",
      ["panic: boom", "main.load(0x0)", "\t/src/load.go:9 +0x4"],
    ],
    [
      "of an error with a stack its first function",
      "E1128 10:00:01.400000       1 importer.go:350] cannot connect\nexample.org/importer.New\n\tpkg/importer/http.go:100\nmain.main\n\tcmd/main.go:261\n",
      ["cannot connect", "example.org/importer.New", "\tpkg/importer/http.go:100"],
    ],
    [
      "of Python the deepest file",
      'Traceback (most recent call last):\n  File "/app/a.py", line 10, in <module>\n    run()\n  File "/app/b.py", line 6, in run\n    raise ValueError("x")\nValueError: x\n',
      ["ValueError: x", '  File "/app/b.py", line 6, in run'],
    ],
    [
      "of Java the first frame",
      "java.lang.IllegalStateException: x\n\tat app.Main.load(Main.java:40)\n\tat app.Main.main(Main.java:12)\n",
      ["java.lang.IllegalStateException: x", "\tat app.Main.load(Main.java:40)"],
    ],
    [
      "the line without a level that goes on",
      'qemu-kvm: Failed to get "write" lock\nIs another process using the image [/x/disk.img]?\n2026-11-28 10:00:01.500+0000: shutting down, reason=failed\n',
      ['qemu-kvm: Failed to get "write" lock', "Is another process using the image [/x/disk.img]?"],
    ],
    [
      "of a lost lease why its server was not reached",
      'E1128 10:00:01.000000       1 leaderelection.go:429] Failed to update lock optimistically: Put "https://10.96.0.1/leases/l": context deadline exceeded, falling back to slow path\nE1128 10:00:06.000000       1 leaderelection.go:436] error retrieving resource lock n/l: client rate limiter Wait returned an error: context deadline exceeded\nF1128 10:00:06.200000       1 main.go:88] leader election lost\n',
      [
        "leader election lost",
        'Failed to update lock optimistically: Put "https://10.96.0.1/leases/l": context deadline exceeded, falling back to slow path',
      ],
    ],
    ["no usage text", "Error: unknown flag: --x\nUsage:\n  cmd [flags]\n", ["Error: unknown flag: --x"]],
    ["nothing where the next line has a level of its own", "error: a\nlevel=info msg=b\n", ["error: a"]],
  ])("%s", (_, log, quoted) => {
    expect(quotedLines(log)).toEqual(quoted);
  });
});

describe("a log of any size and form is read within its bounds", () => {
  test.each<[rule: string, log: string]>([
    ["an empty log has no lines", ""],
    ["a log of line breaks has no lines", "\n".repeat(100_000)],
    ["a log of NUL bytes has no lines", "\0".repeat(1_000_000)],
    ["a log that is one word of many megabytes has no whole word", "A".repeat(5_000_000)],
  ])("%s", (_, log) => {
    expect(explainLog(log)).toBeUndefined();
  });

  test("at most 50 lines are kept, which end with the log", () => {
    const log = Array.from({ length: 500 }, (_, index) => `line ${index}`).join("\n");
    const { lines, quoted } = explainLog(log) ?? { lines: [], quoted: [] };
    expect([lines.length, lines[0], lines.at(-1), quoted]).toEqual([50, "line 450", "line 499", [49]]);
  });

  test("a line that is quoted is kept, however far from the end", () => {
    const log = `error: first\n${"next\n".repeat(900)}`;
    const { lines, quoted } = explainLog(log) ?? { lines: [], quoted: [] };
    expect([lines.length, lines[quoted[0] ?? -1]]).toEqual([50, "error: first"]);
  });

  test("a longer log is read by its end", () => {
    expect(quotedLines(`panic: old\n${"a quiet line of the log\n".repeat(40_000)}`)).toEqual([
      "a quiet line of the log",
    ]);
  });

  test("a line keeps at most 2,048 characters", () => {
    const [line = ""] = quotedLines(`error: ${"x y ".repeat(50_000)}\n`);
    expect([line.length, line.slice(0, 12), line.at(-1)]).toEqual([2048, "error: x y x", "…"]);
  });

  test("of a text that begins within a line the first line is not read, and of one line its first word", () => {
    expect(quotedLinesFrom("ret: hunter22\nready\n")).toEqual(["ready"]);
    expect(quotedLinesFrom("eyJzdWIiOiJ4In0.c2ln failed at last")).toEqual(["failed at last"]);
  });

  function quotedLinesFrom(end: string): readonly string[] {
    const { lines, quoted } = explainLog(end, true) ?? { lines: [], quoted: [] };
    return quoted.map((index) => (lines[index] ?? "").trim());
  }
});

describe("no credential of the corpus is left in the lines", () => {
  const forms = [...credentials, ...heldOutCredentials].map((template) => fillTemplate(template));
  const logs: Readonly<Record<string, (text: string) => string>> = {
    "plain text": (text) => `starting\nerror: ${text}\nstopping\n`,
    "a line of klog": (text) =>
      `E1128 10:00:01.100000       1 a.go:1] ${text}\nI1128 10:00:01.100000       1 a.go:1] end\n`,
    "a line of JSON": (text) => `${JSON.stringify({ level: "error", msg: "failed", error: text })}\n`,
    "a line of logfmt": (text) => `level=error msg=failed err=${JSON.stringify(text)}\n`,
    "lines with stamps": (text) =>
      text
        .split("\n")
        .map((line) => `2026-11-28T10:00:00.100000000Z ${line}\n`)
        .join(""),
  };

  test.for(Object.keys(logs))("as %s", (place) => {
    const left = forms.filter((form) => {
      const explained = explainLog(logs[place]?.(form.text) ?? "");
      return isReadable(form, (explained?.lines ?? []).join("\n"));
    });
    expect(left.length / forms.length).toBeLessThanOrEqual(0.05);
  });

  test.each<[rule: string, log: string, secret: string]>([
    [
      "a presigned URL of an importer",
      'E1128 10:00:01.100000       1 a.go:1] Get "https://s3/x?X-Amz-Credential=AKIAABCDEFGHIJKLMNOP&X-Amz-Signature=0123456789abcdef0123": 403',
      "0123456789abcdef0123",
    ],
    [
      "a private key of several lines",
      `key:\n-----BEGIN PRIVATE KEY-----\n${"QUJD".repeat(16)}\nQUJDREVG\n-----END PRIVATE KEY-----\nerror: bad key\n`,
      "QUJD",
    ],
    ["a token between colours", "error: token=\u001b[31mhunter2hunter2\u001b[0m refused\n", "hunter2"],
  ])("%s", (_, log, secret) => {
    expect((explainLog(log)?.lines ?? []).join("\n")).not.toContain(secret);
  });
});
