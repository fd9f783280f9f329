import type { Driven } from "../model/driven.ts";
import type { FieldPath, Span } from "../model/manifest.ts";
import type { Linked } from "../model/manifest-link.ts";
import type { JudgedCondition, Node } from "../model/report.ts";
import type { Here } from "./beside.ts";
import { short } from "./safe-label.ts";
import type { Say } from "./say.ts";
import { sinceOf } from "./since.ts";
import { ageOf } from "./words-age.ts";
import { andMore, conditionNow, drivesWords, namedVerdict } from "./words-beside.ts";
import { verdictFor } from "./words-tree.ts";

/** A field of a document that drives something. */
interface Driving {
  readonly path: FieldPath;
  readonly span: Span;
  readonly driven: Driven;
}

/**
 * At the ends of the lines of fields: what each drives, and who of that is unwell; nothing where all of it is well, and
 * nothing behind a field within one that says the same.
 */
export function drivenTexts(
  say: Say,
  fields: readonly Driving[],
  link: Pick<Linked, "root">,
  here: Pick<Here, "now">,
): readonly (Pick<Driving, "path" | "span"> & { readonly text: string })[] {
  const told = fields.flatMap(({ path, span, driven }) => {
    const text = drivenText(say, driven, link, here);
    return text === undefined ? [] : [{ path, span, text }];
  });
  const isWithin = (inner: FieldPath, outer: FieldPath): boolean =>
    inner.length > outer.length && outer.every((step, index) => step === inner[index]);
  return told.filter(({ path, text }) => !told.some((one) => one.text === text && isWithin(path, one.path)));
}

function drivenText(
  say: Say,
  driven: Driven,
  { root }: Pick<Linked, "root">,
  { now }: Pick<Here, "now">,
): string | undefined {
  if (root === undefined) return undefined;
  const names = [...new Set(driven.drives.map(({ name }) => name))];
  const unwell = names.flatMap((name) => {
    const part = partNamed(root.children, name);
    if (part === undefined || part.verdict === "healthy") return [];
    return [{ name, words: verdictFor(say, part.verdict, ageOf(sinceOf(part), { now, tells: "age" })) }];
  });
  const [first] = unwell;
  if (first === undefined) return undefined;
  const told = unwell
    .slice(0, mostNames)
    .map(({ name, words }) => (names.length === 1 ? words : namedVerdict(say, name, words)));
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
