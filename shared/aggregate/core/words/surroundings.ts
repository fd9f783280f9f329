import type { FindingOf } from "../../../model/finding/finding.ts";
import type { Ref } from "../../../model/object.ts";
import type { Contribution } from "../../../model/report.ts";
import { evidenceInFull } from "./cause.ts";

/** What an upgrade waits for in a component: `reports v1.65.0, the upgrade expects v1.66.0`. */
export function awaitedEvidence(
  rows: readonly Pick<Contribution, "observedVersion" | "expectedVersion" | "missing">[],
): string {
  const all = rows.flatMap(({ observedVersion = "", expectedVersion = "", missing = [] }) => [
    ...(expectedVersion === ""
      ? []
      : [`reports ${observedVersion || "no version"}, the upgrade expects ${expectedVersion}`]),
    ...(missing.length === 0
      ? []
      : [
          `does not report the ${missing.length === 1 ? "condition" : "conditions"} ${missing.join(" and ")}, which the upgrade requires`,
        ]),
  ]);
  return all.length === 0 ? "blocking the upgrade" : all.join("; ");
}

/** What OLM reports about an object of the operator's installation: its phase, its words and what it lacks. */
export function lifecycleEvidence(
  finding: FindingOf<"csv-failed" | "csv-unsettled" | "subscription-failed" | "install-plan-unsettled">,
): string {
  const { about, reason, message } = finding;
  const phase = "phase" in finding ? ` ${finding.phase}` : "";
  const lacks = "unmet" in finding && finding.unmet.length > 0 ? [`requires ${finding.unmet.join(", ")}`] : [];
  const said = reason === "" && message === "" ? [] : [evidenceInFull({ reason, message })];
  return [`${about.kind} ${about.name}${phase}`, ...said, ...lacks].join("; ");
}

/** That nothing answers a webhook: `Service virt-api has no ready endpoints (ValidatingWebhookConfiguration x)`. */
export function webhookEvidence({ name }: Ref, configurations: readonly string[]): string {
  return `Service ${name} has no ready endpoints (${configurations.join(", ")})`;
}

/** That a component refuses to be deleted: `refuses to be deleted (ErrVirtUninstall): …`. */
export function refusalEvidence({ reason, message }: FindingOf<"deletion-blocked">): string {
  return `refuses to be deleted (${reason})${message === "" ? "" : `: ${evidenceInFull({ reason: "", message })}`}`;
}

/** That every reconcile of an upgrade fails while the conditions are good. */
export function stuckEvidence({ message, count = 1 }: FindingOf<"upgrade-stuck">): string {
  const times = count > 1 ? ` (${count} times)` : "";
  return `every reconcile of the upgrade fails${times}: ${evidenceInFull({ reason: "", message })}`;
}
