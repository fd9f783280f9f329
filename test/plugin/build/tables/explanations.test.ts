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

/** A change of a topic that compiles: the text `from`, replaced by `to`, is refused with `error`. */
interface Mistake {
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly error: string;
}

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

  const mistakes: readonly Mistake[] = [
    {
      title: "a finding that there is not",
      from: "[component-new]",
      to: "[component-old]",
      error: ":8: there is no finding component-old",
    },
    {
      title: "a field that no row describes",
      from: ", about: How many.",
      to: "",
      error: ":11: no row describes this field: add an about",
    },
    {
      title: "a field of two types",
      from: "evidence: *counts",
      to: "evidence: { count: string }",
      error: ":14: another row has another type",
    },
    {
      title: "a type that the schema lacks",
      from: "type: number",
      to: "type: OlmCopyAge",
      error: ":11: model/report.schema.json has no definition olmCopyAge",
    },
    {
      title: "a type that the model lacks",
      from: "type: number",
      to: "type: HeldInstances",
      error: ":11: no file of shared/model exports a type",
    },
  ];
  test.for(mistakes)("and $title is refused with its line", ({ from, to, error }) => {
    expect(reasons).toContain(from);
    const changed = reasons.replace(from, to);
    expect(() => compile({ "findings-component": findings, "gate-codes": changed })).toThrow(`gate-codes.yaml${error}`);
  });

  test("which the schema of the gate describes, with what each code always has", () => {
    const modules = compile({ "findings-component": findings, "gate-codes": reasons });
    const { $defs } = JSON.parse(modules.at(-1) ?? "");
    expect($defs.evidence.properties).toEqual({ count: { description: "How many", type: "integer", minimum: 0 } });
    expect(JSON.stringify($defs.evidence.allOf)).toBe(
      '[{"if":{"properties":{"code":{"enum":["Recreated","Gone"]}}},"then":{"required":["count"]}}]',
    );
  });

  test("and the schema of a Report lists its code, without the findings of a wait", () => {
    const waitFindings = findings.replace("of: component", "of: any object\nonlyWait: true").replace("-new", "-lost");
    const modules = compile({ "findings-component": findings, "findings-wait": waitFindings, "gate-codes": reasons });
    const { $defs } = JSON.parse(modules.at(-2) ?? "");
    expect($defs.finding.properties.code.enum).toEqual(["component-new"]);
    expect($defs.gateCode.enum).toEqual(["Recreated", "Gone"]);
  });
});

describe("a mistake in the row of a finding is refused with its line", () => {
  const mistakes: readonly Mistake[] = [
    {
      title: "no severity",
      from: "    severity: [warning, info]\n",
      to: "",
      error: ":6: must have required property 'severity'",
    },
    {
      title: "a severity that is none",
      from: "[warning, info]",
      to: "fatal",
      error: ':8: "fatal" must be equal to one of the allowed values: error',
    },
    {
      title: "a type that is none",
      from: "string or null",
      to: "text",
      error: ':16: "text" must be equal to one of the allowed values: string',
    },
    {
      title: "a type that the model lacks",
      from: "listOf: Ref",
      to: "listOf: Reff",
      error: ":13: no file of shared/model exports a type Reff",
    },
    {
      title: "a type of words that the model lacks",
      from: "[ReportedWords]",
      to: "[Words]",
      error: ":9: no file of shared/model exports a type Words",
    },
    {
      title: "a field that every finding has",
      from: "status: string",
      to: "about: string",
      error: ':10: "about" must NOT be valid',
    },
    {
      title: "a field of two types",
      from: "type: time",
      to: "type: time, listOf: time",
      error: ":11: must match exactly one schema in oneOf",
    },
    { title: "a field of no type", from: "type: time, ", to: "", error: ":11: must have required property 'type'" },
  ];
  test.for(mistakes)("$title", ({ from, to, error }) => {
    expect(findings).toContain(from);
    const changed = { "findings-component": findings.replace(from, to) };
    expect(() => compile(changed)).toThrow(`findings-component.yaml${error}`);
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
  const mistakes: readonly Mistake[] = [
    {
      title: "no meaning",
      from: "    meaning: The node ran out of something.\n",
      to: "",
      error: "pods.yaml:6: must have required property 'meaning'",
    },
    {
      title: "an empty meaning",
      from: "The node ran out of something.",
      to: '" "',
      error: 'pods.yaml:7: " " must match pattern',
    },
    { title: "no causes", from: '["no: memory"]', to: "[]", error: "pods.yaml:8: must NOT have fewer than 1 items" },
    {
      title: "a cause that is no text",
      from: '["no: memory"]',
      to: "[no: memory]",
      error: "pods.yaml:8: must be string",
    },
    {
      title: "a source that names no file",
      from: "source: kubernetes/kubernetes, pkg/kubelet/eviction",
      to: "source: kubernetes/kubernetes",
      error: 'pods.yaml:10: "kubernetes/kubernetes" must match pattern "^[^,]+, ',
    },
    {
      title: "no source",
      from: "    source: kubernetes/kubernetes, pkg/kubelet/eviction\n",
      to: "",
      error: "pods.yaml:6: must have required property 'source'",
    },
    { title: "a command of no name", from: "[log, ", to: "[logs, ", error: "pods.yaml:9: commands.yaml has no logs" },
    {
      title: "a field of another name",
      from: "    causes:",
      to: "    cause:",
      error: "pods.yaml:6: must have required property 'causes'",
    },
    {
      title: "an unknown field",
      from: "    causes:",
      to: "    since: 1.0\n    causes:",
      error: 'pods.yaml:8: "since" must NOT have additional properties',
    },
    {
      title: "an example of what is no term",
      from: "    causes:",
      to: "    example: x\n    causes:",
      error: 'pods.yaml:8: "example" must NOT',
    },
    {
      title: "a kind of another name",
      from: "kind: reason",
      to: "kind: reasons",
      error: 'pods.yaml:2: "reasons" must be equal to one of the allowed values: term',
    },
    { title: "no writer", from: "of: Pod\n", to: "", error: "pods.yaml:2: must have required property 'of'" },
    {
      title: "no usual commands",
      from: "next: [log]\n",
      to: "",
      error: "pods.yaml:2: must have required property 'next'",
    },
    {
      title: "no codes",
      from: pods.slice(pods.indexOf("codes:")),
      to: "codes: {}\n",
      error: "pods.yaml:5: must NOT have fewer than 1 properties",
    },
    { title: "a code that stands twice", from: "codes:\n", to: "codes:\n  Evicted: {}\n", error: "pods.yaml:7: " },
    { title: "what is no YAML", from: "codes:\n", to: "codes: [\n", error: "pods.yaml:7: " },
  ];
  test.for(mistakes)("$title", ({ from, to, error }) => {
    expect(pods).toContain(from);
    expect(() => compile({ pods: pods.replace(from, to) })).toThrow(error);
  });

  test("a file that topics.yaml does not list", () => {
    expect(() => compile({ pods, x: pods }, ["pods"])).toThrow("topics.yaml:1: x.yaml is not listed");
  });

  test("a topic that is no file", () => {
    expect(() => compile({ pods }, ["pods", "nodes"])).toThrow("topics.yaml:2: there is no file nodes.yaml");
  });
});
