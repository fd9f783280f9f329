import { lastConditionOfType } from "../model/condition.ts";
import { definedFields } from "../model/defined-fields.ts";
import { families } from "../model/families.ts";
import type { Finding } from "../model/finding/finding.ts";
import { blockingNames, findingsOf } from "../model/finding/upgrade-answer.ts";
import type { NextStep } from "../model/next-step.ts";
import type { Ref } from "../model/object.ts";
import type { Mark, Text } from "../model/outline.ts";
import type { Gate, RootNode } from "../model/report.ts";
import type { GateFact, ReportedUpgradeable } from "../model/upgrade-gate.ts";
import { isUpgradeable } from "../profiles/hco/upgradeable.ts";
import type { AgeClock } from "./ages.ts";
import { type Blocker, listBlockers, namedBlocker } from "./gate-blockers.ts";
import { listGateSteps } from "./gate-steps.ts";
import { joined, list, plainText, word, words } from "./text.ts";
import { operatorConditionTitle, outdatedText } from "./unknown-upgrade.ts";
import {
  describeUnknown,
  gateStateTexts,
  isOwnComponent,
  runningUpgrade,
  type UpgradeSubject,
} from "./upgrade-subject.ts";
import { joinFilled } from "./words/names.ts";

/** One gate as it is shown to a person. */
export interface GateLine {
  readonly mark: Mark;
  readonly subject: Text;
  readonly text: Text;
  /** The text beside the findings, which have the names of annotations: `should wait: unsupported changes to KubeVirt`. */
  readonly brief: Text;
  /** The text directly below the finding that is all that blocks: `should wait for this`. */
  readonly briefBelow: Text;
  /** The commands that show what blocks, or print what is not known. */
  readonly steps: readonly NextStep[];
}

const gateMarks: Readonly<Record<Gate["answer"], Mark>> = { yes: "good", no: "remark", unknown: "unknown" };

/** The states in which what HyperConverged reports is not what the operator would report now. */
const statesWithOutdatedStatus: ReadonlySet<string> = new Set([
  runningUpgrade,
  "OperatorRollout",
  "OperatorDown",
  "Deleting",
]);

/** The result of the readiness gate: `yes`, `no: CDI`, `unknown: KubeVirt; the operator is down`. */
export function formatReadyGate({ answer, because }: Gate): string {
  const names = because.filter((gateName) => !gateStateTexts.has(gateName)).join(", ");
  const states = because.flatMap((gateName) => gateStateTexts.get(gateName) ?? []).join(", ");
  const reasons = joinFilled("; ", [names, states]);
  return joinFilled(": ", [answer, reasons]);
}

/** The result of the upgrade gate on one line, as far as the names of what blocks the upgrade say it. */
export function formatUpgradeGate(gate: Gate): string {
  return plainText(answerText({ gate, facts: [] }, "whole"));
}

/**
 * The line about the upgrade of a root: `Upgrade blocked by KubeVirt, CDI`, `Upgrade allowed`. Undefined for an object that
 * no gate is about. `findings`: all of the Report. `printed`: see {@link UpgradeSubject}.
 */
export function rootUpgradeLine(
  root: RootNode,
  findings: readonly Finding[],
  clock: AgeClock,
  printed: readonly Ref[] = [],
): GateLine | undefined {
  if (!isUpgradeable(root)) return undefined;
  return upgradeLine({
    root,
    gate: root.gates.upgradeable,
    facts: findingsOf(root, findings).flatMap(listFacts),
    reported: reportedUpgradeable(root),
    clock,
    printed,
  });
}

function listFacts({ about, component, rows }: Finding): readonly GateFact[] {
  const shared = { about, ...definedFields({ component }) };
  return rows.map((row): GateFact => ({ ...shared, ...row }));
}

/** The two Upgradeables of a root: the condition of the HyperConverged, and what OLM reads. */
export function reportedUpgradeable({ conditions, olm, profile }: RootNode): ReportedUpgradeable {
  const own = families[profile].hasUpgradeGate ? lastConditionOfType(conditions, "Upgradeable")?.status : undefined;
  const operatorCondition = olm?.operatorCondition;
  return definedFields({ own, operatorCondition });
}

/**
 * The line about an upgrade. While an upgrade runs, or the operator is replaced, it is about the next one:
 * `Next upgrade blocked: an upgrade is in progress`.
 */
export function upgradeLine(subject: UpgradeSubject): GateLine {
  const names = blockingNames(subject.gate);
  const isUnderway = names.includes(runningUpgrade) || names.includes("OperatorRollout");
  return {
    mark: gateMarks[subject.gate.answer],
    subject: [word(isUnderway ? "Next upgrade" : "Upgrade")],
    text: answerText(subject, "whole"),
    brief: answerText(subject, "brief"),
    briefBelow: [...refusalText([namedBlocker(words("this"))], subject), ...olmText(subject)],
    steps: listGateSteps(subject),
  };
}

/**
 * `allowed`, `blocked by KubeVirt, CDI`, `should wait for CDI`, `blocked: CR rejected; also by CDI`, `unknown: CDI is not in
 * the file`; in the brief form without what the findings say beside the line. "blocked" is what OLM or the operator
 * refuses. "should wait" is what the gate alone advises. Behind an answer stands what OLM does where that is not the same.
 */
function answerText(subject: UpgradeSubject, form: "whole" | "brief"): Text {
  switch (subject.gate.answer) {
    case "yes":
      return [word("allowed")];
    case "no": {
      const blockers = form === "brief" ? listBriefBlockers(subject) : listBlockers(subject);
      return [...refusalText(blockers, subject), ...olmText(subject)];
    }
    case "unknown":
      return form === "brief" ? briefUnknownText(subject) : [word("unknown: "), ...describeUnknown(subject).text];
  }
}

/** The blockers beside the findings, without what these say in full. */
function listBriefBlockers(subject: UpgradeSubject): readonly Blocker[] {
  const blockers = listBlockers(subject).map((blocker) => ({ ...blocker, text: blocker.brief }));
  // `unsupported changes to KubeVirt` names the component: its name alone would repeat it.
  const changed = subject.facts.flatMap((fact) => (fact.code === "TaintedConfiguration" ? [fact.component] : []));
  return blockers.filter(({ isState, text }) => isState || !changed.includes(plainText(text)));
}

/** `unknown: MigController`: the components that leave the answer unknown, without the one whose upgrade it is. */
function briefUnknownText(subject: UpgradeSubject): Text {
  const components = subject.gate.because.filter(
    (gateName) => !gateStateTexts.has(gateName) && !isOwnComponent(gateName, subject),
  );
  return components.length === 0 ? words("unknown") : [word("unknown: "), list(components)];
}

/** `blocked: CR rejected; also by CDI`. States come first: a state that blocks is worse than a component that does. */
function refusalText(blockers: readonly Blocker[], { gate: { refused } }: UpgradeSubject): Text {
  const verb = refused === true ? "blocked" : "should wait";
  const preposition = refused === true ? "by" : "for";
  const states = blockers.filter(({ isState }) => isState).map(({ text }) => text);
  const names = joinWithNames(blockers.filter(({ isState }) => !isState).map(({ text }) => text));
  if (states.length === 0 && names.length === 0) return words(verb);
  if (states.length === 0) return [word(`${verb} ${preposition} `), ...names];
  const refusal = [word(`${verb}: `), ...joined(", ", states)];
  return names.length === 0 ? refusal : [...refusal, word(`; also ${preposition} `), ...names];
}

/** The texts with commas between them. Texts in a row that are a name alone become one list, which a narrow line can cut. */
function joinWithNames(texts: readonly Text[]): Text {
  const joinedTexts: Text[] = [];
  let namesInRow: string[] = [];
  const endRow = (): void => {
    if (namesInRow.length > 0) joinedTexts.push([{ is: "list", names: namesInRow }]);
    namesInRow = [];
  };
  for (const text of texts) {
    const [first] = text;
    if (first?.is === "name" && text.length === 1) {
      namesInRow.push(first.text);
      continue;
    }
    endRow();
    joinedTexts.push(text);
  }
  endRow();
  return joined(", ", joinedTexts);
}

/**
 * What OLM does, where the answer does not say it: OLM reads neither the components nor the HyperConverged, but
 * spec.overrides and then the status of the OperatorCondition, and takes an outdated one for a refusal
 * (https://github.com/operator-framework/operator-lifecycle-manager, pkg/controller/operators/olm/operatorconditions.go,
 * isOperatorUpgradeable).
 */
function olmText({ reported = {}, gate }: UpgradeSubject): Text {
  const { own, operatorCondition } = reported;
  const names = blockingNames(gate);
  if (operatorCondition === undefined) {
    // The operator gives its OperatorCondition the status that it gives HyperConverged's Upgradeable. Neither is current
    // while the operator does not run or is replaced.
    const isCurrent = !names.some((blockingName) => statesWithOutdatedStatus.has(blockingName));
    return own === "True" && isCurrent ? words("; HyperConverged reports Upgradeable=True, so OLM would not wait") : [];
  }
  const { override, outdated } = operatorCondition;
  const { status } = override ?? operatorCondition;
  const source = override === undefined ? "its OperatorCondition" : "spec.overrides of its OperatorCondition";
  const contrast = own === undefined || own === status ? "" : `HyperConverged reports Upgradeable=${own}, but `;
  if (gate.refused !== true)
    return words(`; ${contrast}OLM would begin it, because ${source} has Upgradeable=${status}`);
  if (override === undefined && outdated === true && status !== "False")
    return words(`; ${contrast}OLM begins none, because its OperatorCondition ${outdatedText(operatorCondition)}`);
  const isNamed = names.includes("OperatorCondition");
  if (isNamed && own === "False")
    return names.length === 1 ? [] : words(`; ${operatorConditionTitle} reports the same`);
  if (own !== "True" || status === "True") return [];
  return words(`; ${contrast}OLM follows ${source}${isNamed ? "" : `: Upgradeable=${status}`}`);
}
