import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { describeFinding } from "../../shared/outline/findings/describe.ts";
import { writeFolder } from "../io/must-gather-layouts/archives.ts";
import { inspectLayout, wrapLayout, yamlOf } from "../io/must-gather-layouts/layouts.ts";
import type { PrintedReport } from "../printed.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import type { Stored } from "./manifest.ts";
import { kubectl } from "./plugin.ts";
import type { Cluster } from "./server.ts";
import { collectObjects } from "./situations.ts";

// The same objects, read from a real server, from a file and from a must-gather that are made from that server.

const folder = temporaryFolder();

/** What a report says of its only root. */
export interface Evaluation {
  readonly verdict: string | undefined;
  /** The causes, then the findings. */
  readonly texts: readonly string[];
  /** The commands of the first cause, or of the report where the root has no cause. */
  readonly commands: readonly string[];
}

/** What is asked about in the namespace `shop`, and when. */
export interface Question {
  /** `vm/web` */
  readonly object: string;
  /** Absent: the time of the source. */
  readonly at?: string;
}

/** What the plugin reports from a server, from the file of `kubectl get -o yaml` and from a must-gather. */
export async function evaluateSources(
  cluster: Cluster,
  objects: readonly Stored[],
  question: Question & { readonly at: string },
): Promise<Readonly<Record<"live" | "file" | "mustGather", Evaluation>>> {
  const { file, mustGather } = await writeSources(cluster, objects, question.at);
  return {
    live: await evaluate(cluster, question),
    file: await evaluate(cluster, question, "-f", file),
    mustGather: await evaluate(cluster, question, "--must-gather", mustGather),
  };
}

/** Writes the objects as the server has them into a file and a must-gather of the time `at`. Returns their paths. */
export async function writeSources(
  cluster: Cluster,
  objects: readonly Stored[],
  at: string,
): Promise<{ readonly file: string; readonly mustGather: string }> {
  const collected = await collectObjects(cluster, objects);
  const made = mkdtempSync(join(folder, "sources-"));
  const file = join(made, "objects.yaml");
  const items = collected.flatMap((ofKind) => ofKind.objects);
  writeFileSync(file, yamlOf({ apiVersion: "v1", kind: "List", items }));

  const mustGather = join(made, "must-gather");
  const names = objects.map(({ kind, metadata }) => (kind === "Namespace" ? metadata.name : metadata.namespace));
  const namespaces = [...new Set(names)].filter((name) => name !== undefined);
  writeFolder(wrapLayout(inspectLayout(collected, namespaces), "inspect.local.42/", at), mustGather);
  return { file, mustGather };
}

/** A file cannot show that the cluster has no NodeHealthCheck: they may only not be in it. */
const onlyOnCluster = "; nothing fences the node: no NodeHealthCheck selects it";

/** What the plugin reports from the source that these words name, or from the server. */
export async function evaluate(
  cluster: Cluster,
  { object, at }: Question,
  ...source: readonly string[]
): Promise<Evaluation> {
  const time = at === undefined ? [] : ["--at", at];
  const words = ["hco-status", object, "-n", "shop", ...time, "-o", "json", "--no-logs", ...source];
  const { stdout, stderr } = await kubectl(cluster, words);
  expect(stderr).toBe("");
  const { roots, findings, next } = JSON.parse(stdout) as PrintedReport;
  const [root] = roots;
  const causes = root?.causes ?? [];
  // Causes are findings of code `state`. A file does not have all that a cluster is asked for.
  const others = findings.filter(({ code }) => code !== "state" && code !== "not-read");
  return {
    verdict: root?.verdict,
    texts: [
      ...causes.map(({ text }) => text.replace(onlyOnCluster, "")),
      ...others.map((finding) => describeFinding(finding)),
    ],
    commands: (causes[0]?.next ?? next).map(({ command }) => command),
  };
}
