import { describe, expect, test } from "vitest";
import type { Finding } from "../../../shared/model/finding/finding.ts";
import { rootFindings } from "../../../shared/model/finding/root-findings.ts";
import type { ReportNode, RootNode } from "../../../shared/model/report.ts";

const ref = (name: string, namespace = "n") => ({ group: "acme.io", kind: "Widget", namespace, name });

function root(name: string, ...below: readonly string[]): RootNode {
  const children = below.map((child) => ({ ref: ref(child), children: [] }));
  return { ref: ref(name), children, related: [{ ref: ref(`${name}-related`) }] } as unknown as RootNode & ReportNode;
}

function finding(name: string, code: string = "no-conditions", namespace = "n"): Finding {
  return { code, about: ref(name, namespace) } as unknown as Finding;
}

describe("a root has the findings about an object in its tree, in their order", () => {
  const a = root("a", "a1");
  const b = root("b");
  const findings = [
    finding("b"),
    finding("a1"),
    finding("x"),
    finding("a-related"),
    finding("a"),
    finding("a1", "drift"),
  ];
  test.for([
    [a, ["a1", "a-related", "a", "a1"]],
    [b, ["b"]],
  ] as const)("%#", ([one, names]) => {
    expect(rootFindings({ roots: [a, b], findings }, one).map(({ about }) => about.name)).toEqual(names);
  });
  test("and that about its operator in its namespace, once", () => {
    const down = [
      finding("a1", "operator-down"),
      finding("operator", "operator-down"),
      finding("o", "operator-down", "m"),
    ];
    expect(rootFindings({ roots: [a, b], findings: down }, a)).toEqual(down.slice(0, 2));
    expect(rootFindings({ roots: [a, b], findings: down }, b)).toEqual(down.slice(0, 2));
  });
  test("a single root has all", () => {
    expect(rootFindings({ roots: [a], findings }, a)).toBe(findings);
  });
});

test("the findings of all roots are read a fixed number of times each, however many roots there are", () => {
  const names = Array.from({ length: 500 }, (_, place) => `w${place}`);
  let reads = 0;
  const findings = names.map((name) => ({
    code: "no-conditions",
    get about() {
      reads += 1;
      return ref(name);
    },
  })) as unknown as readonly Finding[];
  const roots = names.map((name) => root(name));
  const found = roots.flatMap((one) => rootFindings({ roots, findings }, one));
  expect([found.length, reads]).toEqual([500, 500]);
});
