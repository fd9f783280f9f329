import { basename, join } from "node:path";
import { explanationKinds } from "../../../shared/model/finding/explanation.ts";
import type { ExplainedCode, ExplanationTopic, NamedTopic } from "./explanation-topic.ts";
import { compileFindings } from "./findings.ts";
import { parseTable, sharedFolder, type Table, TableError, type TableFile, type TablePath } from "./read-table.ts";
import { type CompiledModule, generatedHeader } from "./topic.ts";

/** The commands that topics may refer to, by name. */
type ExplanationCommands = Readonly<Record<string, string>>;

/**
 * Compiles the topics of shared/explanations into one table, and into the model what other rooms need of them: the names
 * of the alerts, and the severity and the evidence of the findings.
 * @throws TableError with the line of a mistake.
 */
export function compileExplanations(files: readonly TableFile[]): readonly CompiledModule[] {
  const commandsFile = findFile("commands", files);
  const commands = parseTable<ExplanationCommands>(commandsFile, "explanations/commands.schema.json").value;
  const namedTopics = readTopics(files, commands);
  const topics = namedTopics.map(({ table }) => table.value);
  return [
    { file: join(sharedFolder, "explanations/table.ts"), text: writeTable(topics, commands) },
    { file: join(sharedFolder, "model/alert-name.ts"), text: writeAlertNames(topics) },
    ...compileFindings(namedTopics),
  ];
}

/** The topics in the order of topics.yaml, which must list each file. */
function readTopics(files: readonly TableFile[], commands: ExplanationCommands): readonly NamedTopic[] {
  const order = parseTable<readonly string[]>(findFile("topics", files), "explanations/topics.schema.json");
  const listed = ["commands", "topics", ...order.value];
  const unlisted = files.map(({ name }) => basename(name, ".yaml")).find((name) => !listed.includes(name));
  if (unlisted !== undefined) order.refuse([], `${unlisted}.yaml is not listed`);
  return order.value.map((name, index) => {
    const file = files.find((candidate) => basename(candidate.name) === `${name}.yaml`);
    if (file === undefined) return order.refuse([index], `there is no file ${name}.yaml`);
    const table = parseTable<ExplanationTopic>(file, "explanations/explanations.schema.json");
    refuseUnknownCommands(table, commands);
    return { name, table };
  });
}

function findFile(name: string, files: readonly TableFile[]): TableFile {
  const file = files.find((candidate) => basename(candidate.name) === `${name}.yaml`);
  if (file === undefined) throw new TableError(`explanations lacks ${name}.yaml`);
  return file;
}

function refuseUnknownCommands(topic: Table<ExplanationTopic>, commands: ExplanationCommands): void {
  const { next, codes } = topic.value;
  const refuseUnknown = (items: readonly string[], path: TablePath): void => {
    const index = items.findIndex((item) => !isCommand(item) && !Object.hasOwn(commands, item));
    if (index >= 0) topic.refuse([...path, index], `commands.yaml has no ${items[index]}`);
  };
  refuseUnknown(next, ["next"]);
  for (const [code, entry] of Object.entries(codes)) refuseUnknown(entry.next ?? [], ["codes", code, "next"]);
}

/** Whether an item of `next` is a command. Otherwise it is the name of a command, which is one word. */
function isCommand(item: string): boolean {
  return item.includes(" ");
}

/** The type of the alerts with a runbook, which are those that a topic explains. */
function writeAlertNames(topics: readonly ExplanationTopic[]): string {
  const alertTopics = topics.filter(({ kind }) => kind === "alert");
  const names = alertTopics.flatMap(({ codes }) => Object.keys(codes)).toSorted();
  return [
    generatedHeader("explanations/alerts-*.yaml"),
    "",
    "/** The alerts that `explain` knows. Each has a runbook, whose address alert.ts makes. */",
    "export type AlertName =",
    `${names.map((name) => `  | ${JSON.stringify(name)}`).join("\n")};`,
    "",
  ].join("\n");
}

function writeTable(topics: readonly ExplanationTopic[], commands: ExplanationCommands): string {
  const ownKinds = explanationKinds.filter((kind) => !foreignKinds.has(kind));
  const foreignTopics = topics.filter(({ kind }) => foreignKinds.has(kind));
  return [
    generatedHeader("explanations/*.yaml"),
    'import type { ExplanationTable } from "../model/finding/explanation.ts";',
    "",
    "const commands = {",
    ...Object.entries(commands).map(([name, command]) => `  ${JSON.stringify(name)}: ${JSON.stringify(command)},`),
    "} as const;",
    "",
    "export const explanationTable: ExplanationTable = {",
    "  own: {",
    ...ownKinds.map((kind) => writeOwnKind(kind, topics)),
    "  },",
    "  foreign: [",
    ...foreignTopics.map(writeForeignTopic),
    "  ],",
    "};",
    "",
  ].join("\n");
}

/** The kinds of the codes that operators and Kubernetes write. This program has no list of all of them. */
const foreignKinds: ReadonlySet<string> = new Set(["condition", "reason", "event", "status", "health", "part"]);

function writeOwnKind(kind: string, topics: readonly ExplanationTopic[]): string {
  const topicsOfKind = topics.filter((topic) => topic.kind === kind);
  const codes = topicsOfKind.flatMap((topic) =>
    Object.entries(topic.codes).map(([code, entry]) => writeCode(code, entry, topic, topic.of)),
  );
  return `    ${kind}: {\n${codes.join("")}    },`;
}

function writeForeignTopic(topic: ExplanationTopic): string {
  const { kind, of, writerNames = [] } = topic;
  const head = `kind: ${JSON.stringify(kind)}, of: ${JSON.stringify(of)}, writerNames: ${JSON.stringify(writerNames)}`;
  const codes = Object.entries(topic.codes).map(([code, entry]) => writeCode(code, entry, topic));
  return `    { ${head}, codes: {\n${codes.join("")}    } },`;
}

/** One line of the table for a code, its fields in the order in which `explain -o json` prints them. */
function writeCode(
  code: string,
  { meaning, otherWords, example, causes = [], next, alerts, source }: ExplainedCode,
  topic: ExplanationTopic,
  of?: string,
): string {
  const commands = (next ?? topic.next).map((item) =>
    isCommand(item) ? JSON.stringify(item) : `commands[${JSON.stringify(item)}]`,
  );
  const fields = [
    ...writeField("of", of),
    ...writeField("meaning", meaning),
    ...writeField("otherWords", otherWords),
    ...writeField("example", example),
    ...writeField("causes", causes),
    `next: [${commands.join(",")}]`,
    ...writeField("alerts", alerts),
    ...writeField("source", source),
  ];
  return `      ${JSON.stringify(code)}: { ${fields.join(", ")} },\n`;
}

/** `name: VALUE`, or nothing without a value. */
function writeField(name: string, value: unknown): readonly string[] {
  return value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`];
}
