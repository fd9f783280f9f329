import type { DriveHow, DrivenField } from "../../../model/field-driver.ts";
import { rootFindings } from "../../../model/finding/root-findings.ts";
import type { ReportNode } from "../../../model/report.ts";
import { sortWorstFirst } from "../../../model/verdict.ts";
import { isRequiredOrExists } from "../../../outline/component-rows.ts";
import { unhealthyPartEntry } from "../../../outline/node-entry.ts";
import { joinNames } from "../../../outline/words/names.ts";
import { markedLine } from "./head-parts.ts";
import type { HoverSetting } from "./hover-input.ts";
import { type MarkdownPart, paragraphPart } from "./markdown-parts.ts";

/** The levels below the root that are searched: parts and their workloads. */
const maxDepth = 2;

/** The components that a field drives, and their state. Without a live object only the components. */
export function drivenParts(
  { drives, instead, isGuessed }: DrivenField,
  { link, unlinked, report, clock, place }: HoverSetting,
): readonly MarkdownPart[] {
  if (drives.length === 0) return [paragraphPart({ as: "strong", text: ignoredFieldText(instead) })];
  const top = link.state === "linked" ? link.node : undefined;
  const shown =
    top === undefined ? drives : drives.filter(({ name }) => isComponent(name) || findNode(top, name) !== undefined);
  const parts: MarkdownPart[] = [];
  for (const [how, driven] of Map.groupBy(shown, (part) => part.how)) {
    const drivenNames = joinNames(driven.map(({ name }) => name));
    const text = isGuessed === true ? `Names ${drivenNames}` : fieldDrivesText(how, drivenNames);
    parts.push(paragraphPart({ as: "strong", text }));
  }
  if (instead !== undefined) parts.push(paragraphPart(`Deprecated; use ${instead}`));
  if (link.state !== "linked" || top === undefined) {
    if (unlinked !== "") parts.push(paragraphPart(unlinked));
    return parts;
  }
  const findings = report === undefined || link.root === undefined ? [] : rootFindings(report, link.root);
  const names = [...new Set(shown.map(({ name }) => name))];
  const nodes = names.flatMap((name) => findNode(top, name) ?? []);
  const isHealthy = ({ verdict }: ReportNode): boolean => verdict === "healthy";
  const unhealthy = sortWorstFirst(nodes.filter((node) => !isHealthy(node)));
  const items = unhealthy.map((node) => markedLine(unhealthyPartEntry(node, link.root, findings, clock)));
  const healthyLabels = nodes.filter(isHealthy).map(({ label }) => label);
  if (healthyLabels.length > 0) items.push(`✓ healthy: ${healthyLabels.join(", ")}`);
  for (const name of names) {
    if (nodes.every(({ label }) => label !== name)) items.push(`${name} does not exist`);
  }
  return [...parts, { as: "list", items }, paragraphPart(place)];
}

/**
 * Whether the name is a component's; workloads have lower-case names. Workloads depend on platform and release, so they
 * are listed only where they exist.
 */
function isComponent(name: string): boolean {
  return name !== name.toLowerCase();
}

/** The part of that name: the highest, and of several there the worst. Undefined where none exists or is required. */
function findNode(top: ReportNode, name: string): ReportNode | undefined {
  let level: readonly ReportNode[] = top.children;
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const nodes = level.filter((node) => node.label === name && isRequiredOrExists(node));
    const [worst] = sortWorstFirst(nodes);
    if (worst !== undefined) return worst;
    level = level.flatMap(({ children }) => children);
  }
  return undefined;
}

function fieldDrivesText(how: DriveHow, names: string): string {
  switch (how) {
    case "deploys":
      return `Determines whether ${names} is deployed`;
    case "places":
      return `Sets the nodes on which ${names} may run`;
    case "configures":
      return `Configures ${names}`;
    case "gates":
      return `Enables or disables features of ${names}`;
    case "patches":
      return `Patches ${names} directly, which is not supported`;
  }
}

function ignoredFieldText(instead: string | undefined): string {
  const text = "Current operators ignore this field";
  return instead === undefined ? text : `${text}; use ${instead}`;
}
