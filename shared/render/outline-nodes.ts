import type { Finding } from "../model/finding.ts";
import { keyOf } from "../model/object.ts";
import type { Node, RootNode } from "../model/report.ts";
import { conditionVerdict } from "../model/since.ts";
import { compareVerdicts } from "../model/verdict.ts";
import { markOf } from "./marks.ts";
import { type Logs, logsOf } from "./next.ts";
import { conditionList } from "./outline-conditions.ts";
import { isToldBelow, nodeHint } from "./outline-hint.ts";
import { type Listing, listed } from "./outline-list.ts";
import { ageIn, ageSpoken, clockAloud, type OutlineRow, row, type Voice } from "./outline-row.ts";
import { nodeWords } from "./rows-nodes.ts";
import { partLabel, partMark, partsOf, partWhy } from "./rows-parts.ts";
import { sinceOf } from "./since.ts";
import { nodeLabel, versionWords } from "./words-part.ts";
import { verdictFor, verdictWord } from "./words-tree.ts";
import { aloud, markWord, roleWord, versionAloud } from "./words-tree-aloud.ts";

/** The components or parts of a root, worst first. */
export function partList(root: RootNode, findings: readonly Finding[], voice: Voice): Listing<Node> {
  return {
    items: partsOf(root, findings, true),
    key: ({ ref }) => keyOf(ref),
    mark: (node) => partMark(node, findings),
    name: partLabel,
    row: (node, id) => partRow(id, node, root, findings, voice),
  };
}

/** `CDI   unavailable · 14m · v1.64.0 · no reason given`, below it what it says and what runs for it. */
function partRow(id: string, node: Node, root: RootNode, findings: readonly Finding[], voice: Voice): OutlineRow {
  const { say } = voice;
  const label = partLabel(node);
  const mark = partMark(node, findings);
  const since = sinceOf(node);
  const why = partWhy(node, { root, findings, all: true });
  const version = versionWords(node.facts);
  const verdict = verdictFor(say, node.verdict, ageSpoken(voice, since));
  return row(
    {
      id,
      mark,
      label,
      description: [verdictWord(say, node.verdict), ageIn(voice, since), version, why].filter(isSaid).join(" · "),
      spoken: aloud([
        label,
        roleWord(say, node.role),
        verdict,
        mark === markOf(node.verdict) ? "" : markWord(say, mark),
        versionAloud(say, node.facts),
        why,
      ]),
      ...standing(node),
    },
    belowOf(id, node, voice),
    () => nodeHint(node, voice),
  );
}

/** What it says that is not as it should be, then what it consists of, worst first. */
function belowOf(id: string, node: Node, voice: Voice): (() => readonly OutlineRow[]) | undefined {
  const bad = isToldBelow(node) ? node.conditions.filter((each) => conditionVerdict(each) !== "healthy") : [];
  if (bad.length === 0 && node.children.length === 0) return undefined;
  return () => [
    ...listed(`${id}/%conditions`, conditionList(node, bad, voice), voice),
    ...listed(id, childList(node, voice), voice),
  ];
}

function childList(above: Node, voice: Voice): Listing<Node> {
  return {
    items: above.children.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict)),
    // A container has no object of its own but its Pod.
    key: ({ role, ref, label }) => (role === "container" ? label : keyOf(ref)),
    mark: ({ verdict }) => markOf(verdict),
    name: nodeLabel,
    row: (node, id) => nodeRow(id, node, above, voice),
  };
}

/** `Deployment cdi-deployment   0/1 ready, 14m`. */
function nodeRow(id: string, node: Node, above: Node, voice: Voice): OutlineRow {
  const { say, clock } = voice;
  const label = nodeLabel(node);
  const mark = markOf(node.verdict);
  return row(
    {
      id,
      mark,
      label,
      description: nodeWords(node, node.children, clock),
      spoken: aloud([label, markWord(say, mark), nodeWords(node, node.children, clockAloud(voice))]),
      ...standing(node, above),
    },
    belowOf(id, node, voice),
    () => nodeHint(node, voice),
  );
}

/** What menus and tooltips need of a node. */
export function standing(
  node: Node,
  above?: Node,
): Pick<OutlineRow, "context" | "ref" | "hinted"> & { readonly logs?: Logs } {
  const logs = node.role === "container" && above !== undefined ? logsOf(node, above.ref) : undefined;
  const context = [
    node.role,
    ...(node.outcome === "found" ? ["object"] : []),
    ...(node.verdict === "healthy" ? [] : ["unwell"]),
    ...(logs === undefined ? [] : ["hasLogs"]),
  ];
  const conditions = isToldBelow(node) ? [] : node.conditions;
  const said = conditions.map(({ type, status, reason, message }) => `${type} ${status} ${reason} ${message}`);
  const { trouble } = node;
  return {
    context,
    ref: node.ref,
    ...(logs !== undefined && { logs }),
    hinted: [trouble?.reason ?? "", trouble?.message ?? "", sinceOf(node) ?? "", node.meaning ?? "", ...said].join(
      "\n",
    ),
  };
}

function isSaid(word: string): boolean {
  return word !== "";
}
