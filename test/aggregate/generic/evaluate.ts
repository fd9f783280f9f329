import type { AggregateOptions } from "../../../shared/aggregate/options.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { aggregateAndPrint, type PrintedReport, type PrintedRoot } from "../../printed.ts";

/** The moment at which every object of these tests was read. */
export const takenAt = "2026-11-21T12:00:00Z";

/** The report about one manifest as the only root. */
export function reportAbout(manifest: unknown, options: AggregateOptions = {}): PrintedReport {
  const object = toObject(manifest);
  const { group, kind } = object.ref;
  const snapshot = snapshotOf([object], { takenAt, source: "x" });
  const wanted = [{ kind: { group, kind, plural: "x", versions: ["v1"], namespaced: false } }];
  return aggregateAndPrint(snapshot, { wanted, ...options });
}

/** The root of that report. */
export function rootAbout(manifest: unknown, options: AggregateOptions = {}): PrintedRoot {
  const [root] = reportAbout(manifest, options).roots;
  if (root === undefined) throw new Error("no root");
  return root;
}
