import { describe, expect, test } from "vitest";
import { type DocumentStream, streamArray, streamLines } from "../../../plugin/fleet/document-stream.ts";
import { type PrintedReport, printReport } from "../../../shared/outline/printed-report.ts";
import { fleetFormats, type MakePrinter } from "../../../shared/render/fleet/formats.ts";
import { membersInOrder } from "../../../shared/render/fleet/member-state.ts";
import type { FleetFormatName } from "../../../shared/render/formats/format-names.ts";
import type { FleetMember } from "../../../shared/render/words/commands/fleet.ts";
import { fleetOfAll } from "../../render/fleet-samples.ts";

const all = membersInOrder(fleetOfAll);

/** What a stream prints, piece by piece. `isSlow`: the reader takes nothing. */
function outlet(isSlow = false) {
  const pieces: string[] = [];
  const waitForReader = (): Promise<void> => (isSlow ? Promise.withResolvers<void>().promise : Promise.resolve());
  return { pieces, environment: { print: (text: string) => void pieces.push(text), taken: waitForReader } };
}

async function printWhole(format: FleetFormatName, members: readonly FleetMember[]): Promise<string> {
  const printer = await (fleetFormats[format] as MakePrinter)("", {});
  const printed =
    "error" in printer
      ? printer
      : printer.print(
          members.map((one) => printer.keep(one, {})),
          {},
        );
  if ("error" in printed) throw new Error(printed.error);
  return printed.text;
}

async function printThrough(stream: DocumentStream, members: readonly FleetMember[]): Promise<void> {
  for (const member of members.toReversed()) await stream.take(member);
  await stream.end(members.map(({ context }) => context));
}

describe("documents of several clusters are printed piece by piece", () => {
  const rows: readonly { readonly rule: string; readonly members: readonly FleetMember[] }[] = [
    { rule: "of all states", members: all },
    { rule: "of one", members: all.slice(0, 1) },
    { rule: "of none", members: [] },
  ];
  test.for(rows)("-o json $rule is the text of all at once, in their order", async ({ members }) => {
    const { pieces, environment } = outlet();
    await printThrough(streamArray(environment), members);
    expect(pieces.join("")).toBe(await printWhole("json", members));
    expect(pieces).toHaveLength(members.length + 1);
  });

  test("-o ndjson has a document in each line, in the order of the responses", async () => {
    const { pieces, environment } = outlet();
    await printThrough(streamLines(environment), all);
    expect(pieces.every((piece) => piece.indexOf("\n") === piece.length - 1)).toBe(true);
    const reports = pieces.map((piece): PrintedReport => JSON.parse(piece));
    expect(reports).toEqual(JSON.parse(JSON.stringify(all.map(({ report }) => printReport(report)).toReversed())));
    expect(pieces.toReversed().join("")).toBe(await printWhole("ndjson", all));
  });

  test("-o ndjson waits for a reader that takes nothing", async () => {
    const { environment } = outlet(true);
    const [first] = all;
    if (first === undefined) throw new Error("no clusters");
    const next = streamLines(environment)
      .take(first)
      .then(() => "next");
    expect(await Promise.race([next, new Promise((resolve) => setImmediate(resolve, "waits"))])).toBe("waits");
  });
});

describe("a table needs no more of a cluster than its row", () => {
  test.for(["text", "wide", "plain"] as const)("-o %s keeps no Report", async (format) => {
    const printer = await fleetFormats[format]("", {});
    if ("error" in printer) throw new Error(format);
    const kept = fleetOfAll.map((member) => printer.keep(member, {}));
    expect(JSON.stringify(kept)).not.toContain("completeness");
    expect(JSON.stringify(kept).length).toBeLessThan(JSON.stringify(fleetOfAll).length / 3);
  });
});
