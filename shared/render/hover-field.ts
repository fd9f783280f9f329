import type { Drive, Driven } from "../model/driven.ts";
import type { Node } from "../model/report.ts";
import { compareVerdicts } from "../model/verdict.ts";
import { findingsOf } from "./findings.ts";
import type { HoverSetting } from "./hover-matter.ts";
import { partLine } from "./hover-object.ts";
import { type Part, paragraph } from "./markdown-parts.ts";
import type { Say } from "./say.ts";
import { allHealthyWords, drivesWords, guessedFieldWords, ignoredWords, notThereWords } from "./words-hover.ts";
import { listOf } from "./words-names.ts";
import { whyOf } from "./words-part.ts";

/** Which components a field drives and how they are; without a live object only the first. */
export function fieldParts(
  say: Say,
  driven: Driven,
  { link, unlinked, report, clock, place }: HoverSetting,
): readonly Part[] {
  const { drives, instead, isGuessed } = driven;
  if (drives.length === 0) return [paragraph({ as: "strong", text: ignoredWords(say, instead) })];
  const top = link.state === "linked" ? link.node : undefined;
  const told = drives.filter(
    ({ name }) => top === undefined || isComponent(name) || nodeNamed(top, name) !== undefined,
  );
  const head: readonly Part[] = hows(told).map(([how, names]) =>
    paragraph({
      as: "strong",
      text: isGuessed === true ? guessedFieldWords(say, listOf(names)) : drivesWords(say, how, listOf(names)),
    }),
  );
  if (top === undefined) return [...head, ...(unlinked === "" ? [] : [paragraph(unlinked)])];
  const root = link.state === "linked" ? link.root : undefined;
  const findings = report === undefined || root === undefined ? [] : findingsOf(report, root);
  const names = [...new Set(told.map(({ name }) => name))];
  const nodes = names.flatMap((name) => nodeNamed(top, name) ?? []);
  const absent = names.filter((name) => nodes.every(({ label }) => label !== name));
  const unwell = nodes
    .filter(({ verdict }) => verdict !== "healthy")
    .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  const healthy = nodes.filter(({ verdict }) => verdict === "healthy").map(({ label }) => label);
  const items = [
    ...unwell.map((node) => partLine(say, node, whyOf(node, findings, false), clock)),
    ...(healthy.length === 0 ? [] : [`✓ ${allHealthyWords(say, healthy.join(", "))}`]),
    ...absent.map((name) => notThereWords(say, name)),
  ];
  return [...head, { as: "list", items }, paragraph(place)];
}

/** Workloads have names of lower case; they are told of where there are any, for they depend on platform and release. */
function isComponent(name: string): boolean {
  return name !== name.toLowerCase();
}

function hows(drives: readonly Drive[]): readonly (readonly [Drive["how"], readonly string[]])[] {
  return Array.from(
    Map.groupBy(drives, ({ how }) => how),
    ([how, some]) => [how, some.map(({ name }) => name)],
  );
}

/** The part of that name, the highest and of these the worst. */
function nodeNamed(top: Node, name: string): Node | undefined {
  let level: readonly Node[] = top.children;
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    const found = level.filter((node) => node.label === name && isThere(node));
    const [worst] = found.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
    if (worst !== undefined) return worst;
    level = level.flatMap(({ children }) => children);
  }
  return undefined;
}

/** What nothing calls for is not missed. */
function isThere({ required, outcome }: Node): boolean {
  return required || (outcome !== "absent" && outcome !== "noSuchKind");
}

/** Parts and their workloads. */
const deepest = 2;
