import { nodesOnPath } from "../../model/cause-path.ts";
import { families } from "../../model/families.ts";
import type { ReportNode, RootNode } from "../../model/report.ts";
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
  // A part may hold up an upgrade and report that it is healthy.
  const culprits = culpritNodes(root);
  const healthy = all.filter((part) => part.verdict === "healthy" && !culprits.includes(part));
  if (healthy.length > 0) {
    const unknown = all.filter((part) => part.verdict === "unknown" && !culprits.includes(part)).length;
    const noun = families[root.profile].parts === "components" ? "component" : "part";
    const text = healthyText({ healthy: healthy.length, all: all.length, unknown, noun });
    return { mark: "good", texts: namedTexts(text, healthy.map(partLabel)) };
  }
  const { good, abnormal } = conditionRows(root.conditions, { now: "", tells: "age" }, false);
  if (all.length > 0 || good.length === 0 || abnormal.length > 0) return undefined;
  return { mark: "good", texts: [expectedConditionsText(good.length)] };
}

/** The parts that a cause concerns. */
function culpritNodes(root: RootNode): readonly ReportNode[] {
  return root.causes.flatMap(({ component, sharedBy = [] }) =>
    [component, ...sharedBy].flatMap((name) => nodesOnPath(root, { path: [root.label, name] })),
  );
}
