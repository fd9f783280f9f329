import type { FleetRow } from "./fleet-rows.ts";
import { quoted } from "./kubectl-with.ts";

/** The command that shows the worst cluster in full; undefined where all are well. `kubectl`: as in TextOptions. */
export function fleetNext(rows: readonly FleetRow[], kubectl = "kubectl"): string | undefined {
  const [worst] = rows;
  if (worst === undefined || worst.state === "healthy" || worst.state === "connecting") return undefined;
  // A name that had to be made harmless is not the name any more.
  if (/[^\x20-\x7e]/.test(worst.context)) return undefined;
  const flags = kubectl.replace(/^\S+/, "");
  return `kubectl hco-status${flags} --context ${quoted(worst.context)}`;
}
