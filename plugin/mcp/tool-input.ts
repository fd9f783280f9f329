import { UsageError } from "../../shared/io/errors/errors.ts";
import { toRecord } from "../../shared/parse/json-value.ts";

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

/** The JSON Schema of each argument. */
const schemas = {
  context: { type: "string", maxLength: 1024 },
  namespace: { type: "string", pattern: "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$" },
  word: { type: "string", maxLength: 100 },
  accept: { type: "array", maxItems: 50, items: { type: "string", maxLength: 100 } },
  platform: { type: "boolean" },
  before: { type: "string", maxLength: 100 },
  for: { type: "string", maxLength: 200 },
  timeoutSeconds: { type: "integer", minimum: 0, maximum: 3_600 },
} as const satisfies Record<ArgumentName, object>;

/** The JSON Schema of a tool's arguments. */
export function inputSchema(names: readonly ArgumentName[], required: readonly ArgumentName[] = []): ObjectSchema {
  const properties = Object.fromEntries(
    names.map((name) => [name, { description: argumentPurposes[name], ...schemas[name] }]),
  );
  return { type: "object", properties, required: [...required], additionalProperties: false };
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

/**
 * The arguments of a call, which a language model wrote.
 * @throws UsageError for an argument that is unknown, missing or wrong.
 */
export function readToolInput(
  tool: string,
  written: unknown,
  names: readonly ArgumentName[],
  required: readonly ArgumentName[] = [],
): ToolInput {
  const fields = toRecord(written) ?? {};
  for (const [name, value] of Object.entries(fields)) {
    const known = names.find((each) => each === name);
    if (known === undefined) throw new UsageError(unknownArgumentText(tool, name.slice(0, 100), names));
    if (!isRight(schemas[known], value))
      throw new UsageError(`the argument "${known}" of ${tool} has the wrong type or size`);
  }
  const missing = required.find((name) => fields[name] === undefined);
  if (missing !== undefined) throw new UsageError(`${tool} requires the argument "${missing}"`);
  return fields;
}

/** The error for an argument that a tool does not have. */
function unknownArgumentText(tool: string, name: string, known: readonly string[]): string {
  const all = known.length === 0 ? "no arguments" : known.join(", ");
  return `${tool} does not support the argument "${name}"; it accepts ${all}`;
}

interface ArgumentSchema {
  readonly type: "string" | "array" | "integer" | "boolean";
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly maxItems?: number;
  readonly items?: ArgumentSchema;
  readonly minimum?: number;
  readonly maximum?: number;
}

function isRight(schema: ArgumentSchema, value: unknown): boolean {
  const { type, items, pattern, maxLength = 1024, maxItems = 0, minimum = 0, maximum = 0 } = schema;
  if (type === "integer") return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  if (type === "boolean") return typeof value === "boolean";
  if (type === "string")
    return typeof value === "string" && value.length <= maxLength && (!pattern || new RegExp(pattern).test(value));
  return Array.isArray(value) && value.length <= maxItems && value.every((each) => items && isRight(items, each));
}
