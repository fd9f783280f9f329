import { sanitizeLabel } from "../../../characters/sanitize-label.ts";
import { nodesOnPath } from "../../../model/cause/cause-path.ts";
import type { DrivenField } from "../../../model/field-driver.ts";
import type { LinkedObject } from "../../../model/manifest/link.ts";
import type { FieldPath, TextSpan } from "../../../model/manifest/manifest.ts";
import type { ReportNode, RootNode } from "../../../model/report.ts";
import { ageText } from "../../../outline/ages.ts";
import { verdictMark } from "../../../outline/marks.ts";
import { partState, stateWithAge } from "../../../outline/root-state.ts";
import { glyphsFor } from "../../terminal/verdict-marks.ts";
import { andMore } from "./badge-and-notice.ts";
import type { AnnotatedPlace } from "./inlay-and-status.ts";

/** A field of a document that drives components. */
interface Driving {
  readonly path: FieldPath;
  readonly span: TextSpan;
  readonly driven: DrivenField;
}

/**
 * Texts for the ends of field lines: the unhealthy ones of the components that each field drives, then all. A field has
 * none where they name none of its components, or where the field around it has the same text.
 */
export function drivenTexts(
  fields: readonly Driving[],
  link: Pick<LinkedObject, "root">,
  here: Pick<AnnotatedPlace, "now">,
): readonly (Pick<Driving, "path" | "span"> & { readonly text: string })[] {
  const described = fields.flatMap(({ path, span, driven }) => {
    const text = drivenText(driven, link, here);
    return text === undefined ? [] : [{ path, span, text }];
  });
  const isWithin = (inner: FieldPath, outer: FieldPath): boolean =>
    inner.length > outer.length && outer.every((step, index) => step === inner[index]);
  return described.filter(
    ({ path, text }) => !described.some((other) => other.text === text && isWithin(path, other.path)),
  );
}

function drivenText(
  driven: DrivenField,
  { root }: Pick<LinkedObject, "root">,
  { now }: Pick<AnnotatedPlace, "now">,
): string | undefined {
  if (root === undefined) return undefined;
  const names = [...new Set(driven.drives.map(({ name }) => name))].filter((name) => isPart(root, name));
  const unhealthy = names.flatMap((name) => {
    const part = unhealthyNamed(root, name);
    if (part === undefined) return [];
    const mark = glyphsFor(false).marks[verdictMark(part.verdict)];
    return [{ name, mark, words: stateWithAge(partState(part), { now, format: "age" }) }];
  });
  const [first] = unhealthy;
  if (first === undefined) return undefined;
  const described = unhealthy.slice(0, maxNames).map(({ name, words }) => `${name} ${words}`);
  const others = names.length === 1 ? "" : andMore(names.slice(0, maxNames).join(", "), names.length - maxNames);
  const unhealthyParts = andMore(described.join(", "), unhealthy.length - maxNames);
  const text = `${first.mark} ${unhealthyParts}`;
  return others === "" ? text : `${text} (drives ${others})`;
}

/** Whether the component is a part of the root: it exists, or something requires it. */
function isPart(root: RootNode, name: string): boolean {
  const part = root.children.find(({ label }) => label === name);
  return part === undefined
    ? unhealthyNamed(root, name) !== undefined
    : part.required || (part.outcome !== "absent" && part.outcome !== "noSuchKind");
}

/**
 * The unhealthy part or object of that name that a cause leads to, the part first: the causes alone say what is
 * unhealthy. Of a cause that several parts share, each of them.
 */
function unhealthyNamed(root: RootNode, name: string): ReportNode | undefined {
  const names = root.causes.flatMap(({ component, sharedBy = [] }) => [component, ...sharedBy]);
  const parts = names.flatMap((each) => nodesOnPath(root, { path: [root.label, each] }));
  const onPaths = root.causes.flatMap((cause) => nodesOnPath(root, cause));
  return [...parts, ...onPaths].find((node) => {
    return node.verdict !== "healthy" && (node.label === name || node.ref.name === name);
  });
}

const maxNames = 3;

/**
 * The text behind a condition of the manifest: its value on the cluster. Undefined where that value is not abnormal.
 */
export function conditionText(
  type: string,
  { node }: Pick<LinkedObject, "node">,
  here: AnnotatedPlace,
): string | undefined {
  const liveCondition = node?.conditions.find((condition) => condition.type === type);
  if (liveCondition === undefined || !liveCondition.abnormal) return undefined;
  const status = sanitizeLabel(liveCondition.status, 20);
  const reason = sanitizeLabel(liveCondition.reason, 40);
  const age = ageText(liveCondition.since, { now: here.now, format: "age" });
  const value = reason === "" ? status : `${status} (${reason})`;
  const duration = age === "" ? "" : ` for ${age}`;
  return `${value}${duration} on ${sanitizeLabel(here.name, 30)}`;
}
