import { readFileSync } from "node:fs";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { evaluateCoreKind } from "../../../shared/aggregate/core/kind-rules.ts";
import type { RequestedKind } from "../../../shared/aggregate/snapshot/queries.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { KubeObject } from "../../../shared/model/object.ts";
import type { Verdict } from "../../../shared/model/verdict.ts";
import { explainDifference } from "./whys.ts";

// Run by hand, `node test/aggregate/core/compare.ts <cases.json>`: our rules over the test objects of kstatus and Argo CD, and
// a Markdown table of every case in which ours says something else than one of them.

/** One case as the file holds it; without an object it is about several. */
interface Case {
  readonly id: string;
  readonly engine: string;
  readonly object?: Record<string, unknown>;
  readonly now?: string;
  readonly expected: { readonly status?: string | null };
  readonly verdicts?: { readonly kstatus?: Said; readonly argoBuiltin?: Said };
}

type Said = { readonly status?: string | null } | null;

const verdictOf: Readonly<Record<string, Verdict>> = {
  Current: "healthy",
  InProgress: "progressing",
  Terminating: "progressing",
  Failed: "degraded",
  Healthy: "healthy",
  Progressing: "progressing",
  Degraded: "degraded",
  Unknown: "unknown",
};

const cases: readonly Case[] = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const judged = cases.filter((each) => each.object !== undefined).map(evaluate);
const rows = judged.filter(({ ours, kstatus, argo }) => isDifferent(kstatus, ours) || isDifferent(argo, ours));

console.log(`# Where our health rules differ from kstatus and Argo CD

${cases.length} cases of the public tests of kubernetes-sigs/cli-utils and argo-cd, ${cases.length - judged.length} of them about
no single object. In ${judged.length - rows.length} of the other ${judged.length} ours agrees with both, as far as they have an opinion; these are the
${rows.length} in which it does not, and why ours serves the person who looks better. Current is healthy, InProgress and Terminating are
progressing, Failed is degraded. Each object is judged at the newest moment that it names. Made by \`compare.ts\`.

| case | kstatus | Argo CD | ours | why |
| --- | --- | --- | --- | --- |
${rows.map(resultLine).join("\n")}`);

/** One case and what each of the three makes of it. */
export interface Evaluated {
  readonly id: string;
  readonly kstatus: string | undefined;
  readonly argo: string | undefined;
  readonly ours: Verdict;
  readonly reason: string;
  readonly kind: string;
}

function evaluate({ id, engine, object, now, expected, verdicts }: Case): Evaluated {
  // Some have no name, without which nothing is an object.
  const named = { ...object, metadata: { name: "case", ...(object?.["metadata"] as object) } };
  const snapshot = snapshotOf([named], { takenAt: now ?? "", source: "case" });
  const parsed: KubeObject | undefined = snapshot.readings.flatMap((each) =>
    each.outcome === "found" ? each.objects : [],
  )[0];
  if (parsed === undefined) throw new Error(`${id} holds no object`);
  const health = evaluateCoreKind(parsed, snapshot.takenAt);
  const ours = health?.verdict ?? aggregate(snapshot, { profile: "generic", wanted: [requestedKind(parsed)] }).verdict;
  const kstatus = readVerdict(verdicts?.kstatus?.status);
  const argo = readVerdict(engine === "argo-lua" ? expected.status : verdicts?.argoBuiltin?.status);
  const reason = health?.trouble?.reason ?? "";
  return { id, kstatus, argo, ours, reason, kind: parsed.ref.kind };
}

function resultLine(row: Evaluated): string {
  const ours = row.reason === "" ? row.ours : `${row.ours}, ${row.reason}`;
  return `| ${row.id} | ${row.kstatus ?? "-"} | ${row.argo ?? "-"} | ${ours} | ${explainDifference(row)} |`;
}

function requestedKind({ ref }: KubeObject): RequestedKind {
  const { group, kind, version = "", namespace } = ref;
  return { kind: { group, kind, plural: "", versions: [version], namespaced: namespace !== undefined } };
}

/** An error or nothing is no opinion. */
function readVerdict(status: string | null | undefined): string | undefined {
  return status === undefined || status === null || status === "" || status === "ERR" ? undefined : status;
}

function isDifferent(theirs: string | undefined, ours: Verdict): boolean {
  return theirs !== undefined && verdictOf[theirs] !== ours;
}
