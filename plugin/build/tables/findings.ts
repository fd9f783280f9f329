import { join } from "node:path";
import { capitalize } from "../../../shared/model/capitalize.ts";
import { type EvidenceTopic, evidenceModule, readModelTypes } from "./evidence.ts";
import type { ExplainedCode, NamedTopic } from "./explanation-topic.ts";
import { compilePublishedSchemas } from "./published-schemas.ts";
import { sharedFolder } from "./read-table.ts";
import type { CompiledModule } from "./topic.ts";

/**
 * The evidence and the severity of the findings, the evidence of their rows, which are the reasons against an upgrade, and
 * the parts of the published schemas about both. What only `wait` makes is no finding of a Report, and has a module of its own.
 * @throws TableError with the line of a mistake.
 */
export function compileFindings(topics: readonly NamedTopic[]): readonly CompiledModule[] {
  const findings = topics.filter(({ table }) => table.value.kind === "finding");
  const ofReports = findings.filter(({ table }) => table.value.onlyWait !== true);
  const ofWait = findings.filter(({ table }) => table.value.onlyWait === true);
  const reasons = topics.filter(({ table }) => table.value.kind === "gate");
  const rowTopics = reasons.map(({ table }) => ({ typeName: "RowEvidence", table }));
  refuseCodeTwice(findings);
  refuseUnknownFindings(reasons, codesOf(ofReports));
  const modelTypes = readModelTypes();
  const constantsOfReports = [
    unionType("FindingEvidence", ofReports),
    'export type FindingCode = FindingEvidence["code"];',
    severityTable("findingSeverities", ofReports),
  ];
  const constantsOfRows = [
    constantByCode(
      "gateCodeTable",
      "The findings that take a row of each code.",
      reasons,
      ({ findings: codes = [] }) => codes,
    ),
    constantByCode(
      "platformConditionTypes",
      "The codes that are conditions of objects beside HyperConverged, each with the type of its condition.",
      reasons,
      ({ conditionType }) => conditionType,
    ),
  ];
  return [
    evidenceModule(
      join(sharedFolder, "model/finding/evidence.ts"),
      "explanations/findings-*.yaml",
      ofReports.map(evidenceTopic),
      constantsOfReports,
      modelTypes,
    ),
    evidenceModule(
      join(sharedFolder, "model/finding/wait-evidence.ts"),
      "explanations/findings-wait.yaml",
      ofWait.map(evidenceTopic),
      [severityTable("waitSeverities", ofWait)],
      modelTypes,
    ),
    evidenceModule(
      join(sharedFolder, "model/finding/row-evidence.ts"),
      "explanations/gate-codes.yaml",
      rowTopics,
      constantsOfRows,
      modelTypes,
    ),
    ...compilePublishedSchemas(codesOf(ofReports), rowTopics),
  ];
}

/** Each code has one explanation, whichever its file. */
function refuseCodeTwice(topics: readonly NamedTopic[]): void {
  const topicByCode = new Map<string, string>();
  for (const { name, table } of topics) {
    for (const code of Object.keys(table.value.codes)) {
      const other = topicByCode.get(code);
      if (other !== undefined) table.refuse(["codes", code], `${code} stands in ${other}.yaml too`);
      topicByCode.set(code, name);
    }
  }
}

function refuseUnknownFindings(reasons: readonly NamedTopic[], findingCodes: readonly string[]): void {
  for (const { table } of reasons) {
    for (const [code, { findings = [] }] of Object.entries(table.value.codes)) {
      const index = findings.findIndex((finding) => !findingCodes.includes(finding));
      if (index >= 0) table.refuse(["codes", code, "findings", index], `there is no finding ${findings[index]}`);
    }
  }
}

function evidenceTopic({ name, table }: NamedTopic): EvidenceTopic {
  return { typeName: evidenceTypeName(name), table };
}

/** `ComponentEvidence` of `findings-component`. */
function evidenceTypeName(topic: string): string {
  const name = topic.slice(topic.indexOf("-") + 1);
  return `${capitalize(name)}Evidence`;
}

function unionType(typeName: string, topics: readonly NamedTopic[]): string {
  return `export type ${typeName} =\n${topics.map(({ name }) => `  | ${evidenceTypeName(name)}`).join("\n")};`;
}

function severityTable(constant: string, topics: readonly NamedTopic[]): string {
  const about = "The severity of each code. Of a list the rule that makes the finding chooses one.";
  return constantByCode(constant, about, topics, ({ severity }) => severity);
}

/** A constant with a value for each code that has one. Its type is as narrow as its values. */
function constantByCode(
  name: string,
  about: string,
  topics: readonly NamedTopic[],
  readValue: (entry: ExplainedCode) => unknown,
): string {
  const values = topics.flatMap(({ table }) =>
    Object.entries(table.value.codes).map(([code, entry]) => ({ code, value: readValue(entry) })),
  );
  const rows = values
    .filter(({ value }) => value !== undefined)
    .map(({ code, value }) => `  ${JSON.stringify(code)}: ${JSON.stringify(value)},`);
  return [`/** ${about} */`, `export const ${name} = {`, ...rows, "} as const;"].join("\n");
}

function codesOf(topics: readonly NamedTopic[]): readonly string[] {
  return topics.flatMap(({ table }) => Object.keys(table.value.codes));
}
