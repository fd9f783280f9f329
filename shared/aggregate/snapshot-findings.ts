import type { Finding } from "../model/finding.ts";
import type { RootNode } from "../model/report.ts";
import type { Reading, Snapshot } from "../model/snapshot.ts";
import { hco } from "../profiles/hco.ts";
import type { Index } from "./lookup.ts";

/** What is to be said about the reading itself: what was damaged or refused, and roots that should not be or are not. */
export function snapshotFindings(snapshot: Snapshot, index: Index, roots: readonly RootNode[]): readonly Finding[] {
  return [
    ...snapshot.damage.map(({ where, cause }): Finding => {
      const about = { group: "", kind: "File", name: where };
      return { code: "damaged-input", severity: "warning", about, where, cause };
    }),
    ...snapshot.readings.flatMap(webhookFindings),
    ...several(roots),
    ...orphans(snapshot, index),
  ];
}

/** The API server's words when the webhook between two versions of a CRD does not answer (facts hco 1.14, 14.5). */
const conversionFailure = /conversion webhook for .+ failed/;

function webhookFindings(reading: Reading): readonly Finding[] {
  const cause =
    reading.outcome === "found" ? reading.warning : reading.outcome === "unread" ? reading.cause : undefined;
  if (cause === undefined || !conversionFailure.test(cause)) return [];
  const { group, kind, namespace, name } = reading.query;
  const about = { group, kind, ...(namespace === undefined ? {} : { namespace }), name: name ?? "" };
  const webhook = /https?:\/\/([^/:?"\s]+)/.exec(cause)?.[1] ?? "";
  const severity = reading.outcome === "found" ? "warning" : "error";
  return [{ code: "conversion-webhook", severity, about, webhook, cause }];
}

/** Exactly one HyperConverged counts (facts hco 12, "Multi-instance"). */
function several(roots: readonly RootNode[]): readonly Finding[] {
  const own = roots.filter((root) => root.profile === "hco");
  const names = own.map(({ ref }) => `${ref.namespace ?? ""}/${ref.name}`);
  const [first] = own;
  return first === undefined || own.length < 2
    ? []
    : [{ code: "several-roots", severity: "warning", about: first.ref, names }];
}

/** seeds/hco-conditions.md: without the HCO's CR all component CRs should not exist; told only where HCO's names show it. */
function orphans(snapshot: Snapshot, index: Index): readonly Finding[] {
  const wasLookedFor = snapshot.readings.some(
    ({ query, outcome }) =>
      query.kind === hco.root.kind &&
      query.namespace === undefined &&
      (outcome === "found" || outcome === "noSuchKind"),
  );
  if (!wasLookedFor || index.all(hco.root).length > 0) return [];
  return hco.components.flatMap((row) =>
    index
      .all(row)
      .filter(({ ref }) => ref.name === row.objectName && row.objectName !== "cluster")
      .map(({ ref }): Finding => ({ code: "orphan", severity: "warning", about: ref })),
  );
}
