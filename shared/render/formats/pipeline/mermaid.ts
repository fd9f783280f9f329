import { sanitizeLine } from "../../../characters/sanitize.ts";
import { nodesOnPath } from "../../../model/cause/cause-path.ts";
import type { Report, ReportNode, RootNode } from "../../../model/report.ts";
import { compareVerdicts, type Verdict } from "../../../model/verdict.ts";
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

/**
 * A Report as a flowchart of mermaid: each root with its components, and the way down to each cause. Labels are plain
 * text: every character that mermaid or HTML could read is an entity.
 */
export function renderMermaid(report: Report, { concealedTexts }: TextOptions = {}): string {
  const note = concealedNote(concealedTexts);
  const boxes: Box[] = [];
  const addBox = (parent: string | undefined, lines: readonly string[], verdict: Verdict): string => {
    const id = `n${boxes.length}`;
    boxes.push({ id, parent, lines, verdict });
    return id;
  };
  if (report.roots.length === 0) addBox(undefined, [wholeText(report)], report.verdict);
  for (const root of report.roots.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict))) addRoot(root, addBox);
  const shown = boxes.slice(0, maxBoxes);
  const rest = boxes.slice(maxBoxes);
  const [worst] = rest.map(({ verdict }) => verdict).toSorted(compareVerdicts);
  if (worst !== undefined) shown.push({ id: "more", lines: [`and ${rest.length} more`], verdict: worst });
  const verdicts = [...new Set(shown.map(({ verdict }) => verdict))].toSorted(compareVerdicts);
  return [
    "flowchart TD",
    ...shown.map(({ id, lines, verdict }) => `  ${id}["${lines.map(plainLabel).join("<br/>")}"]:::${verdict}`),
    ...shown.flatMap(({ id, parent }) => (parent === undefined ? [] : [`  ${parent} --> ${id}`])),
    ...verdicts.map((verdict) => `  classDef ${verdict} ${colours[verdict]}`),
    // A comment.
    ...(note === "" ? [] : [`  %% ${note}`]),
    "",
  ].join("\n");
}

interface Box {
  readonly id: string;
  readonly parent?: string | undefined;
  readonly lines: readonly string[];
  readonly verdict: Verdict;
}

type AddBox = (parent: string | undefined, lines: readonly string[], verdict: Verdict) => string;

function addRoot(root: RootNode, addBox: AddBox): void {
  const id = addBox(undefined, [qualifiedName(root.ref), root.verdict], root.verdict);
  const ids = new Map<ReportNode, string>();
  const parts = root.children.filter((node) => node.required || node.verdict !== "healthy");
  for (const part of parts.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict)))
    ids.set(part, addBox(id, [part.label, part.verdict], part.verdict));
  for (const cause of root.causes) {
    let parent = id;
    for (const node of nodesOnPath(root, cause)) {
      const known = ids.get(node) ?? addBox(parent, [nodeLabel(node), formatNodeState(node)], node.verdict);
      ids.set(node, known);
      parent = known;
    }
  }
}

/**
 * A line of a label. Every character but letters, digits, spaces and a few signs is an entity of mermaid, `#35;` (its
 * documentation, "Entity codes to escape characters").
 */
function plainLabel(text: string): string {
  const harmless = sanitizeLine(shortLine([quote(text)], maxLabelColumns)).toWellFormed();
  // A mark or joiner of an emoji alone has no form of its own.
  return harmless.replace(
    /\p{Default_Ignorable_Code_Point}|[^\p{L}\p{N}\p{M} ,.…/()-]/gu,
    (character) => `#${character.codePointAt(0)};`,
  );
}
