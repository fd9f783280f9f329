import { type ExplanationKind, explanationKinds } from "../../shared/model/finding/explanation.ts";
import { inputFaultText } from "../../shared/parse/input-fault-text.ts";
import { readYaml } from "../../shared/parse/yaml/read-yaml.ts";

/** One file of shared/explanations: the codes of one kind that one source writes. */
export interface ExplanationTopic {
  readonly kind: ExplanationKind;
  readonly of: string;
  readonly speakers: readonly string[];
  readonly codes: ReadonlyMap<string, ExplainedCode>;
}

/** What a topic says about one code. An item of `next` is a command, or the name of one. */
export interface ExplainedCode {
  readonly meaning: string;
  /** Only of a term. */
  readonly example?: string;
  /** Empty only for a term. */
  readonly causes: readonly string[];
  readonly next: readonly string[];
  /** Names of alerts; the compiler checks them in the table. */
  readonly alerts: readonly string[];
  readonly source: string;
}

/** The commands that topics may refer to, by name. */
export type ExplanationCommands = ReadonlyMap<string, string>;

export function readCommands(file: string, text: string): ExplanationCommands {
  const commands = mappingIn(file, yamlOf(file, text));
  return new Map(Object.entries(commands).map(([name, command]) => [name, textIn(`${file}: ${name}`, command)]));
}

/** The names of the topics, in the order in which they are listed. */
export function readOrder(file: string, text: string): readonly string[] {
  return textsIn(file, yamlOf(file, text));
}

/** Whether an item of `next` is a command itself. The name of a command is one word. */
export function isCommand(item: string): boolean {
  return item.includes(" ");
}

/**
 * Reads one topic.
 * @throws Error that names the file, the code and the field, where one is missing, empty or unknown.
 */
export function readTopic(file: string, text: string, commands: ExplanationCommands): ExplanationTopic {
  const topic = mappingIn(file, yamlOf(file, text), ["kind", "of", "speakers", "next", "codes"]);
  const kind = explanationKinds.find((each) => each === topic["kind"]);
  if (kind === undefined) throw new Error(`${file}: kind is none of ${explanationKinds.join(", ")}`);
  const usual = commandsIn(`${file}: next`, topic["next"], commands);
  const codes = Object.entries(mappingIn(`${file}: codes`, topic["codes"]));
  return {
    kind,
    of: textIn(`${file}: of`, topic["of"]),
    speakers: topic["speakers"] === undefined ? [] : textsIn(`${file}: speakers`, topic["speakers"]),
    codes: new Map(codes.map(([code, entry]) => [code, explainedIn(`${file}: ${code}`, entry, usual, commands, kind)])),
  };
}

function explainedIn(
  place: string,
  value: unknown,
  usual: readonly string[],
  commands: ExplanationCommands,
  kind: ExplanationKind,
): ExplainedCode {
  const own = kind === "term" ? "example" : "causes";
  const entry = mappingIn(place, value, ["meaning", own, "next", "alerts", "source"]);
  return {
    meaning: textIn(`${place}: meaning`, entry["meaning"]),
    ...(kind === "term" && { example: textIn(`${place}: example`, entry["example"]) }),
    causes: kind === "term" ? [] : textsIn(`${place}: causes`, entry["causes"]),
    next: entry["next"] === undefined ? usual : commandsIn(`${place}: next`, entry["next"], commands),
    alerts: entry["alerts"] === undefined ? [] : textsIn(`${place}: alerts`, entry["alerts"]),
    source: textIn(`${place}: source`, entry["source"]),
  };
}

function commandsIn(place: string, value: unknown, commands: ExplanationCommands): readonly string[] {
  const items = textsIn(place, value);
  const unknown = items.find((item) => !isCommand(item) && !commands.has(item));
  if (unknown !== undefined) throw new Error(`${place}: commands.yaml has no ${unknown}`);
  return items;
}

function yamlOf(file: string, text: string): unknown {
  const read = readYaml(text);
  if (read.fault === undefined) return read.value;
  throw new Error(
    `${file}:${text.slice(0, read.fault.offset).split("\n").length}: ${inputFaultText(read.fault.cause)}`,
  );
}

/** The value as a mapping that is not empty. With `fields`, any other field is an error. */
function mappingIn(place: string, value: unknown, fields?: readonly string[]): Readonly<Record<string, unknown>> {
  const isMapping = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isMapping || Object.keys(value).length === 0) throw new Error(`${place}: expected a mapping`);
  const unknown = Object.keys(value).find((field) => fields?.includes(field) === false);
  if (unknown !== undefined) throw new Error(`${place}: unknown field ${unknown}`);
  return value as Readonly<Record<string, unknown>>;
}

function textsIn(place: string, value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) throw new Error(`${place}: expected a list`);
  return value.map((item) => textIn(place, item));
}

function textIn(place: string, value: unknown): string {
  if (typeof value !== "string" || value.trim() === "") throw new Error(`${place}: expected a text`);
  return value;
}
