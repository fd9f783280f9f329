import type { Finding } from "../../../model/finding/finding.ts";
import { keyOf } from "../../../model/object.ts";
import type { RootNode } from "../../../model/report.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { causeSentence } from "../../../outline/cause-clauses.ts";
import { silentLines } from "../../../outline/findings/operator-silence.ts";
import { conditionMark } from "../../../outline/marks.ts";
import { rootState, stateWithAge } from "../../../outline/root-state.ts";
import { plainText } from "../../../outline/text.ts";
import { partsGroup } from "../../../outline/words/family.ts";
import type { RowMark } from "../../terminal/verdict-marks.ts";
import type { ToldTransition } from "../../watch/transition-lines.ts";
import { attentionSummary, type GroupName, groupLabel, rootName, unhealthyCountText } from "../../words/editor/tree.ts";
import { markWord, readAloud } from "../../words/editor/tree-accessibility.ts";
import { causeRows } from "./cause-rows.ts";
import { conditionList } from "./condition-rows.ts";
import { findingGroup, timelineGroup } from "./finding-rows.ts";
import { contextOfNode, partList } from "./node-rows.ts";
import { relatedGroup } from "./related-rows.ts";
import { clockAloud, isWell, type OutlineRow, type RowWords, treeRow, worstRowMark } from "./row.ts";
import { siblingRows, withoutWell } from "./sibling-list.ts";
import { nodeTooltip } from "./tooltips.ts";
import { gateGroup } from "./upgrade-rows.ts";

/**
 * One root with everything that belongs to it. All of it is harmless except the related objects and the transitions.
 * These may be many.
 */
export interface ToldRoot {
  readonly root: RootNode;
  /** The name, with its namespace where it stands beside other roots. */
  readonly label: string;
  readonly findings: readonly Finding[];
  readonly transitions: readonly ToldTransition[];
}

/**
 * The row of a root, its verdict first, open where it is unhealthy or alone. Below it stand its culprits, conditions,
 * components, gates, related objects, notes and timeline.
 */
export function rootRow(id: string, toldRoot: ToldRoot, isAlone: boolean, voice: RowWords): OutlineRow {
  const { root, label, findings } = toldRoot;
  const { mark, ...own } = rootState(root, findings);
  const state = (clock: AgeClock): string => stateWithAge(own, clock);
  const name = rootName(root, label);
  const beside = [voice.place, ...silentLines(findings).map(plainText)].filter((words) => words !== "");
  const spoken = [label, root.ref.kind, state(clockAloud(voice)), ...beside];
  const { hinted, ...rest } = contextOfNode(root);
  return treeRow(
    {
      ...{ id, mark, label: state(voice.clock), description: [name, ...beside].join(" · "), spoken: readAloud(spoken) },
      ...{ ...rest, hinted: `${hinted}\n${firstCauseText(root)}` },
      copied: [`${root.ref.kind} ${label}: ${state(voice.clock)}`, ...beside].join(" · "),
      culprits: root.verdict === "healthy" ? 0 : new Set(root.causes.map(({ component }) => component)).size,
      isOpen: isAlone || !isWell(mark),
    },
    () => [
      ...causeRows(id, root, voice),
      ...withoutWell(id, groupsOf(id, toldRoot, voice), voice),
      ...timelineGroup(`${id}/timeline`, toldRoot.transitions, voice),
    ],
    () => nodeTooltip(root, voice),
  );
}

function groupsOf(id: string, { root, findings }: ToldRoot, voice: RowWords): readonly OutlineRow[] {
  const { say } = voice;
  const marks = root.conditions.map(conditionMark);
  const parts = partList(root, findings, voice);
  const partMarks = parts.items.map(parts.mark);
  const unhealthy = (all: readonly RowMark[]): number => all.filter((mark) => mark !== "good").length;
  const group = (
    name: GroupName | "parts",
    all: readonly RowMark[],
    words: string,
    below: (id: string) => readonly OutlineRow[],
  ): OutlineRow => {
    const label = name === "parts" ? partsGroup(say, root.profile) : groupLabel(say, name);
    const mark = worstRowMark(all);
    const own = { id: `${id}/${name}`, mark, label, description: words, context: ["group"] as const };
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
    gateGroup(id, root, voice),
    ...(root.related.length === 0 ? [] : [relatedGroup(`${id}/related`, root.related, voice)]),
    ...(findings.length === 0 ? [] : [findingGroup(`${id}/findings`, findings, voice)]),
  ];
}

/** The key of a root among others. */
export function rootKey({ root }: ToldRoot): string {
  return keyOf(root.ref);
}

/** The sentence of the first cause below the root, which the tooltip of the root has. */
function firstCauseText({ causes: [first] }: RootNode): string {
  return first === undefined || first.path.length < 2 ? "" : causeSentence(first);
}
