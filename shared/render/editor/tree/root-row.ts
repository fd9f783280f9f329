import { type AgeClock, durationPhrase } from "../../../aggregate/core/words/ages.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { keyOf } from "../../../model/object.ts";
import type { RootNode } from "../../../model/report.ts";
import { gateRows } from "../../page/gate-rows.ts";
import { conditionMark, type RowMark, verdictMark } from "../../terminal/verdict-marks.ts";
import type { ToldTransition } from "../../watch/transition-lines.ts";
import { causeWords, equalCausesText, eventWords, findCulprits } from "../../words/cause/blame.ts";
import { silentLines } from "../../words/cause/operator-silence.ts";
import {
  attentionSummary,
  type GroupName,
  gateLabel,
  gatesWords,
  groupLabel,
  unhealthyCountText,
  verdictFor,
} from "../../words/editor/tree.ts";
import { markWord, readAloud, rowWord } from "../../words/editor/tree-accessibility.ts";
import { partsGroup } from "../../words/report/family.ts";
import { nodeSince } from "../../words/report/since.ts";
import { plainStateText, verdictPhrase } from "../../words/report/verdicts.ts";
import { conditionList } from "./condition-rows.ts";
import { findingGroup, timelineGroup } from "./finding-rows.ts";
import { contextOfNode, partList } from "./node-rows.ts";
import { relatedGroup } from "./related-rows.ts";
import { ageIn, ageSpoken, clockAloud, isWell, type OutlineRow, type RowWords, treeRow, worstRowMark } from "./row.ts";
import { siblingRows, withoutWell } from "./sibling-list.ts";
import { nodeTooltip } from "./tooltips.ts";

/**
 * One root with everything that belongs to it. All of it is harmless except the related objects and the transitions.
 * These may be many.
 */
export interface ToldRoot {
  readonly root: RootNode;
  readonly label: string;
  readonly findings: readonly Finding[];
  readonly transitions: readonly ToldTransition[];
}

/**
 * The row of a root, open where it is unhealthy or alone. Below it stand cause, conditions, components, gates, related
 * objects, findings and timeline.
 */
export function rootRow(id: string, toldRoot: ToldRoot, isAlone: boolean, voice: RowWords): OutlineRow {
  const { root, label, findings } = toldRoot;
  const { mark } = verdictPhrase(root, findings, voice.clock);
  const spoken = [label, root.ref.kind, stateOf(toldRoot, voice, clockAloud(voice))];
  const { hinted, ...rest } = contextOfNode(root);
  return treeRow(
    {
      ...{ id, mark, label, description: stateOf(toldRoot, voice, voice.clock), spoken: readAloud(spoken) },
      ...{ ...rest, hinted: `${hinted}\n${root.rootCause?.text ?? ""}` },
      isOpen: isAlone || !isWell(mark),
    },
    () => [
      ...withoutWell(id, [...causeRows(id, root, voice), ...groupsOf(id, toldRoot, voice)], voice),
      ...timelineGroup(`${id}/timeline`, toldRoot.transitions, voice),
    ],
    () => nodeTooltip(root, voice),
  );
}

/** `unavailable for 14m`, or what overrides its verdict in the words that all surfaces have for it. */
function stateOf({ root, findings }: ToldRoot, voice: RowWords, clock: AgeClock): string {
  const { words } = verdictPhrase(root, findings, clock);
  const since = nodeSince(root);
  const long = durationPhrase(since, clock);
  const isPlain = words === `${plainStateText(root.verdict)}${long === "" ? "" : `, ${long}`}`;
  const age = clock.tells === "words" ? ageSpoken(voice, since) : ageIn(voice, since);
  const state = isPlain ? verdictFor(voice.say, root.verdict, age) : words.replace(/^is /, "");
  return [state, ...silentLines(findings)].join("; ");
}

function groupsOf(id: string, { root, findings }: ToldRoot, voice: RowWords): readonly OutlineRow[] {
  const { say } = voice;
  const marks = root.conditions.map(conditionMark);
  const parts = partList(root, findings, voice);
  const partMarks = parts.items.map(parts.mark);
  const gates = gateRows(root);
  const unhealthy = (all: readonly RowMark[]): number => all.filter((mark) => mark !== "good").length;
  const group = (
    name: GroupName | "parts",
    all: readonly RowMark[],
    words: string,
    below: (id: string) => readonly OutlineRow[],
  ): OutlineRow => {
    const label = name === "parts" ? partsGroup(say, root.profile) : groupLabel(say, name);
    const mark = worstRowMark(all);
    const own = {
      id: `${id}/${name}`,
      mark,
      label,
      description: words,
      context: ["group"] as const,
      isOpen: name === "parts" && !isWell(mark),
    };
    return treeRow({ ...own, spoken: readAloud([label, words, markWord(say, mark)]) }, () => below(own.id));
  };
  return [
    group("conditions", marks, attentionSummary(say, unhealthy(marks), marks.length), (at) =>
      siblingRows(at, conditionList(root, root.conditions, voice), voice),
    ),
    ...(partMarks.length === 0
      ? []
      : [
          group("parts", partMarks, unhealthyCountText(say, unhealthy(partMarks), partMarks.length), (at) =>
            siblingRows(at, parts, voice),
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

function gateRow(
  at: string,
  { name, mark, words }: ReturnType<typeof gateRows>[number],
  { say }: RowWords,
): OutlineRow {
  const label = gateLabel(say, name);
  const spoken = readAloud([label, rowWord(say, "gate"), words, markWord(say, mark)]);
  return treeRow({ id: `${at}/${name}`, mark, label, description: words, spoken, context: ["gate"] });
}

/** The cause. Below it stand the equally bad causes and the recent changes. */
function causeRows(id: string, root: RootNode, voice: RowWords): readonly OutlineRow[] {
  const { say, clock } = voice;
  const cause = causeWords(root, clock);
  if (cause === undefined) return [];
  const label = groupLabel(say, "cause");
  const mark = verdictMark(root.verdict);
  const [above, culprit] = findCulprits(root).slice(-2);
  const node = culprit ?? above;
  const own = { id: `${id}/cause`, mark, label, description: cause };
  const equals = equalCausesText(root, clock, true);
  const events = eventWords(root, clock, true);
  const line =
    (name: GroupName, rowMark: RowMark) =>
    (words: string, place: number): OutlineRow => {
      const text = { label: groupLabel(say, name), description: words };
      return treeRow({
        id: `${own.id}/${name}/${place}`,
        mark: rowMark,
        ...text,
        spoken: readAloud([text.label, words]),
      });
    };
  const spoken = readAloud([label, causeWords(root, clockAloud(voice)) ?? cause]);
  const below = [...equals.map(line("and", mark)), ...events.map(line("event", "remark"))];
  const named = node === undefined ? undefined : contextOfNode(node, culprit === undefined ? undefined : above);
  return [
    treeRow(
      { ...named, ...own, spoken, context: ["cause", ...(named?.context ?? [])] },
      below.length === 0 ? undefined : () => below,
    ),
  ];
}

/** The key of a root among others. */
export function rootKey({ root }: ToldRoot): string {
  return keyOf(root.ref);
}
