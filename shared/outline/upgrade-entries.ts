import type { Finding } from "../model/finding/finding.ts";
import { isSameKind } from "../model/kind.ts";
import type { Mark, OutlineCommand, OutlineEntry } from "../model/outline.ts";
import type { RootNode } from "../model/report.ts";
import { type GateLine, rootUpgradeLine } from "./gate-words.ts";
import { upgradeCommands } from "./next-command.ts";
import type { OutlineOptions } from "./outline-options.ts";
import { rootNaming } from "./root-list-entry.ts";
import { entry, entryLine, list, plainText, word, words } from "./text.ts";
import { countText } from "./words/names.ts";

/** The marks of lines about upgrades, in the order of the lines. */
const marksInOrder: readonly Mark[] = ["remark", "unknown", "good"];

/** The most lines about upgrades on the first screen. */
const maxUpgradeLines = 3;

/** The roots with one answer about their upgrade, and the line that says it. */
interface UpgradeAnswer {
  readonly line: GateLine;
  /** The commands of the first root. */
  readonly commands: readonly OutlineCommand[];
  readonly roots: RootNode[];
}

/**
 * The answers about the upgrade of several roots, each with its roots: `Upgrade of HyperConverged x blocked by CDI`. Roots
 * with one answer share a line, and roots that their operator ignores have none. The first screen has the worst lines, and
 * counts the roots of the others: `Upgrade of 2 more objects not allowed, or unknown`.
 */
export function upgradeEntries(
  roots: readonly RootNode[],
  findings: readonly Finding[],
  options: OutlineOptions,
): readonly OutlineEntry[] {
  const nameOf = rootNaming(roots.map(({ ref }) => ref));
  const answers = listAnswers(roots, findings, options);
  const entries = answers.map((answer, index) => {
    const { mark, subject, text, brief } = answer.line;
    const names = answer.roots.map(({ ref }) => nameOf(ref));
    return entry("summary", "gate", {
      mark,
      weight: mark === "good" || index >= maxUpgradeLines ? "full" : "usual",
      subject: [...subject, word(" of "), list(names)],
      text,
      brief,
      commands: answer.commands,
    });
  });
  const counted = answers.slice(maxUpgradeLines).filter(({ line }) => line.mark !== "good");
  const [worst] = counted;
  if (worst !== undefined) {
    const count = countText(counted.flatMap((answer) => answer.roots).length, "more object");
    const text = words(`Upgrade of ${count} not allowed, or unknown`);
    entries.push(entry("summary", "more gates", { mark: worst.line.mark, text }));
  }
  return entries;
}

/** The different answers, the worst first. */
function listAnswers(
  roots: readonly RootNode[],
  findings: readonly Finding[],
  { clock, reach }: OutlineOptions,
): readonly UpgradeAnswer[] {
  const answers = new Map<string, UpgradeAnswer>();
  for (const root of roots) {
    const line = isRejectedBeside(root, roots) ? undefined : rootUpgradeLine(root, findings, clock);
    if (line === undefined) continue;
    const lineText = plainText(entryLine(line));
    const sameAnswer = answers.get(lineText);
    if (sameAnswer !== undefined) {
      sameAnswer.roots.push(root);
      continue;
    }
    const commands = line.mark === "good" ? [] : upgradeCommands(root, line.steps, reach);
    answers.set(lineText, { line, commands, roots: [root] });
  }
  const rankOf = ({ line }: UpgradeAnswer): number => marksInOrder.indexOf(line.mark);
  return [...answers.values()].toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Whether the operator ignores a root and takes another one. No upgrade waits for a root that is ignored. */
function isRejectedBeside(root: RootNode, roots: readonly RootNode[]): boolean {
  if (!isRejected(root)) return false;
  const others = roots.filter(({ ref }) => isSameKind(ref, root.ref));
  return others.some((other) => !isRejected(other));
}

function isRejected({ gates }: RootNode): boolean {
  return gates.upgradeable.because.includes("InvalidRequest");
}
