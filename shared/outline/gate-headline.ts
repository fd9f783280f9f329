import { definedFields } from "../model/defined-fields.ts";
import { isSameObject } from "../model/object.ts";
import { isLive } from "../model/snapshot.ts";
import type { GateReason, GateReport, GateRoot } from "../model/upgrade-gate.ts";
import type { AgeClock } from "./ages.ts";
import { type GateLine, upgradeLine } from "./gate-words.ts";
import { entryLine, plainText } from "./text.ts";
import { countText } from "./words/names.ts";

/**
 * The answer of the gate in one line, in the words of a report:
 *   one object         `Upgrade blocked by KubeVirt, CDI`
 *   several objects    `Upgrade of 2 objects: 1 blocked, 1 unknown`
 *   none               `no HyperConverged to upgrade`
 * @param shownReasons one reason for each row of the table, of which those that the user accepts are counted
 */
export function gateHeadline(
  gate: GateReport,
  shownReasons: readonly GateReason[],
  format: AgeClock["format"] = "age",
): string {
  const { roots, reasons, answer } = gate;
  const [root, ...otherRoots] = roots;
  if (root === undefined) {
    const isUnread = reasons.some(({ code, about }) => code === "IncompleteReading" && about.kind === "HyperConverged");
    return isUnread ? "HyperConverged could not be read" : "no HyperConverged to upgrade";
  }
  const line = otherRoots.length === 0 ? plainText(entryLine(gateLine(gate, root, format))) : upgradeCountText(roots);
  if (answer !== "ALLOW" || shownReasons.length === 0) return line;
  return `${line} (${countText(shownReasons.length, "reason")} accepted)`;
}

/** The line about the upgrade of one object, as a report has it; accepted reasons do not count. */
export function gateLine(
  { reasons, takenAt, source }: Pick<GateReport, "reasons" | "takenAt" | "source">,
  root: GateRoot,
  format: AgeClock["format"] = "age",
): GateLine {
  const { answer, because, refused } = root;
  const reasonsOfRoot = reasons.filter((reason) => reason.root === undefined || isSameObject(reason.root, root.ref));
  const facts = reasonsOfRoot.flatMap(({ state, ...reason }) =>
    state === "accepted" ? [] : [{ ...reason, effect: state }],
  );
  return upgradeLine({
    root,
    gate: { answer: gateAnswers[answer], because, ...definedFields({ refused }) },
    facts,
    reported: root.upgradeable,
    clock: { now: takenAt, format, isNewest: source.takenFrom === "newest" },
  });
}

/** `Upgrade of 2 objects: 1 blocked, 1 unknown`, `Upgrade of 3 objects unknown`. */
function upgradeCountText(roots: readonly GateRoot[]): string {
  const title = `Upgrade of ${countText(roots.length, "object")}`;
  const rootsByResult = Map.groupBy(roots, resultText);
  const results = gateResults.filter((result) => rootsByResult.has(result));
  if (results.length === 1) return `${title} ${results.join()}`;
  const counts = results.map((result) => `${rootsByResult.get(result)?.length} ${result}`);
  return `${title}: ${counts.join(", ")}`;
}

/** The results, worst first. */
const gateResults = ["blocked", "should wait", "unknown", "allowed"] as const;

function resultText({ answer, refused }: GateRoot): (typeof gateResults)[number] {
  if (answer === "BLOCK") return refused === true ? "blocked" : "should wait";
  return answer === "UNKNOWN" ? "unknown" : "allowed";
}

const gateAnswers = { BLOCK: "no", UNKNOWN: "unknown", ALLOW: "yes" } as const;

/** `HyperConverged kubevirt-hyperconverged (1.19.2, operator 1.20.0)`. */
export function rootWords({ ref, version, operatorVersion }: GateRoot): string {
  const versions: string[] = [];
  if (version !== undefined) versions.push(version);
  if (operatorVersion !== undefined && operatorVersion !== version) versions.push(`operator ${operatorVersion}`);
  return `${ref.kind} ${ref.name}${versions.length === 0 ? "" : ` (${versions.join(", ")})`}`;
}

/** `x/kubevirt-hyperconverged: `, before a reason where there are several objects. Empty for another kind. */
export function rootPrefix({ root }: GateReason): string {
  if (root === undefined || root.kind !== "HyperConverged") return "";
  const namespace = root.namespace === undefined ? "" : `${root.namespace}/`;
  return `${namespace}${root.name}: `;
}

/** Whether a role on the cluster would permit what the gate was forbidden to read. */
export function lacksPermissions({ source, reasons }: GateReport): boolean {
  const isForbidden = (reason: GateReason): boolean =>
    reason.code === "IncompleteReading" && reason.outcome === "forbidden" && reason.state !== "accepted";
  return isLive(source) && reasons.some(isForbidden);
}

/** How many unread objects are accepted, which may hold reasons of their own. */
export function countAcceptedGaps({ reasons }: GateReport): number {
  return reasons.filter(({ code, state }) => code === "IncompleteReading" && state === "accepted").length;
}

/** Whether users live with a reason: it does not stop an upgrade, and may be intended. */
export function isAcceptable({ code }: GateReason): boolean {
  return code === "TaintedConfiguration" || code === "OutdatedVMIWorkloads";
}
