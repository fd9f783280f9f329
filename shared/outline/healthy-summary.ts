import { nodesOnPath } from "../model/cause/cause-path.ts";
import { families } from "../model/families.ts";
import type { OutlineEntry, Text } from "../model/outline.ts";
import type { ReportNode, RootNode } from "../model/report.ts";
import { isSerious } from "../model/verdict.ts";
import { type AgeClock, withDuration } from "./ages.ts";
import { partLabel } from "./component-rows.ts";
import { type ConditionRow, conditionRows } from "./condition-rows.ts";
import { expectedConditionsText, healthyText, othersHealthyText } from "./tail.ts";
import { entry, word, words } from "./text.ts";

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
  return [healthyLine(root, words(expectedConditionsText(good.length)))];
}

/** The healthy parts by name. A part that a cause is about is not among them, whatever it reports of itself. */
function healthyParts(root: RootNode, counted: readonly ReportNode[]): readonly OutlineEntry[] {
  const partsWithoutCause = counted.filter((part) => !hasSeriousCause(root, part));
  const listed = partsWithoutCause.filter(isHealthy);
  if (listed.length === 0) return [];
  const counts = {
    healthy: listed.length,
    all: counted.length,
    unknown: partsWithoutCause.filter((part) => part.verdict === "unknown").length,
    noun: families[root.profile].parts === "components" ? "component" : "part",
  };
  const isAnyHealthyOmitted = listed.length < counted.filter(isHealthy).length;
  const text = isAnyHealthyOmitted ? othersHealthyText(counts) : healthyText(counts);
  return [healthyLine(root, [word(`${text}: `), { is: "list", names: listed.map(partLabel) }])];
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

/** Whether a fault of the root is about a part, which may report itself healthy all the same. */
function hasSeriousCause(root: RootNode, part: ReportNode): boolean {
  const seriousCauses = root.causes.filter(({ verdict }) => isSerious(verdict));
  return seriousCauses.some(({ component, path }) => {
    const partOfCause = nodesOnPath(root, { path: path.slice(0, 2) });
    return component === part.label || partOfCause.includes(part);
  });
}
