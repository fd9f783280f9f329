import { nodesOnPath } from "../model/cause/cause-path.ts";
import { families } from "../model/families.ts";
import type { OutlineEntry, Text } from "../model/outline.ts";
import type { ReportNode, RootNode } from "../model/report.ts";
import { isSerious } from "../model/verdict.ts";
import { type AgeClock, withDuration } from "./ages.ts";
import { partLabel } from "./component-rows.ts";
import { type ConditionRow, conditionRows } from "./condition-rows.ts";
import { entry, word, words } from "./text.ts";
import { countText } from "./words/names.ts";

/**
 * One line about what is healthy. The first that applies:
 * 1. a required part is healthy: the healthy parts;
 * 2. the CR has no good condition, or an abnormal one: nothing;
 * 3. none of its required parts is healthy: what the CR reports of itself;
 * 4. it has no required parts: that its conditions are as expected, if its verdict is healthy. Beside another verdict good
 *    conditions would contradict it.
 */
export function healthySummary(root: RootNode, clock: AgeClock): readonly OutlineEntry[] {
  const required = root.children.filter((part) => part.required);
  const components = required.filter(({ role }) => role !== "workload" && role !== "related");
  const counted = components.length > 0 ? components : required;
  if (counted.some(isHealthy)) return healthyParts(root, counted);
  const { good, abnormal } = conditionRows(root.conditions, clock, false);
  if (good.length === 0 || abnormal.length > 0) return [];
  if (counted.length > 0) return unverifiedReport(root, good, clock);
  if (root.verdict !== "healthy") return [];
  return [healthyLine(root, words(`${countText(good.length, "condition")} as expected`))];
}

/** The healthy parts by name. A part that a cause is about is not among them, whatever it reports of itself. */
function healthyParts(root: RootNode, counted: readonly ReportNode[]): readonly OutlineEntry[] {
  const partsWithoutCause = withoutSeriousCause(root, counted);
  const listed = partsWithoutCause.filter(isHealthy);
  if (listed.length === 0) return [];
  const counts = {
    healthy: listed.length,
    all: counted.length,
    unknown: partsWithoutCause.filter((part) => part.verdict === "unknown").length,
    noun: families[root.profile].parts === "components" ? "component" : "part",
  };
  const isAnyHealthyOmitted = listed.length < counted.filter(isHealthy).length;
  // Beside those that causes are about: `5 other components healthy`.
  const text = isAnyHealthyOmitted
    ? healthyText({ ...counts, all: listed.length, noun: `other ${counts.noun}` })
    : healthyText(counts);
  return [healthyLine(root, [word(`${text}: `), { is: "list", names: listed.map(partLabel) }])];
}

/** The parts of a root by their state; `noun` is one of them. */
interface PartCounts {
  readonly healthy: number;
  readonly all: number;
  readonly unknown: number;
  readonly noun: string;
}

/** `4 of 6 healthy (1 unknown)`, `6 components healthy`. */
export function healthyText({ healthy, all, unknown, noun }: PartCounts): string {
  const count = healthy === all ? countText(all, noun) : `${healthy} of ${all}`;
  return `${count} healthy${unknown === 0 ? "" : ` (${unknown} unknown)`}`;
}

/** `the CR itself reports healthy for 5m; whether its components are healthy is not known`, where none was read. */
function unverifiedReport(root: RootNode, good: readonly ConditionRow[], clock: AgeClock): readonly OutlineEntry[] {
  if (root.verdict !== "unknown" || root.stale) return [];
  const changeTimes = good.flatMap(({ at }) => at ?? []);
  const newest = changeTimes.toSorted().at(-1);
  const noun = families[root.profile].parts === "components" ? "components" : "parts";
  const report = withDuration(words("the CR itself reports healthy"), newest, clock);
  const text = [...report, word(`; whether its ${noun} are healthy is not known`)];
  return [entry("summary", "reported", { mark: "unknown", text })];
}

function healthyLine(root: RootNode, text: Text): OutlineEntry {
  const weight = root.verdict === "healthy" ? "detail" : "usual";
  return entry("summary", "healthy", { mark: "good", weight, text });
}

function isHealthy({ verdict }: ReportNode): boolean {
  return verdict === "healthy";
}

/** The parts without a fault of the root that is about them: a part may report itself healthy all the same. */
function withoutSeriousCause(root: RootNode, parts: readonly ReportNode[]): readonly ReportNode[] {
  const seriousCauses = root.causes.filter(({ verdict }) => isSerious(verdict));
  const components = new Set(seriousCauses.map(({ component }) => component));
  const partsWithCause = new Set(seriousCauses.flatMap((cause) => nodesOnPath(root, cause).slice(0, 1)));
  return parts.filter((part) => !components.has(part.label) && !partsWithCause.has(part));
}
