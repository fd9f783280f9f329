import type { DriveHow, DrivenField, DrivenPart } from "../../../model/field-driver.ts";
import type { ReportNode } from "../../../model/report.ts";
import { compareVerdicts } from "../../../model/verdict.ts";
import { rootFindings } from "../../../outline/group-findings.ts";
import { unhealthyPartEntry } from "../../../outline/node-entry.ts";
import { joinNames } from "../../../outline/words/names.ts";
import { markedLine } from "./head-parts.ts";
import type { HoverSetting } from "./hover-input.ts";
import { type MarkdownPart, paragraphPart } from "./markdown-parts.ts";

/** The components that a field drives, and their state. Without a live object only the components. */
export function fieldParts(
  driven: DrivenField,
  { link, unlinked, report, clock, place }: HoverSetting,
): readonly MarkdownPart[] {
  const { drives, instead, isGuessed } = driven;
  if (drives.length === 0) return [paragraphPart({ as: "strong", text: ignoredWords(instead) })];
  const top = link.state === "linked" ? link.node : undefined;
  const described = drives.filter(
    ({ name }) => top === undefined || isComponent(name) || nodeNamed(top, name) !== undefined,
  );
  const head: MarkdownPart[] = namesByKind(described).map(([how, names]) =>
    paragraphPart({
      as: "strong",
      text: isGuessed === true ? `Names ${joinNames(names)}` : fieldDrivesText(how, joinNames(names)),
    }),
  );
  if (instead !== undefined) head.push(paragraphPart(`Deprecated; use ${instead}`));
  if (top === undefined) return [...head, ...(unlinked === "" ? [] : [paragraphPart(unlinked)])];
  const root = link.state === "linked" ? link.root : undefined;
  const findings = report === undefined || root === undefined ? [] : rootFindings(report, root);
  const names = [...new Set(described.map(({ name }) => name))];
  const nodes = names.flatMap((name) => nodeNamed(top, name) ?? []);
  const absent = names.filter((name) => nodes.every(({ label }) => label !== name));
  const unhealthy = nodes
    .filter(({ verdict }) => verdict !== "healthy")
    .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  const healthy = nodes.filter(({ verdict }) => verdict === "healthy").map(({ label }) => label);
  const items = [
    ...unhealthy.map((node) => markedLine(unhealthyPartEntry(node, root, findings, clock))),
    ...(healthy.length === 0 ? [] : [`✓ healthy: ${healthy.join(", ")}`]),
    ...absent.map((name) => `${name} does not exist`),
  ];
  return [...head, { as: "list", items }, paragraphPart(place)];
}

/**
 * Whether the name is a component's; workloads have lower-case names. Workloads depend on platform and release, so they
 * are listed only where they exist.
 */
function isComponent(name: string): boolean {
  return name !== name.toLowerCase();
}

function namesByKind(drives: readonly DrivenPart[]): readonly (readonly [DrivenPart["how"], readonly string[]])[] {
  return Array.from(
    Map.groupBy(drives, ({ how }) => how),
    ([how, drivenParts]) => [how, drivenParts.map(({ name }) => name)],
  );
}

/** The part of that name: the highest, and of several there the worst. */
function nodeNamed(top: ReportNode, name: string): ReportNode | undefined {
  let level: readonly ReportNode[] = top.children;
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const found = level.filter((node) => node.label === name && isThere(node));
    const [worst] = found.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
    if (worst !== undefined) return worst;
    level = level.flatMap(({ children }) => children);
  }
  return undefined;
}

/** Whether the part is required or exists. */
function isThere({ required, outcome }: ReportNode): boolean {
  return required || (outcome !== "absent" && outcome !== "noSuchKind");
}

/** Levels below the root: parts and their workloads. */
const maxDepth = 2;

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

function ignoredWords(instead: string | undefined): string {
  return instead === undefined
    ? "Current operators ignore this field"
    : `Current operators ignore this field; use ${instead}`;
}
