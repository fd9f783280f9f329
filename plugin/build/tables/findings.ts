import { join } from "node:path";
import { capitalize } from "../../../shared/model/capitalize.ts";
import { compileEvidenceModule, type EvidenceTopic, readModelTypes } from "./evidence.ts";
import type { ExplainedCode, NamedTopic } from "./explanation-topic.ts";
import { compilePublishedSchemas } from "./published-schemas.ts";
import { sharedFolder } from "./read-table.ts";
import type { CompiledModule } from "./topic.ts";

/**
 * Compiles the topics about findings:
 * - the evidence and the severity of the findings of a Report;
 * - the same of the findings that only `wait` makes, which no Report has;
 * - the evidence of the reasons against an upgrade, which are rows of findings;
 * - the published schemas of a Report and of the gate.
 * @throws TableError with the line of a mistake.
 */
export function compileFindings(topics: readonly NamedTopic[]): readonly CompiledModule[] {
  const findingTopics = topics.filter(({ table }) => table.value.kind === "finding");
  const reportTopics = findingTopics.filter(({ table }) => table.value.onlyWait !== true);
  const waitTopics = findingTopics.filter(({ table }) => table.value.onlyWait === true);
  const reasonTopics = topics.filter(({ table }) => table.value.kind === "gate");
  const rowTopics = reasonTopics.map(({ table }) => ({ typeName: "RowEvidence", table }));
  refuseCodeTwice(findingTopics);
  refuseUnknownFindings(reasonTopics, listCodes(reportTopics));
  const modelTypes = readModelTypes();
  const reportConstants = [
    declareUnion("FindingEvidence", reportTopics),
    'export type FindingCode = FindingEvidence["code"];',
    declareSeverities("findingSeverities", reportTopics),
  ];
  const rowConstants = [
    declareConstantByCode(
      "gateCodeTable",
      "The findings that take a row of each code.",
      reasonTopics,
      ({ findings = [] }) => findings,
    ),
    declareConstantByCode(
      "platformConditionTypes",
      "The codes that are conditions of objects beside HyperConverged, each with the type of its condition.",
      reasonTopics,
      ({ conditionType }) => conditionType,
    ),
  ];
  return [
    compileEvidenceModule(
      join(sharedFolder, "model/finding/evidence.ts"),
      "explanations/findings-*.yaml",
      reportTopics.map(toEvidenceTopic),
      reportConstants,
      modelTypes,
    ),
    compileEvidenceModule(
      join(sharedFolder, "model/finding/wait-evidence.ts"),
      "explanations/findings-wait.yaml",
      waitTopics.map(toEvidenceTopic),
      [declareSeverities("waitSeverities", waitTopics)],
      modelTypes,
    ),
    compileEvidenceModule(
      join(sharedFolder, "model/finding/row-evidence.ts"),
      "explanations/gate-codes.yaml",
      rowTopics,
      rowConstants,
      modelTypes,
    ),
    ...compilePublishedSchemas(listCodes(reportTopics), rowTopics),
  ];
}

/** Refuses a code that two files explain. */
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

function refuseUnknownFindings(reasonTopics: readonly NamedTopic[], findingCodes: readonly string[]): void {
  for (const { table } of reasonTopics) {
    for (const [code, { findings = [] }] of Object.entries(table.value.codes)) {
      const index = findings.findIndex((finding) => !findingCodes.includes(finding));
      if (index >= 0) table.refuse(["codes", code, "findings", index], `there is no finding ${findings[index]}`);
    }
  }
}

function toEvidenceTopic({ name, table }: NamedTopic): EvidenceTopic {
  return { typeName: nameEvidenceType(name), table };
}

/** `findings-component` -> `ComponentEvidence` */
function nameEvidenceType(topicName: string): string {
  const subject = topicName.slice(topicName.indexOf("-") + 1);
  return `${capitalize(subject)}Evidence`;
}

function declareUnion(typeName: string, topics: readonly NamedTopic[]): string {
  return `export type ${typeName} =\n${topics.map(({ name }) => `  | ${nameEvidenceType(name)}`).join("\n")};`;
}

function declareSeverities(constant: string, topics: readonly NamedTopic[]): string {
  const about = "The severity of each code. Of a list the rule that makes the finding chooses one.";
  return declareConstantByCode(constant, about, topics, ({ severity }) => severity);
}

/** A constant with a value for each code that has one. Its type is as narrow as its values. */
function declareConstantByCode(
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

function listCodes(topics: readonly NamedTopic[]): readonly string[] {
  return topics.flatMap(({ table }) => Object.keys(table.value.codes));
}
