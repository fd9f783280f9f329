import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { resultSchemas } from "./result-schemas.ts";
import { type ArgumentName, inputSchema, type ToolName } from "./tool-input.ts";

/** What a tool does, as the assistant reads it, and its arguments. */
interface ToolDescription {
  readonly purpose: string;
  readonly accepts: readonly ArgumentName[];
  readonly requires?: readonly ArgumentName[];
}

/**
 * The tools of the server. A tool only reads, takes no path, and its result has at most 4 KB. To try them, with an inspector of
 * 110 MB that is no dependency: `npx @modelcontextprotocol/inspector --cli dist/package/kubectl-hco_status mcp
 * --must-gather media/sample --method tools/list`.
 */
export const toolDescriptions: Readonly<Record<ToolName, ToolDescription>> = {
  status: {
    purpose: "Show the verdict of a cluster, the cause of every problem and the next command",
    accepts: ["context", "namespace"],
  },
  explain: {
    purpose: "Explain a code, condition type, reason or alert, offline",
    accepts: ["word"],
    requires: ["word"],
  },
  gate: {
    purpose: "Check whether an upgrade of HyperConverged is safe: ALLOW, BLOCK or UNKNOWN, with the reasons",
    accepts: ["context", "namespace", "accept", "platform"],
  },
  diff: {
    purpose: "Compare the state now with the first or a named earlier result of status in this session",
    accepts: ["context", "namespace", "before"],
  },
  wait: {
    purpose: "Wait until HyperConverged reaches a state, with progress notifications",
    accepts: ["for", "timeoutSeconds", "context", "namespace"],
  },
  list_clusters: { purpose: "List the clusters that the other tools can read", accepts: [] },
};

/** The names of all tools. */
export const toolNames: readonly ToolName[] = Object.keys(toolDescriptions) as readonly ToolName[];

/** The tools as a client lists them. All of them only read. */
export function listTools(): Tool[] {
  return toolNames.map((name) => {
    const { purpose, accepts, requires } = toolDescriptions[name];
    return {
      name,
      description: purpose,
      inputSchema: inputSchema(accepts, requires),
      outputSchema: resultSchemas[name],
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: name !== "explain",
      },
    };
  });
}
