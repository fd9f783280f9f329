/**
 * Makes the manifests of the golden cases anew: puts each on a real API server (test/cluster) and dumps it with the real
 * kubectl. Run by hand, with the words of some folders' names, with whole names, or with none for all of them:
 *
 *     node test/golden/make.ts [words | names]
 *
 * `input.yaml` is what `kubectl get -o yaml` printed, untouched; uids, resourceVersions and times are new each time, so
 * `npm run golden` comes after it. `answers.json`, in cases that read live, is what the server answered to each question.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { applyOne, wipe } from "../cluster/apply.ts";
import { define } from "../cluster/crds.ts";
import { servedName } from "../cluster/hyperconverged.ts";
import { startCluster } from "../cluster/server.ts";
import { answersOf } from "./answers.ts";
import type { Case, Stage } from "./case.ts";
import { cases } from "./cases.ts";
import { dump } from "./dump.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const chosen = cases.filter(
  ({ sentence }) => positionals.includes(sentence) || positionals.every((word) => sentence.includes(word)),
);
const { cluster, stop } = await startCluster();
try {
  for (const [position, one] of chosen.entries()) {
    console.log(`${position + 1}/${chosen.length} ${one.sentence}`);
    await make(one);
  }
} finally {
  await stop();
}

async function make(one: Case): Promise<void> {
  const folder = join(import.meta.dirname, one.sentence);
  await mkdir(folder, { recursive: true });
  const stage = await prepareCluster(one);
  await one.prepare(stage);
  const answers = one.readBy === undefined ? undefined : await answersOf(cluster, one.readBy);
  await writeOrRemove(folder, "answers.json", answers && `${JSON.stringify(answers, null, 2)}\n`);
  await writeOrRemove(folder, "input.yaml", await dump(one, cluster, answers));
}

/** An empty cluster with the CRDs and the namespace of the case. */
async function prepareCluster({ platform = "kubernetes", served = "v1", otherKinds = [], readBy }: Case): Promise<Stage> {
  await wipe(cluster);
  await define(cluster, { hyperConverged: served, platform, others: otherKinds });
  await applyOne(cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: servedName.namespace } });
  return { cluster, platform, now: new Date(), isLive: readBy !== undefined };
}

async function writeOrRemove(folder: string, name: string, text: string | undefined): Promise<void> {
  const file = join(folder, name);
  await (text === undefined || text === "" ? rm(file, { force: true }) : writeFile(file, text));
}
