import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { resultSchemas, toolPurposes } from "./result-schemas.ts";
import { type ArgumentName, inputSchema } from "./tool-input.ts";

/** The name of a tool. */
export type ToolName = keyof typeof toolPurposes;

/** The arguments that a tool accepts, and those that it requires. */
export interface ToolArguments {
  readonly accepts: readonly ArgumentName[];
  readonly requires?: readonly ArgumentName[];
}

/**
 * The arguments of each tool. A tool only reads, takes no path, and its result has at most 4 KB. By hand, with an inspector of
 * 110 MB that is no dependency: `npx @modelcontextprotocol/inspector --cli dist/package/kubectl-hco_status mcp
 * --must-gather media/sample --method tools/list`.
 */
export const toolArguments: Readonly<Record<ToolName, ToolArguments>> = {
  status: { accepts: ["context", "namespace"] },
  explain: { accepts: ["word"], requires: ["word"] },
  gate: { accepts: ["context", "namespace", "accept", "platform"] },
  diff: { accepts: ["context", "namespace", "before"] },
  wait: { accepts: ["for", "timeoutSeconds", "context", "namespace"] },
  list_clusters: { accepts: [] },
};

/** The names of all tools. */
export const toolNames: readonly ToolName[] = Object.keys(toolArguments) as readonly ToolName[];

/** The tools as a client lists them. All of them only read. */
export function listTools(): Tool[] {
  return toolNames.map((name) => ({
    name,
    description: toolPurposes[name],
    inputSchema: inputSchema(toolArguments[name].accepts, toolArguments[name].requires),
    outputSchema: resultSchemas[name],
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: name !== "explain",
    },
  }));
}
