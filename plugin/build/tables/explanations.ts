import { basename, join } from "node:path";
import { explanationKinds } from "../../../shared/model/finding/explanation.ts";
import type { ExplainedCode, ExplanationTopic, NamedTopic } from "./explanation-topic.ts";
import { compileFindings } from "./findings.ts";
import { parseTable, sharedFolder, type Table, TableError, type TableFile, type TablePath } from "./read-table.ts";
import { type CompiledModule, headOf } from "./topic.ts";

/** The commands that topics may refer to, by name. */
type ExplanationCommands = Readonly<Record<string, string>>;

/**
 * Compiles the topics of shared/explanations into one table, and into the model what other rooms need of them: the names
 * of the alerts, and the severity and the evidence of the findings.
 * @throws TableError with the line of a mistake.
 */
export function compileExplanations(files: readonly TableFile[]): readonly CompiledModule[] {
  const commands = parseTable<ExplanationCommands>(
    fileNamed("commands", files),
    "explanations/commands.schema.json",
  ).value;
  const namedTopics = readTopics(files, commands);
  const topics = namedTopics.map(({ table }) => table.value);
  return [
    { file: join(sharedFolder, "explanations/table.ts"), text: tableModule(topics, commands) },
    { file: join(sharedFolder, "model/alert-name.ts"), text: alertNameModule(topics) },
    ...compileFindings(namedTopics),
  ];
}

/** The topics in the order of topics.yaml, which must list each file. */
function readTopics(files: readonly TableFile[], commands: ExplanationCommands): readonly NamedTopic[] {
  const order = parseTable<readonly string[]>(fileNamed("topics", files), "explanations/topics.schema.json");
  const listed = ["commands", "topics", ...order.value];
  const unlisted = files.map(({ name }) => basename(name, ".yaml")).find((name) => !listed.includes(name));
  if (unlisted !== undefined) order.refuse([], `${unlisted}.yaml is not listed`);
  return order.value.map((name, index) => {
    const file = files.find((each) => basename(each.name) === `${name}.yaml`);
    if (file === undefined) return order.refuse([index], `there is no file ${name}.yaml`);
    const table = parseTable<ExplanationTopic>(file, "explanations/explanations.schema.json");
    refuseUnknownCommands(table, commands);
    return { name, table };
  });
}

function fileNamed(name: string, files: readonly TableFile[]): TableFile {
  const file = files.find((each) => basename(each.name) === `${name}.yaml`);
  if (file === undefined) throw new TableError(`explanations lacks ${name}.yaml`);
  return file;
}

function refuseUnknownCommands(topic: Table<ExplanationTopic>, commands: ExplanationCommands): void {
  const { next, codes } = topic.value;
  const lists: readonly (readonly [readonly string[], TablePath])[] = [
    [next, ["next"]],
    ...Object.entries(codes).map(([code, entry]) => [entry.next ?? [], ["codes", code, "next"]] as const),
  ];
  for (const [items, path] of lists) {
    for (const [index, item] of items.entries()) {
      if (!isCommand(item) && !Object.hasOwn(commands, item))
        topic.refuse([...path, index], `commands.yaml has no ${item}`);
    }
  }
}

/** Whether an item of `next` is a command itself. The name of a command is one word. */
function isCommand(item: string): boolean {
  return item.includes(" ");
}

/** The type of the alerts with a runbook, which are those that a topic explains. */
function alertNameModule(topics: readonly ExplanationTopic[]): string {
  const names = topics.flatMap(({ kind, codes }) => (kind === "alert" ? Object.keys(codes) : []));
  return [
    headOf("explanations/alerts-*.yaml"),
    "",
    "/** The alerts that `explain` knows. Each has a runbook, whose address alert.ts makes. */",
    "export type AlertName =",
    `${names
      .toSorted()
      .map((name) => `  | ${JSON.stringify(name)}`)
      .join("\n")};`,
    "",
  ].join("\n");
}

function tableModule(topics: readonly ExplanationTopic[], commands: ExplanationCommands): string {
  const own = explanationKinds.filter((kind) => !foreignKinds.has(kind)).map((kind) => ownKindLiteral(kind, topics));
  const foreign = topics.filter(({ kind }) => foreignKinds.has(kind)).map(foreignTopicLiteral);
  return [
    headOf("explanations/*.yaml"),
    'import type { ExplanationTable } from "../model/finding/explanation.ts";',
    "",
    "const commands = {",
    ...Object.entries(commands).map(([name, command]) => `  ${JSON.stringify(name)}: ${JSON.stringify(command)},`),
    "} as const;",
    "",
    "export const explanationTable: ExplanationTable = {",
    "  own: {",
    ...own,
    "  },",
    "  foreign: [",
    ...foreign,
    "  ],",
    "};",
    "",
  ].join("\n");
}

/** The kinds of the codes of which this program holds no list, because operators and Kubernetes write them. */
const foreignKinds: ReadonlySet<string> = new Set(["condition", "reason", "event", "status", "health", "part"]);

function ownKindLiteral(kind: string, topics: readonly ExplanationTopic[]): string {
  const codes = topics
    .filter((topic) => topic.kind === kind)
    .flatMap((topic) => Object.entries(topic.codes).map(([code, entry]) => codeLiteral(code, entry, topic, topic.of)));
  return `    ${kind}: {\n${codes.join("")}    },`;
}

function foreignTopicLiteral(topic: ExplanationTopic): string {
  const { kind, of, writerNames = [] } = topic;
  const head = `kind: ${JSON.stringify(kind)}, of: ${JSON.stringify(of)}, writerNames: ${JSON.stringify(writerNames)}`;
  const codes = Object.entries(topic.codes).map(([code, entry]) => codeLiteral(code, entry, topic));
  return `    { ${head}, codes: {\n${codes.join("")}    } },`;
}

/** One line of the table for a code, its fields in the order in which `explain -o json` prints them. */
function codeLiteral(
  code: string,
  { meaning, otherWords, example, causes = [], next, alerts, source }: ExplainedCode,
  topic: ExplanationTopic,
  of?: string,
): string {
  const commands = (next ?? topic.next).map((item) =>
    isCommand(item) ? JSON.stringify(item) : `commands[${JSON.stringify(item)}]`,
  );
  const fields = [
    ...fieldLiteral("of", of),
    ...fieldLiteral("meaning", meaning),
    ...fieldLiteral("otherWords", otherWords),
    ...fieldLiteral("example", example),
    ...fieldLiteral("causes", causes),
    `next: [${commands.join(",")}]`,
    ...fieldLiteral("alerts", alerts),
    ...fieldLiteral("source", source),
  ];
  return `      ${JSON.stringify(code)}: { ${fields.join(", ")} },\n`;
}

/** `name: VALUE`, or nothing without a value. */
function fieldLiteral(name: string, value: unknown): readonly string[] {
  return value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`];
}
