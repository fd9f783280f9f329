import type { AlertName } from "../model/alert-name.ts";
import { keyOf } from "../model/object.ts";
import type { OutlineEntry } from "../model/outline.ts";
import type { Related, RootNode } from "../model/report.ts";
import type { Source } from "../model/snapshot.ts";
import { alertRows } from "../tables/alerts.ts";
import type { AgeClock } from "./ages.ts";
import { recentChangesSection } from "./recent-changes.ts";
import { aside, entry, name, words } from "./text.ts";
import { heldDriftText } from "./words/read-outcomes.ts";
import { listNotAsRecorded, relatedName, relatedState, summarizeRelated } from "./words/related.ts";

/** What only the full outline has: a difference that is no fault yet, alerts that may fire, recorded objects. */
export function furtherSections(root: RootNode, source: Source["kind"], clock: AgeClock): readonly OutlineEntry[] {
  const entries = [...recentChangesSection(root.recentChanges, clock)];
  const addSummary = (id: string, text: string): void => {
    entries.push(entry("summary", id, { weight: "full", text: words(text) }));
  };
  if (root.driftHeld !== null && root.drift.length > 0) {
    const types = root.drift.map(({ type }) => type).join(", ");
    addSummary("drift", `Not reported as a difference: ${heldDriftText(types, root.driftHeld)}`);
  }
  if (root.alerts.length > 0) addSummary("alerts", `Alerts that fire if this lasts: ${alertsText(root.alerts)}`);
  return [...entries, ...relatedSection(root.related, source)];
}

/** The objects that a root records in its status: their counts, and each one that is not as recorded. */
function relatedSection(related: readonly Related[], source: Source["kind"]): readonly OutlineEntry[] {
  if (related.length === 0) return [];
  return [
    entry("section", "related", {
      weight: "full",
      subject: words("RELATED OBJECTS"),
      text: [aside(`(${summarizeRelated(related, source)})`)],
      entries: listNotAsRecorded(related).map((object) => relatedEntry(object, source)),
    }),
  ];
}

function relatedEntry(related: Related, source: Source["kind"]): OutlineEntry {
  return entry("node", `related ${keyOf(related.ref)}`, {
    mark: related.state === "gone" || related.state === "replaced" ? "remark" : "unknown",
    weight: "full",
    subject: [name(relatedName(related))],
    text: relatedState(related, { hasVersions: true, source }),
    about: related.ref,
  });
}

/** Alerts by name, and how long its state must last before each fires: `CDINotReady (after 5m), SSPDown (after 5m)`. */
function alertsText(alerts: readonly AlertName[]): string {
  return alerts.map(alertText).join(", ");
}

function alertText(alert: AlertName): string {
  const after = alertRows.find((row) => row.alert === alert)?.after;
  return after === undefined ? alert : `${alert} (after ${after})`;
}
