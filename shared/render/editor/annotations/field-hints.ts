import { sanitizeLabel } from "../../../characters/sanitize-label.ts";
import { nodesOnPath } from "../../../model/cause/cause-path.ts";
import type { DrivenField } from "../../../model/field-driver.ts";
import type { LinkedObject } from "../../../model/manifest/link.ts";
import type { FieldPath, TextSpan } from "../../../model/manifest/manifest.ts";
import type { ReportNode, RootNode } from "../../../model/report.ts";
import { ageText } from "../../../outline/ages.ts";
import { isRequiredOrExists } from "../../../outline/component-rows.ts";
import { verdictMark } from "../../../outline/marks.ts";
import { partState, stateWithAge } from "../../../outline/root-state.ts";
import { unicodeMarks } from "../../terminal/verdict-marks.ts";
import { type AnnotatedPlace, joinFirst } from "./annotated-place.ts";

/** The most names of components in a text. */
const maxNames = 3;

/** A field of a document that drives components. */
interface DrivingField {
  readonly path: FieldPath;
  readonly span: TextSpan;
  readonly driven: DrivenField;
}

/**
 * Texts for the ends of field lines: the unhealthy ones of the components that each field drives, then all. A field has
 * none where they name none of its components, or where the field around it has the same text.
 */
export function drivenTexts(
  fields: readonly DrivingField[],
  { root }: Pick<LinkedObject, "root">,
  { now }: Pick<AnnotatedPlace, "now">,
): readonly (Pick<DrivingField, "path" | "span"> & { readonly text: string })[] {
  if (root === undefined) return [];
  const described = fields.flatMap(({ path, span, driven }) => {
    const text = drivenText(driven, root, now);
    return text === undefined ? [] : [{ path, span, text }];
  });
  return described.filter(
    ({ path, text }) => !described.some((other) => other.text === text && isWithin(path, other.path)),
  );
}

function isWithin(inner: FieldPath, outer: FieldPath): boolean {
  return inner.length > outer.length && outer.every((step, index) => step === inner[index]);
}

/** `✗ CDI unavailable for 14m (drives CDI, SSP)`. Undefined where no component of the field is unhealthy. */
function drivenText({ drives }: DrivenField, root: RootNode, now: string): string | undefined {
  const names = [...new Set(drives.map(({ name }) => name))].filter((name) => isPart(root, name));
  const unhealthy = names.flatMap((name) => {
    const node = findUnhealthy(root, name);
    return node === undefined ? [] : [{ name, node }];
  });
  const [first] = unhealthy;
  if (first === undefined) return undefined;
  const mark = unicodeMarks[verdictMark(first.node.verdict)];
  const states = unhealthy.map(({ name, node }) => `${name} ${stateWithAge(partState(node), { now, format: "age" })}`);
  const text = `${mark} ${joinFirst(states, maxNames, ", ")}`;
  return names.length === 1 ? text : `${text} (drives ${joinFirst(names, maxNames, ", ")})`;
}

/** Whether the component is a part of the root: it exists, or something requires it. */
function isPart(root: RootNode, name: string): boolean {
  const part = root.children.find(({ label }) => label === name);
  return part === undefined ? findUnhealthy(root, name) !== undefined : isRequiredOrExists(part);
}

/**
 * The unhealthy part or object of that name that a cause leads to, the part first: the causes alone say what is
 * unhealthy. Of a cause that several parts share, each of them. Undefined where no cause leads to the name.
 */
function findUnhealthy(root: RootNode, name: string): ReportNode | undefined {
  const causeNames = root.causes.flatMap(({ component, sharedBy = [] }) => [component, ...sharedBy]);
  const parts = causeNames.flatMap((causeName) => nodesOnPath(root, { path: [root.label, causeName] }));
  const objects = root.causes.flatMap((cause) => nodesOnPath(root, cause));
  return [...parts, ...objects].find((node) => {
    return node.verdict !== "healthy" && (node.label === name || node.ref.name === name);
  });
}

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
