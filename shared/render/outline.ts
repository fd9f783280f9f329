import { keyOf } from "../model/object.ts";
import type { Report, RootNode } from "../model/report.ts";
import { stampOf } from "../model/time.ts";
import { findingsOf, leftOver } from "./findings.ts";
import { findingGroup } from "./outline-findings.ts";
import { listed } from "./outline-list.ts";
import { rootKey, rootRow, type ToldRoot } from "./outline-root.ts";
import type { OutlineRow, Voice } from "./outline-row.ts";
import { harmlessReport } from "./safe.ts";
import { inEnglish, type Say } from "./say.ts";
import type { ToldTransition } from "./transitions.ts";
import { phraseOf } from "./words-verdict.ts";

export type { OutlineRow } from "./outline-row.ts";

/** How a Report becomes a tree. */
export interface OutlineOptions {
  /** What tells this place from others: the beginning of every id. */
  readonly key?: string;
  /** Seconds since 1970 from which ages count; absent: from when the Report was taken. */
  readonly now?: number;
  readonly say?: Say;
  /** Leaves out what is well, and says what that is. */
  readonly isUnwellOnly?: boolean;
  /** What changed lately, oldest first. */
  readonly transitions?: readonly ToldTransition[];
  readonly meaning?: Voice["meaning"];
}

/** The Report as a tree of harmless texts: the roots, and where there are several what belongs to none of them. */
export function outline(report: Report, options: OutlineOptions = {}): readonly OutlineRow[] {
  const { key = "", now, say = inEnglish, isUnwellOnly = false, transitions = [], meaning = () => undefined } = options;
  const voice: Voice = {
    ...{ say, isUnwellOnly, meaning },
    clock: { now: now === undefined ? report.takenAt : stampOf(now * 1000), tells: "age" },
  };
  const { roots } = report;
  const told = roots.map((root): ToldRoot => {
    const { related, ...node } = root;
    const isApart = roots.length === 1 || root.ref.namespace === undefined;
    const safe = { ...harmlessReport(node), related };
    return {
      root: safe,
      label: isApart ? safe.label : `${safe.ref.namespace}/${safe.label}`,
      findings: harmlessReport(findingsOf(report, root)),
      transitions: transitions.filter((each) => isAbout(each, root, roots)),
    };
  });
  const rows = listed(
    key,
    {
      items: told,
      key: rootKey,
      mark: ({ root, findings }) => phraseOf(root, findings, voice.clock).mark,
      name: ({ label }) => label,
      row: (one, id) => rootRow(id, one, told.length === 1, voice),
    },
    voice,
  );
  const others = roots.length === 1 ? [] : harmlessReport(leftOver(report, roots));
  return [...rows, ...(others.length === 0 ? [] : [findingGroup(`${key}/%findings`, others, voice)])];
}

/** Below this root: by its label, and where several are called so by its own name or what is in its tree. */
function isAbout({ transition: { about, path } }: ToldTransition, root: RootNode, roots: readonly RootNode[]): boolean {
  if (roots.length === 1) return true;
  if (keyOf(about) === keyOf(root.ref)) return true;
  if (path[0] !== root.label || path.length < 2) return false;
  const called = roots.filter(({ label }) => label === root.label);
  return (
    called.length === 1 ||
    root.children.some(({ label, ref }) => label === path[1] && ref.namespace === about.namespace)
  );
}
