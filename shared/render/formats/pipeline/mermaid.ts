import { sanitizeLine } from "../../../characters/sanitize.ts";
import { nodesOnPath } from "../../../model/cause/cause-path.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { Report, ReportNode, RootNode } from "../../../model/report.ts";
import { compareVerdicts, sortWorstFirst, type Verdict } from "../../../model/verdict.ts";
import { shortLine } from "../../../outline/fit-text.ts";
import { quote } from "../../../outline/text.ts";
import { formatNodeState, nodeLabel } from "../../../outline/words/component.ts";
import { concealedNote } from "../../../outline/words/concealed-note.ts";
import { qualifiedName } from "../../../outline/words/names.ts";
import type { TextOptions } from "../../terminal/text-style.ts";
import { wholeText } from "./checks.ts";

/** The most boxes of a graph: mermaid refuses more than 500 edges (its setting maxEdges). */
const maxBoxes = 200;

/** The most characters of a label's line. */
const maxLabelColumns = 120;

/** The colour of each verdict, legible on a light and a dark page. */
const colours: Readonly<Record<Verdict, string>> = {
  unavailable: "fill:#c4162a,color:#ffffff",
  degraded: "fill:#b35a00,color:#ffffff",
  unknown: "fill:#7a3ea8,color:#ffffff",
  progressing: "fill:#1f60c4,color:#ffffff",
  healthy: "fill:#2a6f2a,color:#ffffff",
};

/** A box of the graph, below the box with the id `parent`. */
interface Box {
  readonly id: string;
  readonly parent?: string;
  readonly lines: readonly string[];
  readonly verdict: Verdict;
}

/**
 * A Report as a flowchart of mermaid: each root with its components, and the way down to each cause. Labels are plain
 * text: every character that mermaid or HTML could read is an entity.
 */
export function renderMermaid(report: Report, { concealedTexts }: TextOptions = {}): string {
  const boxes = limitBoxes(listBoxes(report));
  const lines = ["flowchart TD"];
  for (const box of boxes) lines.push(`  ${box.id}["${box.lines.map(escapeLabel).join("<br/>")}"]:::${box.verdict}`);
  for (const { id, parent } of boxes) {
    if (parent !== undefined) lines.push(`  ${parent} --> ${id}`);
  }
  const verdicts = [...new Set(boxes.map(({ verdict }) => verdict))].toSorted(compareVerdicts);
  for (const verdict of verdicts) lines.push(`  classDef ${verdict} ${colours[verdict]}`);
  const note = concealedNote(concealedTexts);
  // Two percent signs begin a comment.
  if (note !== "") lines.push(`  %% ${note}`);
  return `${lines.join("\n")}\n`;
}

/** The first boxes. A last one counts those without room, and has the worst verdict of them. */
function limitBoxes(boxes: readonly Box[]): readonly Box[] {
  const omitted = boxes.slice(maxBoxes);
  const [worstOmitted] = omitted.map(({ verdict }) => verdict).toSorted(compareVerdicts);
  if (worstOmitted === undefined) return boxes;
  const more = { id: "more", lines: [`and ${omitted.length} more`], verdict: worstOmitted };
  return [...boxes.slice(0, maxBoxes), more];
}

/** The boxes of all roots, the worst root first. */
function listBoxes(report: Report): readonly Box[] {
  if (report.roots.length === 0) return [{ id: "n0", lines: [wholeText(report)], verdict: report.verdict }];
  const boxes: Box[] = [];
  for (const root of sortWorstFirst(report.roots)) addRoot(root, boxes);
  return boxes;
}

/** Adds the boxes of a root, of its components, and of the objects on the way down to its causes. */
function addRoot(root: RootNode, boxes: Box[]): void {
  const addBox = (parent: string | undefined, lines: readonly string[], verdict: Verdict): string => {
    const id = `n${boxes.length}`;
    boxes.push({ id, ...definedFields({ parent }), lines, verdict });
    return id;
  };
  const rootId = addBox(undefined, [qualifiedName(root.ref), root.verdict], root.verdict);
  const idsByNode = new Map<ReportNode, string>();
  const parts = root.children.filter((node) => node.required || node.verdict !== "healthy");
  for (const part of sortWorstFirst(parts))
    idsByNode.set(part, addBox(rootId, [part.label, part.verdict], part.verdict));
  for (const cause of root.causes) {
    let parentId = rootId;
    for (const node of nodesOnPath(root, cause)) {
      const id = idsByNode.get(node) ?? addBox(parentId, [nodeLabel(node), formatNodeState(node)], node.verdict);
      idsByNode.set(node, id);
      parentId = id;
    }
  }
}

/**
 * A line of a label. Every character but letters, digits, spaces and a few signs is an entity of mermaid, `#35;` (its
 * documentation, "Entity codes to escape characters").
 */
function escapeLabel(text: string): string {
  const harmless = sanitizeLine(shortLine([quote(text)], maxLabelColumns)).toWellFormed();
  // A mark or joiner of an emoji alone has no form of its own.
  return harmless.replace(
    /\p{Default_Ignorable_Code_Point}|[^\p{L}\p{N}\p{M} ,.…/()-]/gu,
    (character) => `#${character.codePointAt(0)};`,
  );
}
