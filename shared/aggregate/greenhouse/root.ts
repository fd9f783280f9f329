import type { KubeObject } from "../../model/object.ts";
import type { Gate, Gates, RootNode } from "../../model/report.ts";
import type { Context, Judgement } from "../judgement.ts";
import type { Index } from "../lookup.ts";
import { oddityFindings } from "../oddities.ts";
import { rootCauseOf } from "../root-cause.ts";
import { driftOf, heldBy } from "./drift.ts";
import { expectedOf } from "./expected.ts";
import { findingsOf } from "./findings.ts";
import { type Judged, judgedObject } from "./node.ts";
import { offendersOf, uncertainOf } from "./offenders.ts";
import { subjectOf } from "./subject.ts";

/** One Greenhouse object: what its conditions say, what two rule sets make of them and of its parts, and who is to blame. */
export function judgeGreenhouse(object: KubeObject, index: Index, context: Context): Judgement {
  const subject = subjectOf(object);
  const judged = judgedObject(subject, index, context);
  const expected = expectedOf(subject, index);
  const ruleSet = context.ruleSet === "adr" ? "adr" : "controller";
  const drift = driftOf(ruleSet, subject.conditions, expected[ruleSet]);
  const driftHeld = heldBy(subject, judged.children);
  const offenders = offendersOf(subject, judged, index);
  const rootCause = rootCauseOf(object.ref.name, judged.verdict, judged.children, {}, index);
  const root: RootNode = {
    role: "root",
    label: object.ref.name,
    outcome: "found",
    required: true,
    ...judged,
    ...{ profile: "greenhouse", ruleSet, expected: { ...expected }, drift, driftHeld },
    ...{ offenders, uncertain: uncertainOf(subject, judged) },
    ...(rootCause === undefined ? {} : { rootCause }),
    gates: gatesOf(judged, offenders),
    related: [],
  };
  return {
    root,
    findings: [
      ...findingsOf(subject, root, index),
      ...oddityFindings(object.ref, subject.oddities, subject.conditions, context.takenAt),
    ],
  };
}

/** Nothing here is upgraded; ready is what is well, and of what is frozen it is not known. */
function gatesOf(judged: Judged, offenders: RootNode["offenders"]): Gates {
  return {
    ready: readyGate(judged, offenders),
    upgradeable: { answer: "unknown", because: [] },
    upgrade: { running: null, waitingFor: [] },
  };
}

function readyGate(
  { verdict, conditions, children, deleting, frozen }: Judged,
  offenders: RootNode["offenders"],
): Gate {
  const parts = (isSo: (of: string) => boolean): readonly string[] =>
    children.filter((part) => part.required && isSo(part.verdict)).map((part) => part.label);
  if (verdict === "healthy") return { answer: "yes", because: [] };
  if (deleting) return { answer: "no", because: ["Deleting"] };
  if (verdict === "unavailable" || verdict === "degraded") {
    const shares = [...(offenders["Ready"] ?? []), ...(offenders["AllPluginsReady"] ?? [])];
    const named = shares.filter(({ rule }) => rule === "part").map(({ component }) => component);
    const types = Object.keys(offenders).filter((type) => type !== "Ready" && type !== "AllPluginsReady");
    const because = new Set([...types, ...named, ...parts((of) => of === "unavailable" || of === "degraded")]);
    return { answer: "no", because: because.size > 0 ? [...because] : ["Ready"] };
  }
  if (frozen) return { answer: "unknown", because: ["Suspended"] };
  const unknown = conditions.filter(({ abnormal, status }) => abnormal && status === "Unknown").map(({ type }) => type);
  const because = new Set([...unknown, ...parts((of) => of !== "healthy")]);
  return { answer: verdict === "unknown" ? "unknown" : "no", because: [...because] };
}
