import type { Finding } from "../model/finding.ts";
import { keyOf } from "../model/object.ts";
import type { RootNode } from "../model/report.ts";
import { conditionMark, markOf, type RowMark } from "./marks.ts";
import { conditionList } from "./outline-conditions.ts";
import { findingGroup, timelineGroup } from "./outline-findings.ts";
import { nodeHint } from "./outline-hint.ts";
import { listed, withoutWell } from "./outline-list.ts";
import { partList, standing } from "./outline-nodes.ts";
import { relatedGroup } from "./outline-related.ts";
import { ageIn, ageSpoken, clockAloud, isWell, type OutlineRow, row, type Voice, worstRowMark } from "./outline-row.ts";
import { gateRows } from "./rows-gates.ts";
import { sinceOf } from "./since.ts";
import type { ToldTransition } from "./transitions.ts";
import { type Clock, lasting } from "./words-age.ts";
import { causeWords, culpritsOf, equalWords, eventWords } from "./words-blame.ts";
import { silentLines } from "./words-silence.ts";
import { type GroupName, gateLabel, gatesWords, groupLabel, lookWords, unwellWords, verdictFor } from "./words-tree.ts";
import { aloud, markWord, rowWord } from "./words-tree-aloud.ts";
import { phraseOf } from "./words-verdict.ts";

/** One root, with what belongs to it: all of it harmless but the related objects and the transitions, which may be many. */
export interface ToldRoot {
  readonly root: RootNode;
  readonly label: string;
  readonly findings: readonly Finding[];
  readonly transitions: readonly ToldTransition[];
}

/** A root, open where it is unwell or alone; below it cause, conditions, components, gates, related objects, findings, timeline. */
export function rootRow(id: string, told: ToldRoot, isAlone: boolean, voice: Voice): OutlineRow {
  const { root, label, findings } = told;
  const { mark } = phraseOf(root, findings, voice.clock);
  const spoken = [label, root.ref.kind, stateOf(told, voice, clockAloud(voice))];
  const { hinted, ...rest } = standing(root);
  return row(
    {
      ...{ id, mark, label, description: stateOf(told, voice, voice.clock), spoken: aloud(spoken) },
      ...{ ...rest, hinted: `${hinted}\n${root.rootCause?.text ?? ""}` },
      isOpen: isAlone || !isWell(mark),
    },
    () => [
      ...withoutWell(id, [...causeRows(id, root, voice), ...groupsOf(id, told, voice)], voice),
      ...timelineGroup(`${id}/timeline`, told.transitions, voice),
    ],
    () => nodeHint(root, voice),
  );
}

/** `unavailable for 14m`, or what overrides its verdict in the words that all surfaces have for it. */
function stateOf({ root, findings }: ToldRoot, voice: Voice, clock: Clock): string {
  const { words } = phraseOf(root, findings, clock);
  const since = sinceOf(root);
  const long = lasting(since, clock);
  const isPlain =
    words ===
    `is ${root.verdict === "unknown" ? "in an unknown state" : root.verdict}${long === "" ? "" : `, ${long}`}`;
  const age = clock.tells === "words" ? ageSpoken(voice, since) : ageIn(voice, since);
  const state = isPlain ? verdictFor(voice.say, root.verdict, age) : words.replace(/^is /, "");
  return [state, ...silentLines(findings)].join("; ");
}

function groupsOf(id: string, { root, findings }: ToldRoot, voice: Voice): readonly OutlineRow[] {
  const { say } = voice;
  const marks = root.conditions.map(conditionMark);
  const parts = partList(root, findings, voice);
  const partMarks = parts.items.map(parts.mark);
  const gates = gateRows(root);
  const unwell = (all: readonly RowMark[]): number => all.filter((mark) => mark !== "good").length;
  const group = (
    name: GroupName,
    all: readonly RowMark[],
    words: string,
    below: (id: string) => readonly OutlineRow[],
  ): OutlineRow => {
    const label = groupLabel(say, name, root.profile);
    const mark = worstRowMark(all);
    const own = {
      id: `${id}/${name}`,
      mark,
      label,
      description: words,
      context: ["group"],
      isOpen: name === "parts" && !isWell(mark),
    };
    return row({ ...own, spoken: aloud([label, words, markWord(say, mark)]) }, () => below(own.id));
  };
  return [
    group("conditions", marks, lookWords(say, unwell(marks), marks.length), (at) =>
      listed(at, conditionList(root, root.conditions, voice), voice),
    ),
    ...(partMarks.length === 0
      ? []
      : [
          group("parts", partMarks, unwellWords(say, unwell(partMarks), partMarks.length), (at) =>
            listed(at, parts, voice),
          ),
        ]),
    group(
      "gates",
      gates.map(({ mark }) => mark),
      gatesWords(say, root),
      (at) =>
        withoutWell(
          at,
          gates.map((gate) => gateRow(at, gate, voice)),
          voice,
        ),
    ),
    ...(root.related.length === 0 ? [] : [relatedGroup(`${id}/related`, root.related, voice)]),
    ...(findings.length === 0 ? [] : [findingGroup(`${id}/findings`, findings, voice)]),
  ];
}

function gateRow(at: string, { name, mark, words }: ReturnType<typeof gateRows>[number], { say }: Voice): OutlineRow {
  const label = gateLabel(say, name);
  const spoken = aloud([label, rowWord(say, "gate"), words, markWord(say, mark)]);
  return row({ id: `${at}/${name}`, mark, label, description: words, spoken, context: ["gate"] });
}

/** The cause; below it those that are as bad, and what was said of it lately. */
function causeRows(id: string, root: RootNode, voice: Voice): readonly OutlineRow[] {
  const { say, clock } = voice;
  const cause = causeWords(root, clock);
  if (cause === undefined) return [];
  const label = groupLabel(say, "cause");
  const mark = markOf(root.verdict);
  const [above, culprit] = culpritsOf(root).slice(-2);
  const node = culprit ?? above;
  const own = { id: `${id}/cause`, mark, label, description: cause };
  const equals = equalWords(root, clock, true);
  const events = eventWords(root, clock, true);
  const line =
    (name: GroupName, rowMark: RowMark) =>
    (words: string, place: number): OutlineRow => {
      const text = { label: groupLabel(say, name), description: words };
      return row({ id: `${own.id}/${name}/${place}`, mark: rowMark, ...text, spoken: aloud([text.label, words]) });
    };
  const spoken = aloud([label, causeWords(root, clockAloud(voice)) ?? cause]);
  const below = [...equals.map(line("and", mark)), ...events.map(line("event", "remark"))];
  const named = node === undefined ? undefined : standing(node, culprit === undefined ? undefined : above);
  return [
    row(
      { ...named, ...own, spoken, context: ["cause", ...(named?.context ?? [])] },
      below.length === 0 ? undefined : () => below,
    ),
  ];
}

/** The place of a root among others. */
export function rootKey({ root }: ToldRoot): string {
  return keyOf(root.ref);
}
