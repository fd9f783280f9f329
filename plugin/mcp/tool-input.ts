import { UsageError } from "../../shared/io/errors/errors.ts";
import { toRecord } from "../../shared/parse/json-value.ts";

/** The name of a tool. */
export type ToolName = "status" | "explain" | "gate" | "diff" | "wait" | "list_clusters";

/** The arguments of the tools. None of them is a path: what is read is fixed at the start. */
export type ArgumentName = keyof typeof argumentPurposes;

/** The checked arguments of one call. */
export interface ToolInput {
  readonly context?: string;
  readonly namespace?: string;
  readonly word?: string;
  readonly accept?: readonly string[];
  readonly platform?: boolean;
  readonly before?: string;
  readonly for?: string;
  readonly timeoutSeconds?: number;
}

/** A JSON Schema of a mapping, as the protocol requires one. */
export interface ObjectSchema {
  readonly [key: string]: unknown;
  readonly type: "object";
  readonly properties: Record<string, object>;
  readonly required: string[];
}

/** What each argument of the tools means. */
const argumentPurposes = {
  context: "A name from list_clusters (default the current context)",
  namespace: "Read this namespace only (default all namespaces)",
  word: "The code, condition type, reason or alert",
  accept: "Codes of reasons to ignore",
  platform: "Check the cluster's version, its nodes and other operators too (default false)",
  before: "The uri of an earlier report (default the first of this cluster)",
  for: "healthy, available, upgradeable, upgraded[=VERSION], create, deleted or condition=TYPE[=STATUS] (default healthy)",
  timeoutSeconds: "Seconds to wait, from 0 to 3600 (default 300)",
} as const;

/** The JSON Schemas that the arguments use. */
type ArgumentSchema =
  | { readonly type: "string"; readonly maxLength?: number; readonly pattern?: string }
  | { readonly type: "array"; readonly maxItems: number; readonly items: ArgumentSchema }
  | { readonly type: "integer"; readonly minimum: number; readonly maximum: number }
  | { readonly type: "boolean" };

/** The JSON Schema of each argument. */
const argumentSchemas: Readonly<Record<ArgumentName, ArgumentSchema>> = {
  context: { type: "string", maxLength: 1024 },
  namespace: { type: "string", pattern: "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$" },
  word: { type: "string", maxLength: 100 },
  accept: { type: "array", maxItems: 50, items: { type: "string", maxLength: 100 } },
  platform: { type: "boolean" },
  before: { type: "string", maxLength: 100 },
  for: { type: "string", maxLength: 200 },
  timeoutSeconds: { type: "integer", minimum: 0, maximum: 3_600 },
};

/** The most characters of a text whose schema has no limit. */
const defaultMaxLength = 1024;

/** The JSON Schema of a tool's arguments. */
export function inputSchema(names: readonly ArgumentName[], required: readonly ArgumentName[] = []): ObjectSchema {
  const properties = Object.fromEntries(
    names.map((name) => [name, { description: argumentPurposes[name], ...argumentSchemas[name] }]),
  );
  return { type: "object", properties, required: [...required], additionalProperties: false };
}

/**
 * Reads the arguments of a call, which a language model wrote.
 * @throws UsageError for an argument that is unknown, missing or invalid.
 */
export function readToolInput(
  tool: ToolName,
  input: unknown,
  names: readonly ArgumentName[],
  required: readonly ArgumentName[] = [],
): ToolInput {
  const fields = toRecord(input) ?? {};
  for (const [field, value] of Object.entries(fields)) {
    const name = names.find((candidate) => candidate === field);
    if (name === undefined) throw new UsageError(unknownArgumentText(tool, field.slice(0, 100), names));
    if (!isValid(value, argumentSchemas[name]))
      throw new UsageError(`the argument "${name}" of ${tool} has the wrong type or size`);
  }
  const absentName = required.find((name) => fields[name] === undefined);
  if (absentName !== undefined) throw new UsageError(`${tool} requires the argument "${absentName}"`);
  return fields;
}

function isValid(value: unknown, schema: ArgumentSchema): boolean {
  switch (schema.type) {
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return Number.isInteger(value) && Number(value) >= schema.minimum && Number(value) <= schema.maximum;
    case "string": {
      const { pattern, maxLength = defaultMaxLength } = schema;
      if (typeof value !== "string" || value.length > maxLength) return false;
      return pattern === undefined || new RegExp(pattern).test(value);
    }
    case "array": {
      const { items, maxItems } = schema;
      return Array.isArray(value) && value.length <= maxItems && value.every((item) => isValid(item, items));
    }
  }
}

/** The error for an argument that a tool does not have. */
function unknownArgumentText(tool: string, name: string, supported: readonly string[]): string {
  const supportedText = supported.length === 0 ? "no arguments" : supported.join(", ");
  return `${tool} does not support the argument "${name}"; it accepts ${supportedText}`;
}
