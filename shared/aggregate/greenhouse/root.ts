import type { KubeObject } from "../../model/object.ts";
import type { Gate, Gates, RootNode } from "../../model/report.ts";
import { compareVerdicts, type Verdict } from "../../model/verdict.ts";
import type { Context, Judgement } from "../judgement.ts";
import type { Index } from "../lookup.ts";
import { oddityFindings } from "../oddities.ts";
import { rootCauseOf } from "../root-cause.ts";
import { driftOf, heldBy } from "./drift.ts";
import { expectedOf } from "./expected.ts";
import { findingsOf } from "./findings.ts";
import { countedParts, type Judged, judgedObject } from "./node.ts";
import { offendersOf, uncertainOf } from "./offenders.ts";
import { subjectOf } from "./subject.ts";

/** One Greenhouse object: what its conditions say, what two rule sets make of them and of its parts, and who is to blame. */
export function judgeGreenhouse(object: KubeObject, index: Index, context: Context): Judgement {
  const subject = subjectOf(object);
  const judged = judgedObject(subject, index, context);
  const expected = expectedOf(subject, index);
  const ruleSet = context.ruleSet === "adr" ? "adr" : "controller";
  const drift = driftOf(ruleSet, subject.conditions, expected[ruleSet]);
  const driftHeld = heldBy(subject, index);
  const offenders = offendersOf(subject, judged, index);
  const uncertain = uncertainOf(subject, judged);
  const counted = countedParts(object, judged.children, index);
  // What its own status calls not ready leads where nothing else that was read explains it.
  const told = { Available: Object.values(offenders).flatMap((rows) => rows.filter(({ rule }) => rule === "part")) };
  const serious = counted
    .filter((part) => part.counted === part.verdict && compareVerdicts(judged.verdict, "degraded") <= 0)
    .map((part) => ({ ...part, required: true }));
  const rootCause = rootCauseOf(object.ref.name, judged.verdict, serious, told, index);
  const root: RootNode = {
    role: "root",
    label: object.ref.name,
    outcome: "found",
    required: true,
    ...judged,
    ...{ profile: "greenhouse", ruleSet, expected: { ...expected }, drift, driftHeld },
    ...{ offenders, uncertain },
    ...(rootCause === undefined ? {} : { rootCause }),
    gates: gatesOf(judged, counted, offenders, uncertain),
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

type ByType = RootNode["offenders"];
type Counted = ReturnType<typeof countedParts>;

/** Nothing here is upgraded; ready is what is well, and of what is frozen it is not known. */
function gatesOf(judged: Judged, parts: Counted, offenders: ByType, uncertain: ByType): Gates {
  return {
    ready: readyGate(judged, parts, offenders, uncertain),
    upgradeable: { answer: "unknown", because: [] },
    upgrade: { running: null, waitingFor: [] },
  };
}

function readyGate(
  { verdict, conditions, deleting, frozen }: Judged,
  parts: Counted,
  offenders: ByType,
  uncertain: ByType,
): Gate {
  const labels = (isSo: (of: Verdict) => boolean): readonly string[] =>
    parts.filter(({ counted }) => isSo(counted)).map(({ label }) => label);
  const missing = Object.keys(uncertain).filter((type) =>
    uncertain[type]?.some(({ rule }) => rule === "missing-condition"),
  );
  if (verdict === "healthy") return { answer: "yes", because: [] };
  if (deleting) return { answer: "no", because: ["Deleting"] };
  if (verdict === "unavailable" || verdict === "degraded") {
    const shares = [...(offenders["Ready"] ?? []), ...(offenders["AllPluginsReady"] ?? [])];
    const named = shares.filter(({ rule }) => rule === "part").map(({ component }) => component);
    const types = Object.keys(offenders).filter((type) => type !== "Ready" && type !== "AllPluginsReady");
    const because = [...types, ...named, ...labels((of) => of === "unavailable" || of === "degraded")];
    return { answer: "no", because: orElse(because, [...missing, ...labels((of) => of !== "healthy")]) };
  }
  if (frozen) return { answer: "unknown", because: ["Suspended"] };
  const unknown = conditions.filter(({ abnormal, status }) => abnormal && status === "Unknown").map(({ type }) => type);
  const because = [...unknown, ...labels((of) => of !== "healthy")];
  return { answer: verdict === "unknown" ? "unknown" : "no", because: orElse(because, missing) };
}

/** Never without a word: else what is not there at all, else Ready itself. */
function orElse(because: readonly string[], missing: readonly string[]): readonly string[] {
  const [words = ["Ready"]] = [because, missing].filter(({ length }) => length > 0);
  return [...new Set(words)];
}
