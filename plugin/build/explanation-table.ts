import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { explanationKinds } from "../../shared/model/finding/explanation.ts";
import {
  type ExplainedCode,
  type ExplanationCommands,
  type ExplanationTopic,
  isCommand,
  readCommands,
  readOrder,
  readTopic,
} from "./explanation-topics.ts";

/** The folder of the topics and of the table that is compiled from them. */
const folder = join(import.meta.dirname, "../../shared/explanations");
export const tableFile: string = join(folder, "table.ts");

/**
 * Compiles the topics of shared/explanations into the text of the table.
 * @throws Error for an incomplete topic.
 */
export async function compileExplanations(): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".yaml"));
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const),
  );
  return compileTable(new Map(files));
}

/** Compiles the table from the texts of the files, by their names. */
export function compileTable(files: ReadonlyMap<string, string>): string {
  const commands = readCommands("commands.yaml", files.get("commands.yaml") ?? "");
  const topics = topicsIn(files, commands);
  const own = explanationKinds.filter((kind) => !foreignKinds.has(kind)).map((kind) => ownText(kind, topics));
  const foreign = topics.filter(({ kind }) => foreignKinds.has(kind)).map(foreignText);
  return [
    "// Compiled from the topics beside it by `npm run explanations`; edit those.",
    'import type { ExplanationTable } from "../model/finding/explanation.ts";',
    "",
    "const commands = {",
    ...Array.from(commands, ([name, command]) => `  ${JSON.stringify(name)}: ${JSON.stringify(command)},`),
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

/** The topics in the order of topics.yaml, which must list each file. */
function topicsIn(files: ReadonlyMap<string, string>, commands: ExplanationCommands): readonly ExplanationTopic[] {
  const order = readOrder("topics.yaml", files.get("topics.yaml") ?? "");
  const unlisted = [...files.keys()]
    .map((file) => basename(file, ".yaml"))
    .find((name) => !order.includes(name) && name !== "commands" && name !== "topics");
  if (unlisted !== undefined) throw new Error(`topics.yaml does not list ${unlisted}`);
  return order.map((name) => {
    const text = files.get(`${name}.yaml`);
    if (text === undefined) throw new Error(`topics.yaml lists ${name}, and there is no such file`);
    return readTopic(`${name}.yaml`, text, commands);
  });
}

function ownText(kind: string, topics: readonly ExplanationTopic[]): string {
  const codes = topics
    .filter((topic) => topic.kind === kind)
    .flatMap((topic) => Array.from(topic.codes, ([code, said]) => codeText(code, said, topic.of)));
  return `    ${kind}: {\n${codes.join("")}    },`;
}

function foreignText({ kind, of, speakers, codes }: ExplanationTopic): string {
  const lines = Array.from(codes, ([code, said]) => codeText(code, said));
  const head = `kind: ${JSON.stringify(kind)}, of: ${JSON.stringify(of)}, speakers: ${JSON.stringify(speakers)}`;
  return `    { ${head}, codes: {\n${lines.join("")}    } },`;
}

/** One line of the table for a code, its fields in the order in which `explain -o json` prints them. */
function codeText(
  code: string,
  { meaning, example, causes, next, alerts, source }: ExplainedCode,
  of?: string,
): string {
  const commands = next.map((item) => (isCommand(item) ? JSON.stringify(item) : `commands[${JSON.stringify(item)}]`));
  const fields = [
    ...(of === undefined ? [] : [`of: ${JSON.stringify(of)}`]),
    `meaning: ${JSON.stringify(meaning)}`,
    ...(example === undefined ? [] : [`example: ${JSON.stringify(example)}`]),
    `causes: ${JSON.stringify(causes)}`,
    `next: [${commands.join(",")}]`,
    ...(alerts.length === 0 ? [] : [`alerts: ${JSON.stringify(alerts)}`]),
    `source: ${JSON.stringify(source)}`,
  ];
  return `      ${JSON.stringify(code)}: { ${fields.join(", ")} },\n`;
}
