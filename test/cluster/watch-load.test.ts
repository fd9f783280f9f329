import { afterAll, beforeAll, expect, test } from "vitest";
import type { KubeObject } from "../../shared/model/object.ts";
import { repetitions } from "../size.ts";
import { type BreakableCluster, startBreakable } from "./breakable.ts";
import { describeCluster } from "./describe-cluster.ts";
import { type Following, followCluster, isLive, waitForVerdict } from "./following.ts";
import { call } from "./http.ts";
import { kubectl } from "./plugin.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const kind = { group: "", kind: "ConfigMap", plural: "configmaps", versions: ["v1"], namespaced: true } as const;
const wanted = [{ kind }];
/** Three pages and more. */
const filling = repetitions(1_600);

describeCluster("many objects, and many changes of them", () => {
  let busy: BreakableCluster;
  let count = 0;

  beforeAll(async () => {
    busy = await startBreakable();
    await runWorkers(8, async () => {
      while (count < filling) {
        count += 1;
        await call(busy.cluster, "POST", configMaps, { metadata: { name: `m${count}` }, data: { repetition: "0" } });
      }
    });
  });
  afterAll(() => busy?.stop());

  /** A change of one object: an update, or a deletion and a creation. */
  async function disturb(place: number, repetition: number): Promise<void> {
    const path = `${configMaps}/m${1 + (place % count)}`;
    if (place % 7 !== 0) {
      await call(busy.cluster, "PATCH", path, { data: { repetition: `${repetition}` } });
      return;
    }
    await call(busy.cluster, "DELETE", path);
    await call(busy.cluster, "POST", configMaps, { metadata: { name: path.split("/").at(-1) }, data: {} });
  }

  async function expectSameAsKubectl(one: Following): Promise<void> {
    const template = '{range .items[*]}{.metadata.name} {.metadata.resourceVersion}{"\\n"}{end}';
    const { stdout } = await kubectl(busy.cluster, [
      "get",
      "configmaps",
      "-n",
      "default",
      "-o",
      `jsonpath=${template}`,
    ]);
    const theirs = stdout.trimEnd().split("\n");
    await expect.poll(() => versionsOf(one)).toEqual(theirs);
    expect(one.bugs).toEqual([]);
  }

  test("a list in pages is whole, while events rush in", async () => {
    let isOver = false;
    let changes = 0;
    const rushing = runWorkers(4, async (worker) => {
      for (let place = worker; !isOver; place += 4) {
        await disturb(place * 13, place);
        changes += 1;
      }
    });
    await expect.poll(() => changes).toBeGreaterThan(20);
    const one = await followCluster(busy.cluster, { scope: { namespace: "default", wanted } });
    await waitForVerdict(one, isLive);
    isOver = true;
    await rushing;
    await expectSameAsKubectl(one);
    const lists = one.requests.filter(({ path }) => path.startsWith(`${configMaps}?`) && !path.includes("watch=1"));
    expect(lists.length).toBeGreaterThanOrEqual(count / 500);
    one.close();
  });

  test("changes as fast as the server accepts them: all arrive, reported in a few pieces a second", async () => {
    const one = await followCluster(busy.cluster, { scope: { namespace: "default", wanted } });
    await waitForVerdict(one, isLive);
    const countBefore = one.requests.length;
    const reported = one.seen.length;
    const began = Date.now();
    await runWorkers(8, async (worker) => {
      for (let place = worker; Date.now() < began + 2_000; place += 8) await disturb(place, place);
    });
    const seconds = (Date.now() - began) / 1000;
    await expectSameAsKubectl(one);
    expect(one.requests).toHaveLength(countBefore);
    expect(one.seen.length - reported).toBeLessThanOrEqual(seconds * 40 + 40);
    one.close();
  });
});

async function runWorkers(workers: number, work: (worker: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
}

/** `name version` of each, in the order of the list. */
function versionsOf(one: Following): readonly string[] {
  const { snapshot } = one.current();
  const objects: readonly KubeObject[] = (snapshot?.readings ?? []).flatMap((reading) => {
    return reading.outcome === "found" && reading.query.kind === "ConfigMap" ? reading.objects : [];
  });
  return objects.map(({ ref, resourceVersion }) => `${ref.name} ${resourceVersion}`);
}
