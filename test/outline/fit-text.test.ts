import { describe, expect, test } from "vitest";
import { displayWidth } from "../../shared/characters/display-width.ts";
import type { Text } from "../../shared/model/outline.ts";
import { fitText } from "../../shared/outline/fit-text.ts";
import { aside, name, quote, word } from "../../shared/outline/text.ts";

const denial =
  'ReconcileFailed: Error while reconciling: admission webhook "kubevirt-update-validator.kubevirt.io" denied the request: ' +
  "while all of this was being looked at, nothing else went on, and so the reason stands far behind, " +
  "the annotation kubevirt.kubevirt.io/jsonpatch is not valid";

const room = { rows: 1, ellipsis: "…", clean: (text: string) => text };

describe("a text without room is shortened in a fixed order", () => {
  test.for<{ readonly rule: string; readonly text: Text; readonly width: number; readonly lines: readonly string[] }>([
    {
      rule: "a text that fits is complete",
      text: [name("CDI"), word(" degraded")],
      width: 20,
      lines: ["CDI degraded"],
    },
    {
      rule: "asides are omitted first, the last one before the others",
      text: [name("CDI"), aside(" (one)"), aside(" (two)")],
      width: 10,
      lines: ["CDI (one)"],
    },
    {
      rule: "names at the end of a list are counted",
      text: [word("by "), { is: "list", names: ["CDI", "KubeVirt", "AAQ"] }],
      width: 17,
      lines: ["by CDI and 2 more"],
    },
    {
      rule: "objects in the middle of a path are omitted",
      text: [{ is: "way", steps: ["Deployment cdi 0/1", "Pod cdi-7d9c-abcde", "container cdi"] }],
      width: 40,
      lines: ["Deployment cdi 0/1 > container cdi"],
    },
    {
      rule: "Go's guess about a certificate is omitted",
      text: [
        quote(
          'x509: certificate signed by unknown authority (possibly because of "crypto/rsa: verification error" while trying to verify candidate authority certificate "kubevirt.io")',
        ),
      ],
      width: 50,
      lines: ["x509: certificate signed by unknown authority"],
    },
    {
      rule: "clauses in the middle of a quote are omitted",
      text: [quote('FailedCreate: this is said, and that is said, and so on: the quota "pods" is used up')],
      width: 50,
      lines: ['FailedCreate: … the quota "pods" is used up'],
    },
    {
      rule: "the middle of a single clause is omitted with the number of its characters",
      text: [quote("a single clause without any end ".repeat(10).trim())],
      width: 40,
      lines: [
        "a single clause without any end a … (232",
        "characters omitted) clause without any",
        "end a single clause without any end",
      ],
    },
    {
      rule: "the end of the last clause is kept, since it names what is missing",
      text: [
        quote(
          `${"one clause without any end ".repeat(10)}here: network-attachment-definitions.k8s.cni.cncf.io "br1" not found`,
        ),
      ],
      width: 40,
      lines: [
        "one clause … (265 characters omitted)",
        "network-attachment-definitions.k8s.cni.",
        'cncf.io "br1" not found',
      ],
    },
  ])("$rule", ({ text, width, lines }) => {
    expect(fitText(text, { ...room, width, rows: 1 })).toEqual(lines);
  });
});

const widths = [40, 60, 80, 120];

test.for(widths)("the name of a webhook and the key of an annotation are kept in %d columns", (width) => {
  const text = fitText([quote(denial)], { ...room, width, rows: 2 }).join(" ");
  expect(text).toContain('"kubevirt-update-validator.kubevirt.io"');
  expect(text).toContain("kubevirt.kubevirt.io/jsonpatch is not valid");
});

test.for(widths)("no line is wider than %d columns", (width) => {
  for (const message of [denial, "x".repeat(500), "宽".repeat(300), "a: ".repeat(400)]) {
    const lines = fitText([quote(message)], { ...room, width, rows: 2 });
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
  }
});

test("a message of 32 KiB without a space is cut to three rows", () => {
  const lines = fitText([quote("x".repeat(32 * 1024))], { ...room, width: 80, rows: 3 });
  expect(lines.length).toBeLessThanOrEqual(9);
  expect(lines.join(" ")).toMatch(/characters (more|omitted)/);
});

test("a text without a width is neither wrapped nor shortened", () => {
  expect(fitText([quote(denial), aside(" (aside)")], { ...room, width: Number.POSITIVE_INFINITY, rows: 1 })).toEqual([
    `${denial} (aside)`,
  ]);
});
