import { harmlessReport, sanitizeLine } from "../../../characters/sanitize.ts";
import { keyOf } from "../../../model/object.ts";
import type { Report, RootNode } from "../../../model/report.ts";
import { formatStamp, type ZoneAt } from "../../../model/time.ts";
import { leftOver, rootFindings } from "../../../outline/group-findings.ts";
import { rootState } from "../../../outline/root-state.ts";
import { inEnglish, type Translate } from "../../../outline/translate.ts";
import type { ToldTransition } from "../../watch/transition-lines.ts";
import { deletedRows } from "./deleted-rows.ts";
import { findingGroup } from "./finding-rows.ts";
import { rootKey, rootRow, type ToldRoot } from "./root-row.ts";
import type { OutlineRow, RowWords } from "./row.ts";
import { siblingRows } from "./sibling-list.ts";

export type { OutlineRow } from "./row.ts";

/** The options of a tree. */
export interface OutlineOptions {
  /** Distinguishes this source from others: the beginning of every id. */
  readonly key?: string;
  /** Seconds since 1970 from which ages count; absent: from when the Report was taken. */
  readonly now?: number;
  /** The user's clock, for whole times; absent: UTC. */
  readonly zoneAt?: ZoneAt;
  /** The context that was read, or the files; not yet harmless. */
  readonly place?: string;
  /** How a suggested command begins; absent: `kubectl`. */
  readonly kubectl?: string;
  readonly say?: Translate;
  /** Leaves out healthy things, and names them in a last row. */
  readonly isUnhealthyOnly?: boolean;
  /** Recent changes, oldest first. */
  readonly transitions?: readonly ToldTransition[];
  /** Roots that were deleted, oldest first. */
  readonly deletions?: readonly ToldTransition[];
  readonly meaning?: RowWords["meaning"];
}

/**
 * The Report as a tree of harmless texts: the roots. Where there are several roots, a last group holds what belongs to
 * none of them.
 */
export function buildTreeRows(report: Report, options: OutlineOptions = {}): readonly OutlineRow[] {
  const {
    key = "",
    now,
    zoneAt = () => 0,
    place = "",
    kubectl = "kubectl",
    say = inEnglish,
    isUnhealthyOnly = false,
    transitions = [],
    deletions = [],
    meaning = () => undefined,
  } = options;
  const voice: RowWords = {
    ...{ say, zoneAt, place: sanitizeLine(place), kubectl, isUnhealthyOnly, meaning },
    clock: { now: now === undefined ? report.takenAt : formatStamp(now * 1000), tells: "age" },
  };
  const { roots } = report;
  const told = roots.map((root): ToldRoot => {
    const { related, ...node } = root;
    const isApart = roots.length === 1 || root.ref.namespace === undefined;
    const safe = { ...harmlessReport(node), related };
    return {
      root: safe,
      // The label of a component that a HyperConverged left behind is its kind.
      label: isApart ? safe.ref.name : `${safe.ref.namespace}/${safe.ref.name}`,
      findings: harmlessReport(rootFindings(report, root)),
      transitions: transitions.filter((each) => isAbout(each, root, roots)),
    };
  });
  const rows = siblingRows(
    key,
    {
      items: told,
      key: rootKey,
      mark: ({ root, findings }) => rootState(root, findings).mark,
      name: ({ label }) => label,
      row: (one, id) => rootRow(id, one, told.length === 1, voice),
    },
    voice,
  );
  const others = roots.length === 1 ? [] : harmlessReport(leftOver(report, roots));
  const deleted = deletedRows(key, report, deletions, voice);
  return [...rows, ...deleted, ...(others.length === 0 ? [] : [findingGroup(`${key}/%findings`, others, voice)])];
}

/**
 * Whether the transition is about something in this root's tree. It is about the root itself, or its path begins with
 * the label. Where several roots share the label, the root's own name or its tree decides.
 */
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
