import { rootFindings } from "../../../model/finding/root-findings.ts";
import { keyOf } from "../../../model/object.ts";
import type { ReportNode, RootNode } from "../../../model/report.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { conditionRows } from "../../../outline/condition-rows.ts";
import { rootUpgradeLine } from "../../../outline/gate-words.ts";
import { partReason } from "../../../outline/node-entry.ts";
import type { OutlineOptions } from "../../../outline/outline-options.ts";
import { notReadEntry, sourceEntry } from "../../../outline/outline-report.ts";
import { rootHead } from "../../../outline/root-entry.ts";
import { partState, rootState, stateSentence } from "../../../outline/root-state.ts";
import { plainText } from "../../../outline/text.ts";
import { countText } from "../../../outline/words/names.ts";
import { unicodeMarks } from "../../terminal/verdict-marks.ts";
import { headParts, labelledPart } from "./head-parts.ts";
import type { HoverSetting } from "./hover-input.ts";
import { type MarkdownPart, paragraphPart } from "./markdown-parts.ts";

/** The most conditions in the table of an object. */
const maxConditions = 8;

/**
 * A short report of one object, or why there is none. VS Code shows about ten lines without scrolling, so the culprits
 * with their next commands and the links stand before the conditions.
 */
export function objectParts(setting: HoverSetting, links: readonly MarkdownPart[]): readonly MarkdownPart[] {
  const { link, unlinked, clock, place } = setting;
  if (link.state !== "linked") return [paragraphPart(unlinked), ...links];
  const { node, root, ref } = link;
  if (node === undefined)
    return [
      paragraphPart(`${ref.kind} ${ref.name} exists on the cluster; no further information`),
      paragraphPart(place),
      ...links,
    ];
  if (root !== undefined && keyOf(root.ref) === keyOf(node.ref)) return rootParts(root, setting, links);
  const name = `${node.ref.kind} ${node.ref.name}`;
  const sentence = stateSentence(name, partState(node), { ...clock, format: "words" });
  return [
    paragraphPart({ as: "strong", text: sentence }, ` (${place})`),
    ...causeParts(node, root, clock),
    ...links,
    ...conditionTable(node, clock),
  ];
}

/** A root as the first screen has it, then what its conditions say. */
function rootParts(
  root: RootNode,
  { report, clock, reach, place }: HoverSetting,
  links: readonly MarkdownPart[],
): readonly MarkdownPart[] {
  const findings = report === undefined ? [] : rootFindings(report, root);
  const isOnly = (report?.roots.length ?? 1) === 1;
  const options: OutlineOptions = { clock, reach, isLive: true, source: place, details: "" };
  const source = { source: { kind: "cluster", name: place }, takenAt: clock.now } as const;
  const gate = rootUpgradeLine(root, report?.findings ?? [], clock);
  const head = rootHead(root, findings, options, { isOnly, source: sourceEntry(source, options), gate });
  const state = stateSentence(plainText(head.subject), rootState(root, findings), { ...clock, format: "words" });
  const sentence = paragraphPart({ as: "strong", text: state }, ` (${place})`);
  const meaning = head.entries.filter(({ id }) => id === "meaning");
  return [
    ...headParts(head, sentence, report === undefined ? [] : notReadEntry(report)),
    ...links,
    ...meaning.map((field) => labelledPart(field)),
    ...conditionTable(root, clock),
  ];
}

/** The cause of an unhealthy part: that of its root that leads to it, else what its own conditions report. */
function causeParts(node: ReportNode, root: RootNode | undefined, clock: AgeClock): readonly MarkdownPart[] {
  if (node.verdict === "healthy") return [];
  const why = plainText(partReason(node, root, [], clock));
  return why === "" ? [] : [paragraphPart({ as: "strong", text: "Cause" }, ` ${why}`)];
}

/** A table of the conditions that are not good, and the number of good ones below it. */
function conditionTable({ conditions }: ReportNode, clock: AgeClock): readonly MarkdownPart[] {
  const { abnormal, good, unevaluated } = conditionRows(conditions, clock, false);
  const parts: MarkdownPart[] = [];
  if (abnormal.length > 0) {
    const cells = [
      ...abnormal.map(({ type, mark, status, reason, since }) => [
        `${unicodeMarks[mark]} ${type}`,
        status,
        reason,
        since,
      ]),
      ...unevaluated.map(({ type, status, reason, since }) => [type, status, reason, since]),
    ];
    const rows = cells.slice(0, maxConditions);
    const omitted = cells.length - rows.length;
    parts.push({ as: "table", head: ["Condition", "Status", "Reason", "Since"], rows });
    if (omitted > 0) parts.push(paragraphPart(`${omitted} more`));
  }
  if (good.length > 0) parts.push(paragraphPart(`${countText(good.length, "condition")} as expected`));
  return parts;
}
