import type { Finding } from "../model/finding/finding.ts";
import type { RootNode } from "../model/report.ts";
import { type AgeClock, durationPhrase } from "./ages.ts";
import { countText, joinNames } from "./words/names.ts";
import { nodeSince } from "./words/since.ts";
import { countUpgradedComponents, leadsWithUpgrade } from "./words/upgrade.ts";
import { plainStateText, verdictPhrase } from "./words/verdicts.ts";

/** `unavailable for 14m`; `status unknown` where the verdict is unknown. */
export function stateText(verdict: string, since: string | undefined, clock: AgeClock): string {
  const state = verdict === "unknown" ? "status unknown" : verdict;
  return [state, durationPhrase(since, clock)].filter((word) => word !== "").join(" ");
}

/** The state of a root behind its name: its verdict with its age, or what overrides it, such as a deletion. */
export function rootStateText(root: RootNode, findings: readonly Finding[], clock: AgeClock): string {
  const { words } = verdictPhrase(root, findings, clock);
  const plain = plainStateText(root.verdict);
  // A healthy object that rests keeps its word for that.
  const isUnknown = root.verdict === "unknown" && words.startsWith(plain);
  const isPlain = isUnknown || words === plain || words.startsWith(`${plain}, `) || leadsWithUpgrade(root);
  if (isPlain && !words.includes(installing)) return stateText(root.verdict, nodeSince(root), clock);
  return words.replace(/^is /, "").replace(/, (?=(?:for|since) )/, " ");
}

const installing = "installing";

/** `1.19.0 -> 1.20.0, running for 14m: 4 of 6 components done`. */
export function upgradeText(root: RootNode, named: readonly string[], clock: AgeClock): string {
  const { from, to, waitingFor } = root.gates.upgrade;
  const way = from !== undefined && to !== undefined ? `${from} -> ${to}` : to === undefined ? "" : `to ${to}`;
  const progressing = root.conditions.find((one) => one.type === "Progressing" && one.status === "True");
  const since = ["running", durationPhrase(progressing?.since, clock)].filter((word) => word !== "").join(" ");
  const others = waitingFor.filter((name) => !named.includes(name));
  const stalled = durationPhrase(root.facts["stalledSince"], clock);
  const steps = [
    ...doneText(root),
    ...(stalled === "" ? [] : [`stalled ${stalled}`]),
    ...(others.length === 0 ? [] : [`waiting for ${joinNames(others)}`]),
  ];
  const head = [way, since].filter((word) => word !== "").join(", ");
  return steps.length === 0 ? head : `${head}: ${steps.join(", ")}`;
}

/** `4 of 6 components done, 1 unknown`; nothing where no component has a version to reach. */
function doneText(root: RootNode): readonly string[] {
  const { all, done, unknown } = countUpgradedComponents(root);
  if (all === 0) return [];
  return [`${done} of ${countText(all, "component")} done`, ...(unknown === 0 ? [] : [`${unknown} unknown`])];
}
