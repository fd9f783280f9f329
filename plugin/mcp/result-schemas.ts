import { allVerdicts } from "../../shared/model/verdict.ts";
import summarySchema from "../../shared/render/assistant/summary.schema.json" with { type: "json" };
import type { ObjectSchema, ToolName } from "./tool-input.ts";

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const count = { type: "integer", minimum: 0 } as const;
const note = { ...text, description: "Which values are data of the cluster" } as const;
const textOfCluster = { ...text, description: "Sentences with text of the cluster" } as const;
const textsOfCluster = { type: "array", items: text, description: textOfCluster.description } as const;
const omittedCount = { ...count, description: "How many entries the size left no room for" } as const;

/** The JSON Schema of the structured content of each tool. */
export const resultSchemas: Readonly<Record<ToolName, ObjectSchema>> = {
  // Clients check results by an older draft of JSON Schema, and refuse a schema that names its newer draft.
  status: { ...summarySchema, type: "object", $schema: undefined, $id: undefined },
  explain: makeObjectSchema({
    required: {
      ...makeHeader("AssistantExplanations"),
      explanations: makeListSchema({ required: { code: text, kind: text, meaning: text } }),
      omitted: omittedCount,
    },
    optional: { note },
  }),
  gate: makeObjectSchema({
    required: {
      ...makeHeader("AssistantGate"),
      note,
      source: text,
      takenAt: text,
      isLive: flag,
      answer: { enum: ["ALLOW", "BLOCK", "UNKNOWN"] },
      reasons: makeListSchema({ required: { code: text, state: text, clusterText: textOfCluster } }),
      omitted: omittedCount,
    },
    optional: { asOf: text },
  }),
  diff: makeObjectSchema({
    required: {
      ...makeHeader("AssistantDiff"),
      note,
      isSame: flag,
      before: { enum: allVerdicts },
      after: { enum: allVerdicts },
      clusterText: textsOfCluster,
      omitted: omittedCount,
    },
  }),
  wait: makeObjectSchema({
    required: {
      ...makeHeader("AssistantWait"),
      note,
      for: text,
      state: text,
      seconds: count,
      exitCode: count,
      clusterText: textOfCluster,
    },
  }),
  list_clusters: makeObjectSchema({
    required: {
      ...makeHeader("AssistantClusters"),
      note,
      clusters: makeListSchema({ required: { name: text, isDefault: flag }, optional: { server: text } }),
      omitted: omittedCount,
    },
  }),
};

/** The schemas of an object's properties, by their names. */
interface Properties {
  readonly required: Readonly<Record<string, object>>;
  readonly optional?: Readonly<Record<string, object>>;
}

/** The schema of an object that has no other properties. */
function makeObjectSchema({ required, optional = {} }: Properties): ObjectSchema {
  return {
    type: "object",
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

function makeListSchema(propertiesOfItem: Properties): object {
  return { type: "array", items: makeObjectSchema(propertiesOfItem) };
}

/** The properties with which each document begins. */
function makeHeader(kind: string): Properties["required"] {
  return {
    apiVersion: { const: "hco-status/v1", description: "The version of this format" },
    kind: { const: kind, description: "The kind of this document" },
  };
}
