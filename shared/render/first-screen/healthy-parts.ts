import { nodesOnPath } from "../../model/cause/cause-path.ts";
import { families } from "../../model/families.ts";
import type { RootNode } from "../../model/report.ts";
import { partLabel } from "../page/component-rows.ts";
import { conditionRows } from "../page/condition-rows.ts";
import { namedTexts } from "../words/first-screen/labels.ts";
import { expectedConditionsText, healthyText } from "../words/first-screen/tail.ts";
import type { FittingLine } from "./first-screen.ts";

/**
 * The healthy parts of a root in one line, with numbers that add up to all of its parts. The good conditions instead
 * where it has no parts. Undefined where nothing is healthy.
 */
export function healthyPartsLine(root: RootNode): FittingLine | undefined {
  const parts = root.children.filter(({ role, required }) => required && role !== "workload");
  const all = parts.length > 0 ? parts : root.children.filter(({ required }) => required);
  const healthy = all.filter((part) => part.verdict === "healthy");
  if (healthy.length > 0) {
    const unknown = all.filter((part) => part.verdict === "unknown").length;
    const noun = families[root.profile].parts === "components" ? "component" : "part";
    const culprits = new Set(root.causes.flatMap(({ path }) => nodesOnPath(root, { path: path.slice(0, 2) })));
    const blamed = healthy.filter((part) => culprits.has(part)).map(partLabel);
    const others = healthy.filter((part) => !culprits.has(part)).map(partLabel);
    const counts = { healthy: healthy.length, all: all.length, unknown, noun };
    if (others.length === 0) return { mark: "good", texts: namedTexts(healthyText(counts), blamed) };
    return { mark: "good", texts: namedTexts(healthyText({ ...counts, blamed }), others) };
  }
  const { good, abnormal } = conditionRows(root.conditions, { now: "", tells: "age" }, false);
  if (all.length > 0 || good.length === 0 || abnormal.length > 0) return undefined;
  return { mark: "good", texts: [expectedConditionsText(good.length)] };
}
