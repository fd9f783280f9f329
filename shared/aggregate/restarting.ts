import type { Finding } from "../model/finding.ts";
import type { Ref } from "../model/object.ts";
import type { Node } from "../model/report.ts";
import { compareTexts } from "./texts.ts";

/** A container that is ready at this moment and ends again and again. */
interface Restarting {
  readonly pod: Ref;
  readonly container: string;
  readonly restarts: number;
  /** The kubelet's word for the last end: `Error`, `OOMKilled`. */
  readonly reason: string;
  readonly exitCode: string;
  /** When it ended last, RFC 3339 UTC. */
  readonly since: string;
}

/** All of them at or below a node, the most restarts first, then by name. */
export function restartingBelow(node: Node): readonly Restarting[] {
  return collected(node).toSorted(
    (a, b) => b.restarts - a.restarts || compareTexts(a.pod.name, b.pod.name) || compareTexts(a.container, b.container),
  );
}

/** One remark for each of the first few. */
export function restartingFindings(node: Node): readonly Finding[] {
  return restartingBelow(node)
    .slice(0, most)
    .map(({ pod: about, since: last, ...row }) => ({ code: "restarting", severity: "info", about, last, ...row }));
}

const most = 5;

function collected({ role, label, ref, facts, children }: Node): readonly Restarting[] {
  if (role !== "container") return children.flatMap(collected);
  const { restarting, restarts = "0", lastReason = "", lastExitCode = "", lastExit = "" } = facts;
  if (restarting === undefined) return [];
  const numbers = { restarts: Number(restarts), reason: lastReason, exitCode: lastExitCode, since: lastExit };
  return [{ pod: ref, container: label, ...numbers }];
}
