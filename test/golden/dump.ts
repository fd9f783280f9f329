import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Kind } from "../../shared/model/kind.ts";
import { nodeKind, podKind, replicaSets } from "../../shared/profiles/core-kinds.ts";
import { clusterServiceVersions, deploymentKind, hcoProfile, operatorConditions } from "../../shared/profiles/hco/profile.ts";
import { daemonSets } from "../../shared/profiles/hco/workloads.ts";
import { componentKinds } from "../cluster/kinds.ts";
import type { Cluster } from "../cluster/server.ts";
import type { Answer } from "./answers.ts";
import type { Case } from "./case.ts";

const run = promisify(execFile);

/** The custom kinds of an HCO, its workloads and what is below them, and what the Operator Lifecycle Manager keeps. */
const kinds: readonly Kind[] = [
  hcoProfile.root,
  ...hcoProfile.components.filter(({ kind }) => componentKinds.some((each) => each.kind === kind)),
  deploymentKind, daemonSets, replicaSets, podKind, nodeKind,
  operatorConditions, clusterServiceVersions,
];

/** The label that HyperConverged puts on cluster-scoped objects. */
const ownLabel = "app=kubevirt-hyperconverged";

/**
 * What kubectl prints of the kinds of a case, and behind it the warning events where there are any. With `answers`, only
 * kinds that the user of that case got to see.
 */
export async function dump(one: Case, cluster: Cluster, answers: readonly Answer[] | undefined): Promise<string> {
  const shown = [...kinds, ...(one.otherKinds ?? [])]
    .filter(({ plural }) => !one.omittedKinds?.includes(plural))
    .filter((kind) => isServed(one, kind))
    .filter((kind) => answers === undefined || isSeen(answers, kind))
    .map((kind) => `${kind.plural}${versionOf(one, kind)}`);
  const all = [...shown, ...(one.dumpedKinds ?? [])];
  const objects = all.length === 0 ? "" : await get(cluster, all.join(","));
  const around = one.surroundingKinds === undefined ? "" : await get(cluster, one.surroundingKinds.join(","), `--selector=${ownLabel}`);
  const isEventful = answers === undefined || isSeen(answers, { group: "", kind: "Event" });
  const events = isEventful ? await get(cluster, "events", "--field-selector=type=Warning") : "";
  return [objects, around, events].filter((text) => text !== "").join("---\n");
}

/** All namespaces, as YAML; empty where there is nothing. kubectl leaves out managedFields by itself. */
async function get(cluster: Cluster, what: string, ...flags: readonly string[]): Promise<string> {
  // A cache that outlives the CRDs of a case would not know those of the next one.
  const cache = join(cluster.directory, "kubectl-cache", `${Date.now()}`);
  const where = ["--kubeconfig", cluster.kubeconfig, "--cache-dir", cache];
  const { stdout } = await run(cluster.kubectl, [...where, "get", what, "-A", "-o", "yaml", ...flags], {
    maxBuffer: 2 ** 24,
  });
  return stdout.includes("\nitems: []\n") ? "" : stdout;
}

function isServed({ platform, served }: Case, { kind, group }: Kind): boolean {
  if (kind === hcoProfile.root.kind) return served !== "absent";
  return group !== operatorConditions.group || platform === "openshift";
}

function isSeen(answers: readonly Answer[], wanted: Pick<Kind, "group" | "kind">): boolean {
  return answers.some(
    ({ query, outcome }) => query.kind === wanted.kind && query.group === wanted.group && outcome === "found",
  );
}

/** `.v1.hco.kubevirt.io` where a version is asked for; a plural that two groups share needs its group. */
function versionOf({ requestedVersions }: Case, { plural, group }: Kind): string {
  const version = requestedVersions?.[plural];
  const suffix = group === "" ? "" : `.${group}`;
  return version === undefined ? suffix : `.${version}${suffix}`;
}
