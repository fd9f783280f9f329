import { sanitizeLine } from "../../characters/sanitize.ts";
import { type GateAnswer, gateAnswers, worstAnswer } from "../../model/upgrade-gate.ts";
import { countsText, countText, joinFilled } from "../../outline/words/names.ts";
import type { TableCell, TableColumn } from "../terminal/table.ts";
import { tableWithSentences } from "../terminal/table-with-sentences.ts";
import { blocksToText, resolveTextStyle } from "../terminal/text-style.ts";
import { answerMarks, markPaint } from "../terminal/verdict-marks.ts";
import { type FleetGate, fleetTitles, formatTrouble } from "../words/commands/fleet.ts";
import { labelCells, labelFacts, labelTitles } from "./label-columns.ts";
import type { FleetOptions } from "./text.ts";

/**
 * The upgrade gates of several clusters, the worst first, as {@link renderFleet} prints clusters. `next` is the command
 * that prints every reason of one.
 */
export function renderFleetGate(
  gates: readonly FleetGate[],
  options: FleetOptions & { readonly next?: string | undefined },
): string {
  const style = resolveTextStyle(options);
  const columns: readonly TableColumn[] = [
    { title: options.profileCommand === undefined ? fleetTitles.context : fleetTitles.profile },
    { title: "ANSWER" },
    { title: "VERSION" },
    ...labelTitles(options).map((title) => ({ title: style.clean(title) })),
  ];
  const cells = gates.map((fleetGate): readonly TableCell[] => {
    const { context, gate } = fleetGate;
    const mark = answerMarks[gate.answer];
    const paint = markPaint(mark, style.palette);
    return [
      { text: `${style.glyphs.marks[mark]} ${style.clean(sanitizeLine(context))}`, paint },
      { text: gate.answer, paint },
      { text: style.clean(sanitizeLine(gate.roots[0]?.version ?? "")) },
      ...labelCells(fleetGate, options.labelColumns).map(({ text }) => ({ text: style.clean(text) })),
    ];
  });
  const reasons = gates.map((gate) => style.clean(reasonsText(gate, style.wide)));
  const answers = gates.map(({ gate }) => gate.answer);
  const blocks = [
    [style.palette.bold(`${worstAnswer(answers)}  ${fleetGateSummary(answers)}`)],
    tableWithSentences(columns, cells, reasons, "REASONS", style),
  ];
  if (options.next !== undefined) blocks.push([`${style.palette.bold("Details")}  ${options.next}`]);
  return blocksToText(blocks);
}

/** The gates as `key: value` lines, the worst answer first. */
export function renderFleetGatePlain(gates: readonly FleetGate[], options: FleetOptions): string {
  const { labelColumns } = options;
  const { clean } = resolveTextStyle(options);
  const answers = gates.map(({ gate }) => gate.answer);
  const facts = [
    ["answer", worstAnswer(answers)],
    ["headline", fleetGateSummary(answers)],
    ...gates.map((gate) => {
      const why = reasonsText(gate, true);
      const name = sanitizeLine(gate.context).replaceAll(":", "\\u003a");
      const facts = [gate.gate.answer, ...labelFacts(labelCells(gate, labelColumns))].join(", ");
      return [`cluster ${name}`, joinFilled(": ", [facts, why])];
    }),
  ];
  return `${facts.map(([key = "", value = ""]) => `${clean(key)}: ${clean(value)}`).join("\n")}\n`;
}

/** The codes of the reasons that count, or why the cluster could not be read. */
function reasonsText({ gate, trouble }: FleetGate, isInFull: boolean): string {
  if (trouble !== undefined) return sanitizeLine(formatTrouble(trouble, isInFull));
  const codes = gate.reasons.flatMap(({ code, state }) => (state === "accepted" ? [] : [code]));
  return [...new Set(codes)].join(", ");
}

/** `upgrade of 3 clusters: 1 BLOCK, 1 UNKNOWN, 1 ALLOW`. */
function fleetGateSummary(answers: readonly GateAnswer[]): string {
  return `upgrade of ${countText(answers.length, "cluster")}: ${countsText(answers, gateAnswers)}`;
}
