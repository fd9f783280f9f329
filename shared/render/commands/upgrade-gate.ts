import { harmlessReport, sanitizeLine } from "../../characters/sanitize.ts";
import { wrapHanging } from "../../characters/wrap.ts";
import type { GateCode } from "../../model/finding/row.ts";
import { kubectlCommand } from "../../model/kubectl-command.ts";
import { namespaceFlags } from "../../model/next-step.ts";
import type { GateReport } from "../../model/upgrade-gate.ts";
import { type AgeClock, ageText, durationPhrase } from "../../outline/ages.ts";
import {
  countAcceptedGaps,
  gateHeadline,
  isAcceptable,
  lacksPermissions,
  rootPrefix,
  rootWords,
} from "../../outline/gate-headline.ts";
import { gateReasonText } from "../../outline/gate-reasons.ts";
import { foldedText, gateRows } from "../../outline/gate-rows.ts";
import { upgradeGateCommand } from "../../outline/labels.ts";
import { formatCompleteness, sourceAndTime, sourceName } from "../../outline/words/completeness.ts";
import { countText, formFor, joinFilled } from "../../outline/words/names.ts";
import { layOutTable } from "../terminal/table.ts";
import {
  blocksToText,
  clipRows,
  labelWidth,
  resolveTextStyle,
  type TextOptions,
  type TextStyle,
} from "../terminal/text-style.ts";
import { answerMarks, markPaint } from "../terminal/verdict-marks.ts";

/** The titles of the columns of the table of reasons. */
const columnTitles = ["CODE", "STATE", "SINCE", "WHAT"] as const;

const stateMarks = { blocks: "bad", unknown: "unknown", accepted: "remark" } as const;

/** The most requests without a result that are named for each outcome. */
const maxGaps = 3;

/**
 * How to print a gate's result. `readArguments` are the arguments that read the same objects of the same source. Without
 * them no command can repeat the reading.
 */
export interface GateTextOptions extends TextOptions {
  readonly readArguments?: readonly string[];
  /** The namespace that was read. Absent: all. */
  readonly namespace?: string;
  /** Whether the platform was read too: what an upgrade depends on beside HyperConverged. */
  readonly isPlatform?: boolean;
}

/** The result, every reason with its code, what was not read, and the next commands; ends in a line break. */
export function renderGate(gate: GateReport, options: GateTextOptions = {}): string {
  const style = resolveTextStyle(options);
  const harmless = harmlessReport(gate, style.clean);
  const clock: AgeClock = { now: harmless.takenAt, format: options.absoluteTime === true ? "time" : "age" };
  const blocks = [
    [
      ...headlineLines(harmless, clock, style),
      ...rootLines(harmless, style),
      ...contextLines(harmless, options, style),
    ],
    reasonTable(harmless, clock, style),
    listNotes(harmless).flatMap((note) => wrapHanging("! ", note, style.width)),
    readingTexts(harmless).flatMap((text) => wrapHanging("", text, style.width)),
    permissionLines(harmless, options, style),
    listCommands(harmless, options).map(
      ({ label, command }) => `${style.palette.bold(label.padEnd(labelWidth))} ${command}`,
    ),
  ];
  return blocksToText(blocks);
}

/**
 * The same as `key: value` lines, the result first; never wrapped, ages in words. Scripts read the keys. Those of commands
 * are the labels of the text format in small letters.
 */
export function renderGatePlain(gate: GateReport, options: GateTextOptions = {}): string {
  const { clean } = resolveTextStyle(options);
  const harmless = harmlessReport(gate, clean);
  const clock: AgeClock = { now: harmless.takenAt, format: options.absoluteTime === true ? "time" : "words" };
  const lines: string[] = [];
  const add = (key: string, value: string): void => {
    lines.push(`${key}: ${clean(value).replace(/\s+/g, " ").trim()}`);
  };
  add("answer", harmless.answer);
  add("headline", headlineText(harmless, clock));
  add("source", sourceName(harmless.source));
  add("taken", harmless.takenAt);
  for (const root of harmless.roots) add("object", `${rootWords(root)}: ${root.answer}`);
  for (const row of gateRows(harmless.reasons)) add("reason", plainReasonText(row, harmless, clock));
  for (const note of listNotes(harmless)) add("note", note);
  for (const text of readingTexts(harmless)) add("read", text);
  for (const command of listPermitCommands(harmless, options)) add("permit", command);
  for (const { label, command } of listCommands(harmless, options)) add(label.toLowerCase(), command);
  return `${lines.join("\n")}\n`;
}

/** `Upgradeable, blocks, for 14 minutes: CDI reports Upgradeable=False`. */
function plainReasonText(
  { reason, folded }: ReturnType<typeof gateRows>[number],
  { roots }: GateReport,
  clock: AgeClock,
): string {
  const state = [reason.code, reason.state, durationPhrase(reason.since, clock)];
  const owner = roots.length < 2 ? "" : rootPrefix(reason);
  const text = folded === undefined ? gateReasonText(reason) : foldedText(folded);
  return `${joinFilled(", ", state)}: ${owner}${text}`;
}

function headlineText(gate: GateReport, { format }: AgeClock): string {
  const reasons = gateRows(gate.reasons).map(({ reason }) => reason);
  return gateHeadline(gate, reasons, format);
}

/** The headline with the answer in its colour. */
function headlineLines(gate: GateReport, clock: AgeClock, style: TextStyle): readonly string[] {
  const text = style.clean(headlineText(gate, clock));
  const [first = "", ...others] = wrapHanging(`${gate.answer}  `, text, style.width);
  const paint = markPaint(answerMarks[gate.answer], style.palette);
  const answer = paint(style.palette.bold(gate.answer));
  return [`${answer}${first.slice(gate.answer.length)}`, ...others];
}

/** Where and when the objects were read, as a Report prints it. */
function contextLines({ source, takenAt }: GateReport, options: GateTextOptions, style: TextStyle): readonly string[] {
  const text = style.clean(sanitizeLine(options.contextLine ?? sourceAndTime(source, takenAt)));
  return text === "" ? [] : wrapHanging("  ", text, style.width).map(style.palette.dim);
}

/** The only object, or the result for each. */
function rootLines({ roots }: GateReport, style: TextStyle): readonly string[] {
  const [only, ...more] = roots;
  if (only !== undefined && more.length === 0) return wrapHanging("  ", style.clean(rootWords(only)), style.width);
  return roots.flatMap((root) => {
    const scope = root.ref.namespace === undefined ? "" : ` in ${root.ref.namespace}`;
    return wrapHanging(`  ${root.answer.padEnd(8)} `, style.clean(`${rootWords(root)}${scope}`), style.width);
  });
}

/** A row for each reason, or for the reasons that share one. */
function reasonTable({ reasons, roots }: GateReport, clock: AgeClock, style: TextStyle): readonly string[] {
  if (reasons.length === 0) return [];
  const columns = columnTitles.map((title) => ({ title: style.headers ? title : "" }));
  const gateRowsInOrder = gateRows(reasons);
  const cells = gateRowsInOrder.map(({ reason, folded }, index) => {
    const mark = stateMarks[reason.state];
    const owner = roots.length < 2 ? "" : rootPrefix(reason);
    const above = gateRowsInOrder[index - 1]?.reason;
    const text = folded === undefined ? gateReasonText(reason, above) : foldedText(folded);
    return [
      { text: `${style.glyphs.marks[mark]} ${reason.code}`, paint: markPaint(mark, style.palette) },
      { text: reason.state },
      { text: ageText(reason.since, clock) },
      { text: style.clean(`${owner}${text}`) },
    ];
  });
  const { head, rows } = layOutTable(columns, cells, style.width);
  const lines = rows.flatMap((row) => clipRows(row, style));
  return style.headers ? [style.palette.dim(head), ...lines] : lines;
}

/** The warnings about accepted codes: what they may hide, and those that no reason has. */
function listNotes(gate: GateReport): readonly string[] {
  const notes: string[] = [];
  const gapCount = countAcceptedGaps(gate);
  if (gapCount > 0) notes.push(acceptedGapsText(gapCount));
  if (gate.unneeded.length > 0) notes.push(`accepted but not present: ${gate.unneeded.join(", ")}`);
  return notes;
}

/** The warning that objects which were not read may hold a reason, although the user accepts that. */
function acceptedGapsText(count: number): string {
  const were = formFor(count, "was", "were");
  return `IncompleteReading is accepted: ${countText(count, "object")} that ${were} not read may block the upgrade`;
}

/** What was read and what was not, where something could not be read. */
function readingTexts({ completeness, roots, source }: GateReport): readonly string[] {
  const isIncomplete = completeness.forbidden + completeness.unread > 0;
  return roots.length > 0 && isIncomplete ? [formatCompleteness(completeness, source.kind, maxGaps)] : [];
}

/** The command that permits what was forbidden, below a sentence about it. */
function permissionLines(gate: GateReport, options: GateTextOptions, style: TextStyle): readonly string[] {
  const title = "Permissions for what is forbidden, which an administrator can apply and bind:";
  return listPermitCommands(gate, options).flatMap((command) => [
    ...wrapHanging("", title, style.width),
    `  ${command}`,
  ]);
}

/** The command that permits what was forbidden; none where nothing was. */
function listPermitCommands(gate: GateReport, options: GateTextOptions): readonly string[] {
  if (!lacksPermissions(gate)) return [];
  const flags = [...namespaceFlags(options), ...platformFlags(options.isPlatform)];
  const words = ["permissions", "hyperconverged", ...flags];
  return [`${kubectlCommand(["hco-status", ...words])} | kubectl apply -f -`];
}

/** A command with its label. */
interface LabelledCommand {
  readonly label: string;
  readonly command: string;
}

/**
 * The commands to see more, and to accept the reasons where all of them are reasons that users live with. Any other
 * code is explained. Reasons that are accepted already stay accepted.
 */
function listCommands(gate: GateReport, { readArguments, isPlatform }: GateTextOptions): readonly LabelledCommand[] {
  const unaccepted = gate.reasons.filter(({ state }) => state !== "accepted");
  if (gate.roots.length === 0 || unaccepted.length === 0) return [];
  const codes: readonly GateCode[] = [...new Set(unaccepted.map(({ code }) => code))];
  const explain = { label: "Explain", command: kubectlCommand(["hco-status", "explain", ...codes]) };
  if (readArguments === undefined) return [explain];
  const details = { label: "Details", command: kubectlCommand(["hco-status", ...readArguments]) };
  if (!unaccepted.every(isAcceptable)) return [details, explain];
  const accepted = [...new Set([...gate.accepted, ...codes])].join(",");
  const acceptFlags = [...platformFlags(isPlatform), "--accept", accepted];
  return [details, { label: "Accept", command: upgradeGateCommand([...readArguments, ...acceptFlags]) }];
}

function platformFlags(isPlatform: boolean | undefined): readonly string[] {
  return isPlatform === true ? ["--platform"] : [];
}
