import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import type { Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { compareTexts } from "../evaluation/compare.ts";

/** A container that is ready now but restarts repeatedly. */
interface Restarting {
  readonly pod: Ref;
  readonly container: string;
  readonly restarts: number;
  /** The kubelet's reason for the last termination: `Error`, `OOMKilled`. */
  readonly reason: string;
  readonly exitCode: string;
  /** When it terminated last, RFC 3339 UTC. */
  readonly since: string;
}

/** All restarting containers at or below a node, the most restarts first, then by name. */
export function restartingBelow(node: ReportNode): readonly Restarting[] {
  return collected(node).toSorted(
    (a, b) => b.restarts - a.restarts || compareTexts(a.pod.name, b.pod.name) || compareTexts(a.container, b.container),
  );
}

/** One remark for each of the first few restarting containers. */
export function restartingFindings(node: ReportNode): readonly Finding[] {
  return restartingBelow(node)
    .slice(0, most)
    .map(({ pod: about, since: last, ...row }) => makeFinding(about, { code: "restarting", last, ...row }));
}

const most = 5;

function collected({ role, label, ref, facts, children }: ReportNode): readonly Restarting[] {
  if (role !== "container") return children.flatMap(collected);
  const { restarting, restarts = "0", lastReason = "", lastExitCode = "", lastExit = "" } = facts;
  if (restarting === undefined) return [];
  const numbers = { restarts: Number(restarts), reason: lastReason, exitCode: lastExitCode, since: lastExit };
  return [{ pod: ref, container: label, ...numbers }];
}
