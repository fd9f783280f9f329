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

describe("what is omitted of a text without room", () => {
  const rows: readonly [rule: string, text: Text, width: number, rows: number, expected: readonly string[]][] = [
    ["nothing where it fits", [name("CDI"), word(" degraded")], 20, 1, ["CDI degraded"]],
    [
      "asides first, the last one before the others",
      [name("CDI"), aside(" (one)"), aside(" (two)")],
      10,
      1,
      ["CDI (one)"],
    ],
    [
      "names at the end of a list come next",
      [word("by "), { is: "list", names: ["CDI", "KubeVirt", "AAQ"] }],
      17,
      1,
      ["by CDI and 2 more"],
    ],
    [
      "objects in the middle of a path come next",
      [{ is: "way", steps: ["Deployment cdi 0/1", "Pod cdi-7d9c-abcde", "container cdi"] }],
      40,
      1,
      ["Deployment cdi 0/1 > container cdi"],
    ],
    [
      "Go's guess about a certificate comes next",
      [
        quote(
          'x509: certificate signed by unknown authority (possibly because of "crypto/rsa: verification error" while trying to verify candidate authority certificate "kubevirt.io")',
        ),
      ],
      50,
      1,
      ["x509: certificate signed by unknown authority"],
    ],
    [
      "clauses in the middle of a quote come last",
      [quote('FailedCreate: this is said, and that is said, and so on: the quota "pods" is used up')],
      50,
      1,
      ['FailedCreate: … the quota "pods" is used up'],
    ],
    [
      "the middle of a single clause, with the number of characters omitted",
      [quote("a single clause without any end ".repeat(10).trim())],
      40,
      1,
      [
        "a single clause without any end a … (232",
        "characters omitted) clause without any",
        "end a single clause without any end",
      ],
    ],
    [
      "never the end of its last clause, which names what is missing",
      [
        quote(
          `${"one clause without any end ".repeat(10)}here: network-attachment-definitions.k8s.cni.cncf.io "br1" not found`,
        ),
      ],
      40,
      1,
      ["one clause … (265 characters omitted)", "network-attachment-definitions.k8s.cni.", 'cncf.io "br1" not found'],
    ],
  ];

  test.for(rows)("%s", ([, text, width, count, expected]) => {
    expect(fitText(text, { ...room, width, rows: count })).toEqual(expected);
  });
});

describe.for([40, 60, 80, 120])("in %d columns", (width) => {
  test("a webhook and the key of an annotation are never taken", () => {
    const lines = fitText([quote(denial)], { ...room, width, rows: 2 }).join(" ");
    expect(lines).toContain('"kubevirt-update-validator.kubevirt.io"');
    expect(lines).toContain("kubevirt.kubevirt.io/jsonpatch is not valid");
  });

  test("no line is wider than the room", () => {
    for (const text of [denial, "x".repeat(500), "宽".repeat(300), "a: ".repeat(400)])
      for (const line of fitText([quote(text)], { ...room, width, rows: 2 }))
        expect(displayWidth(line)).toBeLessThanOrEqual(width);
  });
});

test("a message of 32 KiB without a space is cut at once", () => {
  const lines = fitText([quote("x".repeat(32 * 1024))], { ...room, width: 80, rows: 3 });
  expect(lines.length).toBeLessThanOrEqual(9);
  expect(lines.join(" ")).toMatch(/characters (more|omitted)/);
});

test("without a width nothing is wrapped or omitted", () => {
  expect(fitText([quote(denial), aside(" (aside)")], { ...room, width: Number.POSITIVE_INFINITY, rows: 1 })).toEqual([
    `${denial} (aside)`,
  ]);
});
