import { rootFindings } from "../model/finding/root-findings.ts";
import { formatGroupKind } from "../model/kind.ts";
import { isSameObject, keyOf, type Ref } from "../model/object.ts";
import type { OutlineEntry } from "../model/outline.ts";
import type { Report, RootNode } from "../model/report.ts";
import { allVerdicts } from "../model/verdict.ts";
import { healthyText } from "./healthy-summary.ts";
import { verdictMark, worstMark } from "./marks.ts";
import { typedSteps } from "./next-command.ts";
import type { OutlineOptions } from "./outline-options.ts";
import { listAmbiguousKinds, type RootRow, rootRows } from "./root-rows.ts";
import { entry, name, spaced, word, words } from "./text.ts";
import { countsText, nameWithoutNamespace, qualifiedName } from "./words/names.ts";

/**
 * Several roots, worst first: a row for each unhealthy one, and one line for the healthy ones. A row has the command of a
 * cause that is not that of the worst root, whose causes stand below the rows.
 */
export function rootListEntry(report: Report, roots: readonly RootNode[], options: OutlineOptions): OutlineEntry {
  const nameOf = rootNaming(roots.map(({ ref }) => ref));
  const unhealthyRoots = roots.filter(({ verdict }) => verdict !== "healthy");
  const rows = rootRows(unhealthyRoots, (root) => rootFindings(report, root), options.clock);
  const [worst] = roots;
  const entries = rows.flatMap((row, index): readonly OutlineEntry[] => {
    const root = unhealthyRoots[index];
    if (root === undefined) return [];
    const why = index === 0 ? namesOfCauses(root) : sharedCause(root, worst);
    const steps = why === undefined ? (root.causes[0]?.next.slice(0, 1) ?? []) : [];
    return [{ ...rowEntry(root, row, nameOf(root.ref), why), commands: typedSteps(steps, options.reach) }];
  });
  const healthy = roots.filter(({ verdict }) => verdict === "healthy").map(({ ref }) => nameOf(ref));
  const names = roots.map(({ ref }) => nameOf(ref));
  const counts = { healthy: healthy.length, all: roots.length, unknown: 0, noun: "object" };
  return entry("root", "roots", {
    mark: worstMark(roots.map(({ verdict }) => verdictMark(verdict))),
    weight: "always",
    subject: words(`${rootListSummary(roots)}${entries.length === 0 ? ":" : ""}`),
    text: entries.length === 0 ? [{ is: "list", names }] : [],
    entries: [
      ...entries,
      ...(healthy.length === 0 || entries.length === 0
        ? []
        : [
            entry("summary", "healthy", {
              mark: "good",
              weight: "detail",
              text: [word(`${healthyText(counts)}: `), { is: "list", names: healthy }],
            }),
          ]),
    ],
  });
}

/** One root of several. `why`: what stands in place of its own cause. */
function rowEntry(root: RootNode, row: RootRow, label: string, why: string | undefined): OutlineEntry {
  const text = why === undefined ? row.why : words(why);
  return entry("root", `row ${keyOf(root.ref)}`, {
    mark: row.mark,
    weight: "always",
    subject: [name(label)],
    text: spaced(words(row.verdict), row.since === "" ? [] : [{ is: "age", text: row.since, since: row.at ?? "" }]),
    about: root.ref,
    entries: text.length === 0 ? [] : [entry("evidence", "why", { weight: "usual", text })],
  });
}

/**
 * What a screen calls each of its roots, wherever it names one: `HyperConverged x`, `HyperConverged ns/x` where they are in
 * several namespaces, with the group of the kind where two groups have a kind of that name.
 */
export function rootNaming(refs: readonly Ref[]): (ref: Ref) => string {
  const namespaces = new Set(refs.flatMap(({ namespace }) => namespace ?? []));
  const ambiguousKinds = listAmbiguousKinds(refs);
  return (ref) => {
    const kind = ambiguousKinds.has(ref.kind) ? formatGroupKind(ref) : ref.kind;
    return namespaces.size > 1 ? qualifiedName({ ...ref, kind }) : nameWithoutNamespace({ ...ref, kind });
  };
}

/** The causes of the worst root by name: the section below its row has them. */
function namesOfCauses({ causes, label }: RootNode): string {
  const names = [...new Set(causes.map(({ component }) => component))].filter((each) => each !== label);
  return names.join(", ");
}

/** The object that explains a root too, where the worst root has the same: its cause stands below. */
function sharedCause({ causes: [cause] }: RootNode, worst: RootNode | undefined): string | undefined {
  const [first] = worst?.causes ?? [];
  if (cause === undefined || first === undefined || !isSameObject(cause.about, first.about)) return undefined;
  return `because of ${cause.about.kind} ${cause.about.name}`;
}

/** The namespace that all roots share, for the line that says where they were read. */
export function sharedNamespace(roots: readonly RootNode[]): readonly OutlineEntry[] {
  const [first, ...others] = new Set(roots.flatMap(({ ref }) => ref.namespace ?? []));
  if (first === undefined || others.length > 0) return [];
  return [entry("field", "namespace", { weight: "detail", text: [name(`namespace ${first}`)] })];
}

/** The states of several roots: `2 of 3 objects not healthy: 1 unavailable, 1 degraded`, `3 objects healthy`. */
function rootListSummary(roots: readonly RootNode[]): string {
  const verdicts = roots.map(({ verdict }) => verdict).filter((verdict) => verdict !== "healthy");
  const [verdict] = verdicts;
  if (verdict === undefined) return `${roots.length} objects healthy`;
  const share = `${verdicts.length} of ${roots.length} objects`;
  const isOnlyVerdict = verdicts.every((other) => other === verdict);
  return isOnlyVerdict ? `${share} ${verdict}` : `${share} not healthy: ${countsText(verdicts, allVerdicts)}`;
}
