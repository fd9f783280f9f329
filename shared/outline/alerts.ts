import type { AlertName } from "../model/alert.ts";
import { alertRows } from "../profiles/hco/alerts.ts";

/** Alerts by name, and how long its state must last before each fires: `CDINotReady (after 5m), SSPDown (after 5m)`. */
export function alertsText(alerts: readonly AlertName[]): string {
  return alerts
    .map((alert) => {
      const after = alertRows.find((row) => row.alert === alert)?.after;
      return after === undefined ? alert : `${alert} (after ${after})`;
    })
    .join(", ");
}
