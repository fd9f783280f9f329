import { harmlessReport, sanitizeLine } from "../../characters/sanitize.ts";
import { wrapHanging } from "../../characters/wrap.ts";
import type { GateCode } from "../../model/finding/row.ts";
import { kubectlCommand } from "../../model/kubectl-command.ts";
import type { GateReason, GateReport } from "../../model/upgrade-gate.ts";
import { type AgeClock, ageText, durationPhrase } from "../../outline/ages.ts";
import {
  countAcceptedGaps,
  foldedText,
  gateHeadline,
  gateReasonText,
  gateRows,
  isAcceptable,
  lacksPermissions,
  rootPrefix,
  rootWords,
} from "../../outline/gate-reasons.ts";
import { upgradeGateCommand } from "../../outline/labels.ts";
import { formatCompleteness, sourceAndTime, sourceName } from "../../outline/words/completeness.ts";
import { countText } from "../../outline/words/names.ts";
import { layOutTable } from "../terminal/table.ts";
import { clipRows, resolveTextStyle, type TextOptions, type TextStyle } from "../terminal/text-style.ts";
import { answerMarks, markPaint } from "../terminal/verdict-marks.ts";

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
  const safe = harmlessReport(gate, style.clean);
  const clock: AgeClock = { now: safe.takenAt, format: options.absoluteTime === true ? "time" : "age" };
  const blocks = [
    [...headline(safe, clock, style), ...rootLines(safe, style), ...contextLines(safe, options, style)],
    reasonTable(safe, clock, style),
    notesOf(safe).flatMap((note) => wrapHanging("! ", note, style.width)),
    readingLines(safe).flatMap((text) => wrapHanging("", text, style.width)),
    acceptCommand(safe, options).flatMap((command) => [
      ...wrapHanging("", "Permissions for what is forbidden, which an administrator can apply and bind:", style.width),
      `  ${command}`,
    ]),
    commands(safe, options).map(([label, command]) => `${style.palette.bold(label.padEnd(7))} ${command}`),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

/** The same as `key: value` lines, the result first; never wrapped, ages in words. */
export function renderGatePlain(gate: GateReport, options: GateTextOptions = {}): string {
  const { clean } = resolveTextStyle(options);
  const safe = harmlessReport(gate, clean);
  const clock: AgeClock = { now: safe.takenAt, format: options.absoluteTime === true ? "time" : "words" };
  const facts: readonly (readonly [key: string, value: string])[] = [
    [gateKeys.answer, safe.answer],
    [gateKeys.headline, headlineText(safe, clock)],
    [gateKeys.source, sourceName(safe.source)],
    [gateKeys.taken, safe.takenAt],
    ...safe.roots.map((root) => [gateKeys.object, `${rootWords(root)}: ${root.answer}`] as const),
    ...gateRows(safe.reasons).map(({ reason, folded }) => {
      const head = [reason.code, gateStateText[reason.state], durationPhrase(reason.since, clock)];
      const against = safe.roots.length < 2 ? "" : rootPrefix(reason);
      const what = folded === undefined ? gateReasonText(reason) : foldedText(folded);
      const words = `${head.filter((each) => each !== "").join(", ")}: ${against}${what}`;
      return [gateKeys.reason, words] as const;
    }),
    ...notesOf(safe).map((note) => [gateKeys.note, note] as const),
    ...readingLines(safe).map((text) => [gateKeys.read, text] as const),
    ...acceptCommand(safe, options).map((command) => [gateKeys.permit, command] as const),
    ...commands(safe, options).map(([label, command]) => [label.toLowerCase(), command] as const),
  ];
  return `${facts.map(([key, value]) => `${key}: ${clean(value).replace(/\s+/g, " ").trim()}`).join("\n")}\n`;
}

/** The keys of `gate upgrade --plain`; scripts read them. The other keys are the labels of the text format in small letters. */
const gateKeys = {
  answer: "answer",
  headline: "headline",
  source: "source",
  taken: "taken",
  object: "object",
  reason: "reason",
  note: "note",
  read: "read",
  permit: "permit",
} as const;

function headlineText(gate: GateReport, { format }: AgeClock): string {
  return gateHeadline(
    gate,
    gateRows(gate.reasons).map(({ reason }) => reason),
    format,
  );
}

function headline(gate: GateReport, clock: AgeClock, style: TextStyle): readonly string[] {
  const [first = "", ...rest] = wrapHanging(`${gate.answer}  `, style.clean(headlineText(gate, clock)), style.width);
  const paint = markPaint(answerMarks[gate.answer], style.palette);
  return [`${paint(style.palette.bold(gate.answer))}${first.slice(gate.answer.length)}`, ...rest];
}

/** Where and when the objects were read, as a Report prints it. */
function contextLines({ source, takenAt }: GateReport, options: GateTextOptions, style: TextStyle): readonly string[] {
  const words = style.clean(sanitizeLine(options.contextLine ?? sourceAndTime(source, takenAt)));
  return words === "" ? [] : wrapHanging("  ", words, style.width).map(style.palette.dim);
}

/** The only object, or the result for each. */
function rootLines({ roots }: GateReport, style: TextStyle): readonly string[] {
  const [only, ...more] = roots;
  if (only !== undefined && more.length === 0) return wrapHanging("  ", style.clean(rootWords(only)), style.width);
  return roots.flatMap((root) => {
    const place = root.ref.namespace === undefined ? "" : ` in ${root.ref.namespace}`;
    return wrapHanging(`  ${root.answer.padEnd(8)} `, style.clean(`${rootWords(root)}${place}`), style.width);
  });
}

function reasonTable({ reasons, roots }: GateReport, clock: AgeClock, style: TextStyle): readonly string[] {
  if (reasons.length === 0) return [];
  const names = [gateTitles.code, gateTitles.state, gateTitles.since, gateTitles.what];
  const columns = names.map((title) => ({ title: style.headers ? title : "" }));
  const rowsOfTable = gateRows(reasons);
  const cells = rowsOfTable.map(({ reason, folded }, index) => {
    const mark = marks[reason.state];
    const paint = markPaint(mark, style.palette);
    const against = roots.length < 2 ? "" : rootPrefix(reason);
    const what = folded === undefined ? gateReasonText(reason, rowsOfTable[index - 1]?.reason) : foldedText(folded);
    return [
      { text: `${style.glyphs.marks[mark]} ${reason.code}`, paint },
      { text: gateStateText[reason.state] },
      { text: ageText(reason.since, clock) },
      { text: style.clean(`${against}${what}`) },
    ];
  });
  const { head, rows } = layOutTable(columns, cells, style.width);
  return [...(style.headers ? [style.palette.dim(head)] : []), ...rows.flatMap((row) => clipRows(row, style))];
}

/** The titles of the columns. */
const gateTitles = { code: "CODE", state: "STATE", since: "SINCE", what: "WHAT" } as const;

const gateStateText: Readonly<Record<GateReason["state"], string>> = {
  blocks: "blocks",
  unknown: "unknown",
  accepted: "accepted",
};

const marks = { blocks: "bad", unknown: "unknown", accepted: "remark" } as const;

function notesOf(gate: GateReport): readonly string[] {
  const acceptedGaps = countAcceptedGaps(gate);
  return [
    ...(acceptedGaps === 0 ? [] : [blindWords(acceptedGaps)]),
    ...(gate.unneeded.length === 0 ? [] : [`accepted but not present: ${gate.unneeded.join(", ")}`]),
  ];
}

/** The warning that accepted, unread responses may hold a reason. */
function blindWords(number: number): string {
  return `IncompleteReading is accepted: ${countText(number, "object")} that ${number === 1 ? "was" : "were"} not read may block the upgrade`;
}

function readingLines({ completeness, roots, source }: GateReport): readonly string[] {
  const isIncomplete = completeness.forbidden + completeness.unread > 0;
  return roots.length > 0 && isIncomplete ? [formatCompleteness(completeness, source.kind, maxGaps)] : [];
}

const maxGaps = 3;

/** The command that permits what was forbidden, where there is one. */
function acceptCommand(gate: GateReport, { namespace, isPlatform }: GateTextOptions): readonly string[] {
  if (!lacksPermissions(gate)) return [];
  const place = namespace === undefined ? [] : ["-n", namespace];
  return [
    `${kubectlCommand(["hco-status", "permissions", "hyperconverged", ...place, ...platformWords(isPlatform)])} | kubectl apply -f -`,
  ];
}

/**
 * The commands to see more, and to accept the reasons where all of them are reasons that users live with. Any other
 * code is explained. Reasons that are accepted already stay accepted.
 */
function commands(
  gate: GateReport,
  { readArguments, isPlatform }: GateTextOptions,
): readonly (readonly [string, string])[] {
  const unaccepted = gate.reasons.filter(({ state }) => state !== "accepted");
  if (gate.roots.length === 0 || unaccepted.length === 0) return [];
  const codes: readonly GateCode[] = [...new Set(unaccepted.map(({ code }) => code))];
  const explain = ["Explain", kubectlCommand(["hco-status", "explain", ...codes])] as const;
  if (readArguments === undefined) return [explain];
  const accepted = [...new Set([...gate.accepted, ...codes])].join(",");
  return [
    ["Details", kubectlCommand(["hco-status", ...readArguments])],
    unaccepted.every(isAcceptable)
      ? ["Accept", upgradeGateCommand([...readArguments, ...platformWords(isPlatform), "--accept", accepted])]
      : explain,
  ];
}

function platformWords(isPlatform: boolean | undefined): readonly string[] {
  return isPlatform === true ? ["--platform"] : [];
}
