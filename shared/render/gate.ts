import type { GateCode, GateReport } from "../model/gate.ts";
import { paintOf } from "./marks.ts";
import { harmless, harmlessReport } from "./safe.ts";
import { clipped, type Style, styleOf, type TextOptions } from "./style.ts";
import { table } from "./table.ts";
import { ageOf, type Clock, lasting } from "./words-age.ts";
import {
  answerMarks,
  blindWords,
  gateHeadline,
  gateKeys,
  gateLabels,
  gateTitles,
  rootWords,
  stateWords,
  unneededWords,
} from "./words-gate-command.ts";
import { againstWords, reasonWords } from "./words-gate-reasons.ts";
import { keys } from "./words-plain.ts";
import { completenessWords, sourceName, sourceWords } from "./words-reading.ts";
import { hanging } from "./wrap.ts";

/**
 * How a gate's answer is to look; `again` are the words that reach the same objects of the same source, quoted for a shell;
 * without them nobody can read it once more.
 */
export interface GateTextOptions extends TextOptions {
  readonly again?: string;
}

/** The answer, every reason with its code, what was not read, and how to go on; ends in a line break. */
export function renderGate(gate: GateReport, options: GateTextOptions = {}): string {
  const style = styleOf(options);
  const safe = harmlessReport(gate, style.clean);
  const clock: Clock = { now: safe.takenAt, tells: options.absoluteTime === true ? "time" : "age" };
  const blocks = [
    [...headline(safe, style), ...context(safe, options, style), ...rootLines(safe, style)],
    reasonTable(safe, clock, style),
    notesOf(safe).flatMap((note) => hanging("! ", note, style.width)),
    reading(safe).flatMap((text) => hanging("", text, style.width)),
    commands(safe, options).map(([label, command]) => `${style.palette.bold(label.padEnd(7))} ${command}`),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

/** The same as `key: value` lines, the answer first; never wrapped, ages in words. */
export function renderGatePlain(gate: GateReport, options: GateTextOptions = {}): string {
  const { clean } = styleOf(options);
  const safe = harmlessReport(gate, clean);
  const clock: Clock = { now: safe.takenAt, tells: options.absoluteTime === true ? "time" : "words" };
  const facts: readonly (readonly [key: string, value: string])[] = [
    [gateKeys.answer, safe.answer],
    [gateKeys.headline, gateHeadline(safe)],
    [keys.source, sourceName(safe.source)],
    [keys.taken, safe.takenAt],
    ...safe.roots.map((root) => [gateKeys.object, `${rootWords(root)}: ${root.answer}`] as const),
    ...safe.reasons.map((reason) => {
      const head = [reason.code, stateWords[reason.state], lasting(reason.since, clock)];
      const against = safe.roots.length < 2 ? "" : againstWords(reason);
      const words = `${head.filter((each) => each !== "").join(", ")}: ${against}${reasonWords(reason)}`;
      return [gateKeys.reason, words] as const;
    }),
    ...notesOf(safe).map((note) => [gateKeys.note, note] as const),
    ...reading(safe).map((text) => [gateKeys.read, text] as const),
    ...commands(safe, options).map(([label, command]) => [label.toLowerCase(), command] as const),
  ];
  return `${facts.map(([key, value]) => `${key}: ${clean(value).replace(/\s+/g, " ").trim()}`).join("\n")}\n`;
}

function headline(gate: GateReport, style: Style): readonly string[] {
  const [first = "", ...rest] = hanging(`${gate.answer}  `, style.clean(gateHeadline(gate)), style.width);
  const paint = paintOf(answerMarks[gate.answer], style.palette);
  return [`${paint(style.palette.bold(gate.answer))}${first.slice(gate.answer.length)}`, ...rest];
}

/** Where and when it was read, as a Report says it. */
function context({ source, takenAt }: GateReport, options: GateTextOptions, style: Style): readonly string[] {
  const words = style.clean(harmless(options.contextLine ?? sourceWords(source, takenAt)));
  return words === "" ? [] : hanging("  ", words, style.width).map(style.palette.dim);
}

/** Of several objects each with its own answer. */
function rootLines({ roots }: GateReport, style: Style): readonly string[] {
  if (roots.length < 2) return [];
  return roots.flatMap((root) => {
    const place = root.ref.namespace === undefined ? "" : ` in ${root.ref.namespace}`;
    return hanging(`  ${root.answer.padEnd(8)} `, style.clean(`${rootWords(root)}${place}`), style.width);
  });
}

function reasonTable({ reasons, roots }: GateReport, clock: Clock, style: Style): readonly string[] {
  if (reasons.length === 0) return [];
  const names = [gateTitles.code, gateTitles.state, gateTitles.since, gateTitles.what];
  const columns = names.map((title) => ({ title: style.headers ? title : "" }));
  const cells = reasons.map((reason, index) => {
    const mark = marks[reason.state];
    const paint = paintOf(mark, style.palette);
    const against = roots.length < 2 ? "" : againstWords(reason);
    return [
      { text: `${style.glyphs.marks[mark]} ${reason.code}`, paint },
      { text: stateWords[reason.state] },
      { text: ageOf(reason.since, clock) },
      { text: style.clean(`${against}${reasonWords(reason, reasons[index - 1])}`) },
    ];
  });
  const { head, rows } = table(columns, cells, style.width);
  return [...(style.headers ? [style.palette.dim(head)] : []), ...rows.flatMap((row) => clipped(row, style))];
}

const marks = { blocks: "bad", unknown: "unknown", accepted: "remark" } as const;

function notesOf({ reasons, unneeded }: GateReport): readonly string[] {
  const blind = reasons.filter(({ code, state }) => code === "IncompleteReading" && state === "accepted");
  return [
    ...(blind.length === 0 ? [] : [blindWords(blind.length)]),
    ...(unneeded.length === 0 ? [] : [unneededWords(unneeded)]),
  ];
}

function reading({ completeness, roots }: GateReport): readonly string[] {
  const isIncomplete = completeness.forbidden + completeness.unread > 0;
  return roots.length > 0 && isIncomplete ? [completenessWords(completeness, mostGaps)] : [];
}

const mostGaps = 3;

/**
 * How to see more, and how to go on all the same where no more than that was found which people live with; any other code is
 * explained. What is accepted already stays so.
 */
function commands(gate: GateReport, { again }: GateTextOptions): readonly (readonly [string, string])[] {
  const standing = gate.reasons.filter(({ state }) => state !== "accepted");
  if (gate.roots.length === 0 || standing.length === 0) return [];
  const codes: readonly GateCode[] = [...new Set(standing.map(({ code }) => code))];
  const line = (...words: readonly string[]): string => words.filter((word) => word !== "").join(" ");
  const explain = [gateLabels.explain, line("kubectl hco-status explain", ...codes)] as const;
  if (again === undefined) return [explain];
  const accepted = [...new Set([...gate.accepted, ...codes])].join(",");
  return [
    [gateLabels.look, line("kubectl hco-status", again)],
    codes.every((code) => lived.has(code))
      ? [gateLabels.accept, line("kubectl hco-status gate upgrade", again, "--accept", accepted)]
      : explain,
  ];
}

/** What an upgrade gets through, and a person may know of. */
const lived: ReadonlySet<GateCode> = new Set(["TaintedConfiguration", "OutdatedVMIWorkloads"]);
