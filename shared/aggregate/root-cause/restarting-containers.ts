import { compareTexts } from "../../model/compare-texts.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import type { Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";

/** The number of restarting containers that have a finding. */
const maxFindings = 5;

/** A container that is ready now but restarts repeatedly. */
interface RestartingContainer {
  readonly pod: Ref;
  readonly container: string;
  readonly restarts: number;
  /** The kubelet's reason for the last termination: `Error`, `OOMKilled`. */
  readonly reason: string;
  readonly exitCode: string;
  /** When it terminated last, RFC 3339 UTC. */
  readonly last: string;
}

/** Lists the restarting containers at or below a node, the most restarts first, then by name. */
export function listRestartingBelow(node: ReportNode): readonly RestartingContainer[] {
  return collectRestarting(node).toSorted(
    (a, b) => b.restarts - a.restarts || compareTexts(a.pod.name, b.pod.name) || compareTexts(a.container, b.container),
  );
}

/** Makes a remark about each of the containers that restart most. */
export function listRestartingFindings(node: ReportNode): readonly Finding[] {
  return listRestartingBelow(node)
    .slice(0, maxFindings)
    .map(({ pod, last, ...evidence }) => makeFinding(pod, { code: "restarting", last, ...evidence }));
}

function collectRestarting({ role, label, ref, facts, children }: ReportNode): readonly RestartingContainer[] {
  if (role !== "container") return children.flatMap(collectRestarting);
  if (facts["restarting"] === undefined) return [];
  const { restarts = "0", lastReason = "", lastExitCode = "", lastExit = "" } = facts;
  return [
    {
      pod: ref,
      container: label,
      restarts: Number(restarts),
      reason: lastReason,
      exitCode: lastExitCode,
      last: lastExit,
    },
  ];
}
