import { describe, expect, test } from "vitest";
import { type DocumentStream, streamArray, streamLines } from "../../../plugin/fleet/document-stream.ts";
import { type PrintedReport, printReport } from "../../../shared/outline/printed-report.ts";
import { fleetFormats, type MakePrinter } from "../../../shared/render/fleet/formats.ts";
import { membersInOrder } from "../../../shared/render/fleet/member-state.ts";
import type { FleetFormatName } from "../../../shared/render/formats/format-names.ts";
import type { FleetMember } from "../../../shared/render/words/commands/fleet.ts";
import { fleetOfAll } from "../../render/fleet-samples.ts";

const members = membersInOrder(fleetOfAll);

/** An environment that collects what a stream prints, piece by piece. */
function collectOutput() {
  const pieces: string[] = [];
  const environment = { print: (text: string) => void pieces.push(text), taken: () => Promise.resolve() };
  return { pieces, environment };
}

/** The text that a format prints for all clusters at once. */
async function printWhole(format: FleetFormatName, clusters: readonly FleetMember[]): Promise<string> {
  const printer = await (fleetFormats[format] as MakePrinter)("", {});
  if ("error" in printer) throw new Error(printer.error);
  const kept = clusters.map((member) => printer.keep(member, {}));
  const printed = printer.print(kept, {});
  if ("error" in printed) throw new Error(printed.error);
  return printed.text;
}

/** Prints the clusters through a stream, the last one first. */
async function printThrough(stream: DocumentStream, clusters: readonly FleetMember[]): Promise<void> {
  for (const member of clusters.toReversed()) await stream.take(member);
  await stream.end(clusters.map(({ context }) => context));
}

describe("documents of several clusters are printed one by one", () => {
  const rows: readonly { readonly rule: string; readonly clusters: readonly FleetMember[] }[] = [
    { rule: "clusters in all states", clusters: members },
    { rule: "one cluster", clusters: members.slice(0, 1) },
    { rule: "no cluster", clusters: [] },
  ];
  test.for(rows)("-o json prints the same text for $rule as for all at once", async ({ clusters }) => {
    const { pieces, environment } = collectOutput();
    await printThrough(streamArray(environment), clusters);
    expect(pieces.join("")).toBe(await printWhole("json", clusters));
    expect(pieces).toHaveLength(clusters.length + 1);
  });

  test("-o ndjson prints a line for each cluster, in the order of the responses", async () => {
    const { pieces, environment } = collectOutput();
    await printThrough(streamLines(environment), members);
    for (const piece of pieces) expect(piece.indexOf("\n")).toBe(piece.length - 1);
    const printedReports = members.map(({ report }) => printReport(report)).toReversed();
    const reports = pieces.map((piece): PrintedReport => JSON.parse(piece));
    expect(reports).toEqual(JSON.parse(JSON.stringify(printedReports)));
    expect(pieces.toReversed().join("")).toBe(await printWhole("ndjson", members));
  });

  test("-o ndjson waits for a slow reader", async () => {
    const neverTaken = Promise.withResolvers<void>().promise;
    const stream = streamLines({ print: () => {}, taken: () => neverTaken });
    const taken = stream.take(members[0] as FleetMember).then(() => "taken");
    const nextTurn = new Promise((resolve) => setImmediate(resolve, "waits"));
    expect(await Promise.race([taken, nextTurn])).toBe("waits");
  });
});

describe("a table keeps only the rows of clusters", () => {
  test.for(["text", "wide", "plain"] as const)("-o %s keeps no Report", async (format) => {
    const printer = await fleetFormats[format]("", {});
    if ("error" in printer) throw new Error(format);
    const kept = fleetOfAll.map((member) => printer.keep(member, {}));
    expect(JSON.stringify(kept)).not.toContain("completeness");
    expect(JSON.stringify(kept).length).toBeLessThan(JSON.stringify(fleetOfAll).length / 3);
  });
});
