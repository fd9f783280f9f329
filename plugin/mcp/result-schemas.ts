import { allVerdicts } from "../../shared/model/verdict.ts";
import summary from "../../shared/render/assistant/summary.schema.json" with { type: "json" };
import type { ObjectSchema } from "./tool-input.ts";

/** What the properties of results mean that have no schema elsewhere. */
const resultPurposes = {
  apiVersion: "The version of this format",
  kind: "The kind of this document",
  note: "Which values are data of the cluster",
  clusterText: "Sentences with text of the cluster",
  omitted: "How many entries the size left no room for",
} as const;

const text = { type: "string" } as const;
const count = { type: "integer", minimum: 0 } as const;
const clusterText = { ...text, description: resultPurposes.clusterText } as const;
const omitted = { ...count, description: resultPurposes.omitted } as const;

/** The schema of a document of that kind. All properties are required, except the `optional` ones. */
function makeDocumentSchema(
  kind: string,
  properties: Readonly<Record<string, object>>,
  optional: readonly string[] = [],
): ObjectSchema {
  const header = {
    apiVersion: { const: "hco-status/v1", description: resultPurposes.apiVersion },
    kind: { const: kind, description: resultPurposes.kind },
    note: { ...text, description: resultPurposes.note },
  };
  return makeObjectSchema({ ...header, ...properties }, optional);
}

function makeListSchema(properties: Readonly<Record<string, object>>, optional: readonly string[] = []): object {
  return { type: "array", items: makeObjectSchema(properties, optional) };
}

function makeObjectSchema(properties: Readonly<Record<string, object>>, optional: readonly string[]): ObjectSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

/** The schema of a summary without the name of its draft: clients check results by an older draft, and refuse a newer one. */
const { $schema: _draft, $id: _id, ...summarySchema } = summary;

/** The JSON Schema of the structured content of each tool. */
export const resultSchemas: Readonly<Record<keyof typeof toolPurposes, ObjectSchema>> = {
  status: { ...summarySchema, type: "object" },
  explain: makeDocumentSchema(
    "AssistantExplanations",
    { explanations: makeListSchema({ code: text, kind: text, meaning: text }), omitted },
    ["note"],
  ),
  gate: makeDocumentSchema(
    "AssistantGate",
    {
      source: text,
      takenAt: text,
      isLive: { type: "boolean" },
      asOf: text,
      answer: { enum: ["ALLOW", "BLOCK", "UNKNOWN"] },
      reasons: makeListSchema({ code: text, state: text, clusterText }),
      omitted,
    },
    ["asOf"],
  ),
  diff: makeDocumentSchema("AssistantDiff", {
    isSame: { type: "boolean" },
    before: { enum: allVerdicts },
    after: { enum: allVerdicts },
    clusterText: { type: "array", items: text, description: resultPurposes.clusterText },
    omitted,
  }),
  wait: makeDocumentSchema("AssistantWait", { for: text, state: text, seconds: count, exitCode: count, clusterText }),
  list_clusters: makeDocumentSchema("AssistantClusters", {
    clusters: makeListSchema({ name: text, isDefault: { type: "boolean" }, server: text }, ["server"]),
    omitted,
  }),
};

/** What each tool does, as the assistant reads it. */
export const toolPurposes = {
  status: "Show the verdict of a cluster, the cause of every problem and the next command",
  explain: "Explain a code, condition type, reason or alert, offline",
  gate: "Check whether an upgrade of HyperConverged is safe: ALLOW, BLOCK or UNKNOWN, with the reasons",
  diff: "Compare the state now with the first or a named earlier result of status in this session",
  wait: "Wait until HyperConverged reaches a state, with progress notifications",
  list_clusters: "List the clusters that the other tools can read",
} as const;
