import { definedFields } from "../model/defined-fields.ts";
import { type Family, families, type ProfileName } from "../model/families.ts";
import type { Finding } from "../model/finding/finding.ts";
import type { OutlineEntry, Text } from "../model/outline.ts";
import type { RootNode } from "../model/report.ts";
import { type PartLine, type PartRow, partNodes, partRow } from "./component-rows.ts";
import type { NodeRow } from "./node-rows.ts";
import type { OutlineOptions } from "./outline-options.ts";
import { entry, joined, name, quote, words } from "./text.ts";
import { joinFilled } from "./words/names.ts";

/** The most parts with a row of their own: an Application may select thousands. The JSON document has all. */
const maxParts = 100;

/** The components or parts of a root, worst first, each with the objects below it, down to containers. */
export function partSection(
  root: RootNode,
  findings: readonly Finding[],
  { clock }: Pick<OutlineOptions, "clock">,
): readonly OutlineEntry[] {
  const nodes = partNodes(root, findings, true);
  if (nodes.length === 0) return [];
  const shown = nodes.slice(0, maxParts).map((node) => partRow(node, { root, findings, clock, all: true }));
  return [
    entry("section", "parts", {
      weight: "full",
      subject: words(`${partColumn(root.profile)}S`),
      entries: [...shown.map(partEntry), ...moreParts(nodes.length - maxParts)],
    }),
  ];
}

function moreParts(count: number): readonly OutlineEntry[] {
  if (count <= 0) return [];
  return [
    entry("node", "more parts", { mark: "remark", weight: "full", text: words(`and ${count} more; -o json has all`) }),
  ];
}

/** `degraded 14m, v1.66.0: Boom: no disk`. */
export function partText({ verdict, since, version, why }: PartLine): Text {
  const state: Text = joined(", ", [words(joinFilled(" ", [verdict, since])), version]);
  return why === "" ? state : joined(": ", [state, [quote(why)]]);
}

function partEntry(row: PartRow): OutlineEntry {
  return entry("part", `part ${row.label}`, {
    mark: row.mark,
    weight: "full",
    subject: [name(row.label)],
    text: partText(row),
    about: row.ref,
    entries: row.children.map(nodeEntry),
  });
}

function nodeEntry(row: NodeRow): OutlineEntry {
  return entry("node", `node ${row.label}`, {
    mark: row.mark,
    weight: "full",
    subject: [name(row.label)],
    text: row.description === "" ? [] : [quote(row.description)],
    ...definedFields({ about: row.ref }),
    entries: row.children.map(nodeEntry),
  });
}

/** The title of the parts of a root. */
export function partsGroup(profile: ProfileName): string {
  return partWords[families[profile].parts].group;
}

/** The title of the column that names one part in each row. */
function partColumn(profile: ProfileName): string {
  return partWords[families[profile].parts].column;
}

const partWords: Readonly<Record<Family["parts"], { group: string; column: string }>> = {
  components: { group: "Components", column: "COMPONENT" },
  parts: { group: "Parts", column: "PART" },
};
