import { describe, expect, test } from "vitest";
import type { ConnectionFlags } from "../../../plugin/cli/connection-flags.ts";
import { parseAndCheckOptions } from "../../../plugin/cli/parse-options.ts";
import { type McpSession, optionsOfCall } from "../../../plugin/mcp/session.ts";

describe("a call reads the cluster that the start names, and names another only where the start names none", () => {
  const rows: [start: string, context: string | undefined, reach: ConnectionFlags | string][] = [
    ["", undefined, {}],
    ["", "prod-1", { context: "prod-1" }],
    ["--context lab", undefined, { context: "lab" }],
    ["--context lab", "lab", { context: "lab" }],
    ["--context lab", "prod-1", "the server was started with --context, so no other cluster can be read"],
    ["--inventory-cluster prod-1", undefined, { inventoryCluster: "prod-1" }],
    ["--inventory-cluster prod-1", "lab", "the server was started with --inventory-cluster, so no other cluster"],
    ["--context hub --inventory-cluster prod-1", "hub", "the server was started with --inventory-cluster"],
    ["--must-gather x", "lab", "the server was started with --must-gather, so no other cluster can be read"],
  ];
  test.for(rows)("mcp %s, context %s", async ([start, context, reach]) => {
    const options = await parseAndCheckOptions(["mcp", ...start.split(" ").filter(Boolean)]);
    if ("error" in options) throw new Error(options.error);
    const call = () => optionsOfCall({ options } as McpSession, { ...(context !== undefined && { context }) }).reach;
    if (typeof reach === "string") expect(call).toThrow(reach);
    else expect(call()).toEqual(reach);
  });
});
