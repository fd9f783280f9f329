import { expect, test } from "vitest";
import { meaningsModule } from "../../../plugin/build/extension-bundles.ts";
import { explanationTable } from "../../../shared/explanations/table.ts";

type Table = typeof explanationTable;

/** What the editor shows of a table: the meanings of findings, and of the conditions and reasons of each kind. */
function shownOf({ own, foreign }: Table): unknown {
  const meanings = (codes: Readonly<Record<string, { readonly meaning: string }>>): unknown =>
    Object.entries(codes).map(([code, { meaning }]) => [code, meaning]);
  const topics = foreign.filter(({ kind }) => kind === "condition" || kind === "reason");
  return [meanings(own.finding), topics.map(({ kind, of, codes }) => [kind, of, meanings(codes)])];
}

test("the extension's table has each meaning that the editor shows, and is a third of the table of explain", async () => {
  const module = meaningsModule();
  const { explanationTable: small } = await import(`data:text/javascript,${encodeURIComponent(module)}`);
  expect(shownOf(small)).toEqual(shownOf(explanationTable));
  expect(module.length).toBeLessThan(JSON.stringify(explanationTable).length / 3);
});
