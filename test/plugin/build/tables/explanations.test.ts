import { describe, expect, test } from "vitest";
import { compileExplanations } from "../../../../plugin/build/tables/explanations.ts";

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

const findings = `
kind: finding
of: component
next: [log]
codes:
  component-new:
    meaning: It was created again.
    severity: [warning, info]
    evidenceFrom: [ReportedWords]
    evidence:
      since?: { type: time, about: When it was created. }
      state: [gone, replaced]
      others: { listOf: Ref }
      names: { listOf: [first, last] }
      counts: { listOf: { kind: string, count?: number } }
      status: string or null
    causes: [luck]
    source: hco-status, shared/aggregate/hco
`;

/** The modules of topics by their names: the table, and the names of alerts. */
function compile(topics: Readonly<Record<string, string>>, order = Object.keys(topics)): readonly string[] {
  const files = {
    commands,
    topics: order.map((name) => `- ${name}\n`).join(""),
    ...topics,
  };
  return compileExplanations(Object.entries(files).map(([name, text]) => ({ name: `${name}.yaml`, text }))).map(
    ({ text }) => text,
  );
}

describe("a code becomes a line of the table", () => {
  const [table] = compile({ pods, verdicts });

  test("a code of an operator stands under who writes it, its commands by their names", () => {
    expect(table).toContain(
      `    { kind: "reason", of: "Pod", writerNames: [], codes: {
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
  const [, names] = compile({ a: alerts, b: alerts.replace("BDown", "ADown") });
  expect(names).toContain('export type AlertName =\n  | "ADown"\n  | "BDown";\n');
});

describe("a finding has its evidence and its severity in its row", () => {
  const [, , evidence, waitEvidence] = compile({
    "findings-component": findings,
    "findings-wait": findings.replace("of: component", "of: any object\nonlyWait: true").replace("-new", "-lost"),
  });

  test("which become a type, with what it imports and describes", () => {
    expect(evidence).toContain(`
import type { ReportedWords } from "../cause/trouble.ts";
import type { Ref } from "../object.ts";

export type ComponentEvidence =
  | (ReportedWords & {
      readonly code: "component-new";
      /** When it was created. RFC 3339 UTC. */
      readonly since?: string;
      readonly state: "gone" | "replaced";
      readonly others: readonly Ref[];
      readonly names: readonly ("first" | "last")[];
      readonly counts: readonly { readonly kind: string; readonly count?: number; }[];
      readonly status: string | null;
    });
`);
  });

  test("and a row of a table", () => {
    expect(evidence).toContain(
      'export const findingSeverities = {\n  "component-new": ["warning","info"],\n} as const;',
    );
  });

  test("apart from the findings of a wait", () => {
    expect(evidence).not.toContain("component-lost");
    expect(waitEvidence).toContain(
      'export const waitSeverities = {\n  "component-lost": ["warning","info"],\n} as const;',
    );
  });
});

describe("a reason against an upgrade has its evidence and its findings in its row", () => {
  const reasons = `
kind: gate
of: gate upgrade
next: [log]
codes:
  Recreated:
    meaning: It was created again.
    findings: [component-new]
    conditionType: Missing
    evidence: &counts
      count: { type: number, about: How many. }
    causes: [luck]
    source: hco-status, shared/aggregate/hco
  Gone: { meaning: It is gone., evidence: *counts, causes: [luck], source: "hco-status, shared/aggregate/hco" }
`;

  test("which become a type and a table", () => {
    const [, , , , rows] = compile({ "findings-component": findings, "gate-codes": reasons });
    expect(rows).toContain(
      '  | {\n      readonly code: "Gone";\n      /** How many. */\n      readonly count: number;\n    };',
    );
    expect(rows).toContain('gateCodeTable = {\n  "Recreated": ["component-new"],\n  "Gone": [],\n} as const;');
    expect(rows).toContain('platformConditionTypes = {\n  "Recreated": "Missing",\n} as const;');
  });

  const rows: [why: string, from: string, to: string, message: string][] = [
    ["a finding that there is not", "[component-new]", "[component-old]", ":8: there is no finding component-old"],
    ["a field that no row describes", ", about: How many.", "", ":11: no row describes this field: add an about"],
    ["a field of two types", "evidence: *counts", "evidence: { count: string }", ":14: another row has another type"],
    [
      "a type that the schema lacks",
      "type: number",
      "type: OlmCopyAge",
      ":11: model/report.schema.json has no definition olmCopyAge",
    ],
    [
      "a type that the model lacks",
      "type: number",
      "type: HeldInstances",
      ":11: no file of shared/model exports a type",
    ],
  ];
  test.for(rows)("and %s is refused with its line", ([, from, to, message]) => {
    expect(reasons).toContain(from);
    const changed = reasons.replace(from, to);
    expect(() => compile({ "findings-component": findings, "gate-codes": changed })).toThrow(
      `gate-codes.yaml${message}`,
    );
  });

  test("which the schema of the gate describes, with what each code always has", () => {
    const modules = compile({ "findings-component": findings, "gate-codes": reasons });
    const { $defs } = JSON.parse(modules.at(-1) ?? "");
    expect($defs.evidence.properties).toEqual({ count: { description: "How many", type: "integer", minimum: 0 } });
    expect(JSON.stringify($defs.evidence.allOf)).toBe(
      '[{"if":{"properties":{"code":{"enum":["Recreated","Gone"]}}},"then":{"required":["count"]}}]',
    );
  });

  test("and the schema of a Report lists its code", () => {
    const modules = compile({ "findings-component": findings, "gate-codes": reasons });
    const { $defs } = JSON.parse(modules.at(-2) ?? "");
    expect($defs.finding.properties.code.enum).toEqual(["component-new"]);
    expect($defs.gateCode.enum).toEqual(["Recreated", "Gone"]);
  });
});

describe("a mistake in the row of a finding is refused with its line", () => {
  const rows: [why: string, from: string, to: string, message: string][] = [
    ["no severity", "    severity: [warning, info]\n", "", ":6: must have required property 'severity'"],
    [
      "a severity that is none",
      "[warning, info]",
      "fatal",
      ':8: "fatal" must be equal to one of the allowed values: error',
    ],
    ["a type that is none", "string or null", "text", ':16: "text" must be equal to one of the allowed values: string'],
    ["a type that the model lacks", "listOf: Ref", "listOf: Reff", ":13: no file of shared/model exports a type Reff"],
    [
      "a type of words that the model lacks",
      "[ReportedWords]",
      "[Words]",
      ":9: no file of shared/model exports a type Words",
    ],
    ["a field that every finding has", "status: string", "about: string", ':10: "about" must NOT be valid'],
    ["a field of two types", "type: time", "type: time, listOf: time", ":11: must match exactly one schema in oneOf"],
    ["a field of no type", "type: time, ", "", ":11: must have required property 'type'"],
  ];
  test.for(rows)("%s", ([, from, to, message]) => {
    expect(findings).toContain(from);
    const changed = { "findings-component": findings.replace(from, to) };
    expect(() => compile(changed)).toThrow(`findings-component.yaml${message}`);
  });

  test("a code that another file has", () => {
    const twice = { "findings-component": findings, "findings-wait": findings };
    expect(() => compile(twice)).toThrow("findings-wait.yaml:6: component-new stands in findings-component.yaml too");
  });

  test("evidence of what is no finding", () => {
    const withEvidence = pods.replace("    causes:", "    evidence: { since: time }\n    causes:");
    expect(() => compile({ pods: withEvidence })).toThrow(
      'pods.yaml:8: "evidence" must NOT have additional properties',
    );
  });
});

describe("a mistake in a topic is refused with its line", () => {
  const rows: [why: string, from: string, to: string, message: string][] = [
    [
      "no meaning",
      "    meaning: The node ran out of something.\n",
      "",
      "pods.yaml:6: must have required property 'meaning'",
    ],
    ["an empty meaning", "The node ran out of something.", '" "', 'pods.yaml:7: " " must match pattern'],
    ["no causes", '["no: memory"]', "[]", "pods.yaml:8: must NOT have fewer than 1 items"],
    ["a cause that is no text", '["no: memory"]', "[no: memory]", "pods.yaml:8: must be string"],
    [
      "a source that names no file",
      "source: kubernetes/kubernetes, pkg/kubelet/eviction",
      "source: kubernetes/kubernetes",
      'pods.yaml:10: "kubernetes/kubernetes" must match pattern "^[^,]+, ',
    ],
    [
      "no source",
      "    source: kubernetes/kubernetes, pkg/kubelet/eviction\n",
      "",
      "pods.yaml:6: must have required property 'source'",
    ],
    ["a command of no name", "[log, ", "[logs, ", "pods.yaml:9: commands.yaml has no logs"],
    ["a field of another name", "    causes:", "    cause:", "pods.yaml:6: must have required property 'causes'"],
    [
      "an unknown field",
      "    causes:",
      "    since: 1.0\n    causes:",
      'pods.yaml:8: "since" must NOT have additional properties',
    ],
    ["an example of what is no term", "    causes:", "    example: x\n    causes:", 'pods.yaml:8: "example" must NOT'],
    [
      "a kind of another name",
      "kind: reason",
      "kind: reasons",
      'pods.yaml:2: "reasons" must be equal to one of the allowed values: term',
    ],
    ["no writer", "of: Pod\n", "", "pods.yaml:2: must have required property 'of'"],
    ["no usual commands", "next: [log]\n", "", "pods.yaml:2: must have required property 'next'"],
    [
      "no codes",
      pods.slice(pods.indexOf("codes:")),
      "codes: {}\n",
      "pods.yaml:5: must NOT have fewer than 1 properties",
    ],
    ["a code that stands twice", "codes:\n", "codes:\n  Evicted: {}\n", "pods.yaml:7: "],
    ["what is no YAML", "codes:\n", "codes: [\n", "pods.yaml:7: "],
  ];
  test.for(rows)("%s", ([, from, to, message]) => {
    expect(pods).toContain(from);
    expect(() => compile({ pods: pods.replace(from, to) })).toThrow(message);
  });

  test("a file that topics.yaml does not list", () => {
    expect(() => compile({ pods, x: pods }, ["pods"])).toThrow("topics.yaml:1: x.yaml is not listed");
  });

  test("a topic that is no file", () => {
    expect(() => compile({ pods }, ["pods", "nodes"])).toThrow("topics.yaml:2: there is no file nodes.yaml");
  });
});
