import { describe, expect, test } from "vitest";
import { compileAlertNames, compileTable } from "../../../plugin/build/explanation-table.ts";

const commands = "log: kubectl logs POD\n";
const pods = `
kind: reason
of: Pod
next: [log]
codes:
  Evicted:
    meaning: The node ran out of something.
    causes: ["no: memory"]
    next: [log, kubectl get nodes]
    source: kubernetes/kubernetes, pkg/kubelet/eviction
`;
const verdicts = `
kind: verdict
of: a report
next: [log]
codes:
  healthy: { meaning: All is well., causes: [luck], source: "hco-status, shared/model/verdict.ts" }
`;

function compile(topics: Readonly<Record<string, string>>): string {
  const order = Object.keys(topics).map((name) => `- ${name}\n`);
  const files = Object.entries(topics).map(([name, text]) => [`${name}.yaml`, text] as const);
  return compileTable(new Map([["commands.yaml", commands], ["topics.yaml", order.join("")], ...files]));
}

describe("a code becomes a line of the table", () => {
  const table = compile({ pods, verdicts });

  test("a code of an operator stands under who writes it, its commands by their names", () => {
    expect(table).toContain(
      `    { kind: "reason", of: "Pod", speakers: [], codes: {
      "Evicted": { meaning: "The node ran out of something.", causes: ["no: memory"], next: [commands["log"],"kubectl get nodes"], source: "kubernetes/kubernetes, pkg/kubelet/eviction" },
`,
    );
  });

  test("a code of our own stands under its kind, with the usual commands where it has none", () => {
    expect(table).toContain(
      `    verdict: {
      "healthy": { of: "a report", meaning: "All is well.", causes: ["luck"], next: [commands["log"]], source: "hco-status, shared/model/verdict.ts" },
`,
    );
  });
});

test("alerts that a topic explains are the alerts that there are, by name", () => {
  const alerts = pods.replace("kind: reason", "kind: alert").replace("  Evicted:", "  BDown:");
  const files = [
    ["commands.yaml", commands],
    ["topics.yaml", "- a\n- b\n"],
    ["a.yaml", alerts],
  ] as const;
  const names = compileAlertNames(new Map([...files, ["b.yaml", alerts.replace("BDown", "ADown")]]));
  expect(names).toContain('export type AlertName =\n  | "ADown"\n  | "BDown";\n');
});

describe("a topic that is not whole is refused with its place", () => {
  const rows: [why: string, from: string, to: string, message: string][] = [
    ["no meaning", "    meaning: The node ran out of something.\n", "", "pods.yaml: Evicted: meaning: expected a text"],
    ["an empty meaning", "The node ran out of something.", '" "', "pods.yaml: Evicted: meaning: expected a text"],
    ["no causes", '["no: memory"]', "[]", "pods.yaml: Evicted: causes: expected a list"],
    ["a cause that is no text", '["no: memory"]', "[no: memory]", "pods.yaml: Evicted: causes: expected a text"],
    [
      "no source",
      "    source: kubernetes/kubernetes, pkg/kubelet/eviction\n",
      "",
      "pods.yaml: Evicted: source: expected",
    ],
    ["a command of no name", "[log, ", "[logs, ", "pods.yaml: Evicted: next: commands.yaml has no logs"],
    ["a field of another name", "    causes:", "    cause:", "pods.yaml: Evicted: unknown field cause"],
    ["a kind of another name", "kind: reason", "kind: reasons", "pods.yaml: kind is none of term, verdict, answer"],
    ["no speaker", "of: Pod\n", "", "pods.yaml: of: expected a text"],
    ["no usual commands", "next: [log]\n", "", "pods.yaml: next: expected a list"],
    ["no codes", pods.slice(pods.indexOf("codes:")), "codes: {}\n", "pods.yaml: codes: expected a mapping"],
    ["a code that stands twice", "codes:\n", "codes:\n  Evicted: {}\n", "pods.yaml:7: "],
    ["what is no YAML", "codes:\n", "codes: [\n", "pods.yaml:7: "],
  ];
  test.for(rows)("%s", ([, from, to, message]) => {
    expect(pods).toContain(from);
    expect(() => compile({ pods: pods.replace(from, to) })).toThrow(message);
  });

  test("a file that topics.yaml does not list", () => {
    const files = [
      ["commands.yaml", commands],
      ["topics.yaml", "- pods"],
      ["pods.yaml", pods],
      ["x.yaml", pods],
    ] as const;
    expect(() => compileTable(new Map(files))).toThrow("topics.yaml does not list x");
  });

  test("a topic that is no file", () => {
    const files = [
      ["commands.yaml", commands],
      ["topics.yaml", "- pods"],
    ] as const;
    expect(() => compileTable(new Map(files))).toThrow("topics.yaml lists pods, and there is no such file");
  });
});
