import { describe, expect, test } from "vitest";
import { parseAndCheckOptions } from "../../../plugin/cli/parse-options.ts";
import { type McpSession, optionsOfCall } from "../../../plugin/mcp/session.ts";
import type { ToolInput } from "../../../plugin/mcp/tool-input.ts";

/** The flags with which the cluster of a call is reached, where the server was started with `flags`. */
async function reachOfCall({ flags, input }: { readonly flags: readonly string[]; readonly input: ToolInput }) {
  const options = await parseAndCheckOptions(["mcp", ...flags]);
  if ("error" in options) throw new Error(options.error);
  return optionsOfCall({ options } as McpSession, input).reach;
}

describe("a call reads the cluster that the server was started with, or the one that it names itself", () => {
  test.for([
    { flags: [], input: {}, reach: {} },
    { flags: [], input: { context: "prod-1" }, reach: { context: "prod-1" } },
    { flags: ["--context", "lab"], input: {}, reach: { context: "lab" } },
    { flags: ["--context", "lab"], input: { context: "lab" }, reach: { context: "lab" } },
    { flags: ["--inventory-cluster", "prod-1"], input: {}, reach: { inventoryCluster: "prod-1" } },
  ])("mcp $flags, call with $input", async ({ flags, input, reach }) => {
    expect(await reachOfCall({ flags, input })).toEqual(reach);
  });
});

describe("a call that names another cluster than the server was started with is refused", () => {
  test.for([
    {
      flags: ["--context", "lab"],
      input: { context: "prod-1" },
      error: "the server was started with --context, so no other cluster can be read",
    },
    {
      flags: ["--inventory-cluster", "prod-1"],
      input: { context: "lab" },
      error: "the server was started with --inventory-cluster, so no other cluster can be read",
    },
    {
      flags: ["--context", "hub", "--inventory-cluster", "prod-1"],
      input: { context: "hub" },
      error: "the server was started with --inventory-cluster, so no other cluster can be read",
    },
    {
      flags: ["--must-gather", "x"],
      input: { context: "lab" },
      error: "the server was started with --must-gather, so no other cluster can be read",
    },
  ])("mcp $flags, call with $input", async ({ flags, input, error }) => {
    await expect(reachOfCall({ flags, input })).rejects.toThrow(error);
  });
});
