import { nodesOnPath } from "../../../model/cause/cause-path.ts";
import type { Cause, NextStep, ReportNode, RootNode } from "../../../model/report.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { culpritEntries, otherCulprits } from "../../first-screen/culprit-entries.ts";
import type { CulpritEntry } from "../../first-screen/first-screen.ts";
import { nodeWords } from "../../page/node-rows.ts";
import { verdictMark } from "../../terminal/verdict-marks.ts";
import { groupLabel, stepLabel } from "../../words/editor/tree.ts";
import { markWord, readAloud } from "../../words/editor/tree-accessibility.ts";
import { moreCulpritsText } from "../../words/first-screen/labels.ts";
import { nodeLabel } from "../../words/report/component.ts";
import { culpritLine } from "../culprit-text.ts";
import { contextOfNode } from "./node-rows.ts";
import { clockAloud, type OutlineRow, type RowWords, treeRow } from "./row.ts";
import { siblingRows } from "./sibling-list.ts";
import { nodeTooltip } from "./tooltips.ts";

/** One culprit as rows need it: the cause, its texts, and the same texts with ages in words. */
interface ToldCulprit {
  readonly cause: Cause;
  readonly entry: CulpritEntry;
  readonly aloud: CulpritEntry;
}

/**
 * A row for each culprit of an unhealthy root, in the order of the causes, and one that names the others where there are
 * many. Below a culprit stand its next steps, the objects on the way down to its deepest one, and its event.
 */
export function culpritRows(id: string, root: RootNode, voice: RowWords): readonly OutlineRow[] {
  if (root.verdict === "healthy") return [];
  const { kubectl } = voice;
  const entriesBy = (clock: AgeClock): readonly CulpritEntry[] =>
    culpritEntries({ root, clock, kubectl }, mostCulprits);
  const aloud = entriesBy(clockAloud(voice));
  const told = entriesBy(voice.clock).flatMap((entry, place): readonly ToldCulprit[] => {
    const [cause, spoken] = [root.causes[place], aloud[place]];
    return cause === undefined || spoken === undefined ? [] : [{ cause, entry, aloud: spoken }];
  });
  const rows = siblingRows(
    `${id}/cause`,
    {
      items: told,
      key: ({ cause }) => `${cause.component} ${cause.path.join(" ")}`,
      mark: ({ entry }) => entry.mark,
      name: ({ entry }) => entry.name,
      row: (culprit, at) => culpritRow(at, culprit, { root, voice, isFirst: culprit === told[0] }),
    },
    voice,
  );
  return [...rows, ...moreRows(id, otherCulprits(root, mostCulprits))];
}

/** The most culprits with rows of their own. An Application may have thousands. */
const mostCulprits = 20;

function moreRows(id: string, names: readonly string[]): readonly OutlineRow[] {
  if (names.length === 0) return [];
  const label = moreCulpritsText(names);
  const own = { id: `${id}/cause/%more`, mark: "none", label, description: "", context: ["hidden"] } as const;
  return [treeRow({ ...own, spoken: readAloud([label]) })];
}

/** What the rows of one culprit need of the root. */
interface CulpritSetting {
  readonly root: RootNode;
  readonly voice: RowWords;
  readonly isFirst: boolean;
}

/** `CDI   container cdi-controller CrashLoopBackOff (exit 1, 7 restarts) · unavailable for 14m`. */
function culpritRow(
  id: string,
  { cause, entry, aloud }: ToldCulprit,
  { root, voice, isFirst }: CulpritSetting,
): OutlineRow {
  const nodes = nodesOnPath(root, cause);
  const [last, above] = nodes.toReversed();
  const below = [...stepRows(id, cause, entry, voice), ...stationRows(id, nodes.slice(1), voice)];
  const rows = [...below, ...eventRows(id, entry, voice)];
  const named = contextOfNode(last ?? root, above);
  const description = culpritLine(entry);
  return treeRow(
    {
      ...named,
      ...{ id, mark: entry.mark, label: entry.name, description },
      context: ["cause", "culprit", ...named.context],
      spoken: readAloud([entry.name, markWord(voice.say, entry.mark), culpritLine(aloud)]),
      isOpen: isFirst,
    },
    rows.length === 0 ? undefined : () => rows,
    () => nodeTooltip(last ?? root, voice),
  );
}

/** `Show its conditions and events   kubectl describe pod x`. Copying the row copies the command. */
function stepRows(id: string, { next }: Cause, { commands }: CulpritEntry, { say }: RowWords): readonly OutlineRow[] {
  return commands.map((command, place) => {
    const label = stepLabel(say, next.find((step) => isCommandOf(step, command))?.why ?? "");
    const at = `${id}/%step/${place}`;
    const spoken = readAloud([label, command]);
    return treeRow({ id: at, mark: "none", label, description: command, copied: command, spoken, context: ["step"] });
  });
}

/** Whether the command is that of the step, with its own way to the cluster. */
function isCommandOf({ command }: NextStep, shown: string): boolean {
  return shown.endsWith(command.replace(/^kubectl/, ""));
}

function stationRows(id: string, nodes: readonly ReportNode[], voice: RowWords): readonly OutlineRow[] {
  return nodes.map((node, place) => {
    const mark = verdictMark(node.verdict);
    const [label, description] = [nodeLabel(node), nodeWords(node, node.children, voice.clock)];
    const words = nodeWords(node, node.children, clockAloud(voice));
    const named = contextOfNode(node, nodes[place - 1]);
    return treeRow(
      {
        ...named,
        ...{ id: `${id}/%way/${place}`, mark, label, description },
        context: ["cause", ...named.context],
        spoken: readAloud([label, markWord(voice.say, mark), words]),
      },
      undefined,
      () => nodeTooltip(node, voice),
    );
  });
}

function eventRows(id: string, { event }: CulpritEntry, { say }: RowWords): readonly OutlineRow[] {
  if (event === "") return [];
  const label = groupLabel(say, "event");
  const description = event.replace(/^event /, "");
  const spoken = readAloud([label, description]);
  return [treeRow({ id: `${id}/%event`, mark: "remark", label, description, spoken, context: ["event"] })];
}
