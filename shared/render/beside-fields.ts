import type { Driven } from "../model/driven.ts";
import type { Linked } from "../model/manifest-link.ts";
import type { JudgedCondition, Node } from "../model/report.ts";
import type { Here } from "./beside.ts";
import { short } from "./safe-label.ts";
import type { Say } from "./say.ts";
import { ageOf } from "./words-age.ts";
import { andMore, conditionNow, drivesWords, namedVerdict } from "./words-beside.ts";
import { verdictWord } from "./words-tree.ts";

/** At the end of a field's line: what it drives, and who of that is unwell; nothing where all of it is well. */
export function drivenText(say: Say, driven: Driven, { root }: Pick<Linked, "root">): string | undefined {
  if (root === undefined) return undefined;
  const names = [...new Set(driven.drives.map(({ name }) => name))];
  const unwell = names.flatMap((name) => {
    const part = partNamed(root.children, name);
    return part === undefined || part.verdict === "healthy" ? [] : [{ name, verdict: part.verdict }];
  });
  const [first] = unwell;
  if (first === undefined) return undefined;
  const told = unwell
    .slice(0, mostNames)
    .map(({ name, verdict }) => namedVerdict(say, name, verdictWord(say, verdict)));
  return drivesWords(
    say,
    andMore(say, names.slice(0, mostNames).join(", "), Math.max(0, names.length - mostNames)),
    andMore(say, told.join(", "), Math.max(0, unwell.length - mostNames)),
  );
}

const mostNames = 3;

/** Behind a condition that the manifest holds: how it is on the cluster, where it is not as it should be. */
export function conditionText(say: Say, type: string, { node }: Pick<Linked, "node">, here: Here): string | undefined {
  const now = node?.conditions.find((condition) => condition.type === type);
  if (now === undefined || !now.abnormal) return undefined;
  return conditionNow(
    say,
    statusOf(now),
    short(now.reason, 40),
    ageOf(now.since, { now: here.now, tells: "age" }),
    short(here.name, 30),
  );
}

function statusOf({ status }: JudgedCondition): string {
  return short(status, 20);
}

/** A component by the operator's name for it, else a workload anywhere below by its own; what nobody calls for is no part. */
function partNamed(nodes: readonly Node[], name: string): Node | undefined {
  const parts = nodes.filter(({ required, outcome }) => required || outcome === "found");
  const named = parts.find((node) => node.label === name || node.ref.name === name);
  if (named !== undefined) return named;
  return parts.map(({ children }) => partNamed(children, name)).find((node) => node !== undefined);
}
